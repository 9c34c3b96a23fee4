import Security

/// A call of the keychain that has failed.
struct Failure: Error, CustomStringConvertible {
    let step: String
    let status: OSStatus

    init(_ step: String, _ status: OSStatus) { (self.step, self.status) = (step, status) }

    var description: String {
        "could not \(step): \(status) (\(SecCopyErrorMessageString(status, nil) as String? ?? "unknown"))"
    }
}

func check(_ status: OSStatus, _ step: String) throws {
    if status != errSecSuccess { throw Failure(step, status) }
}
