import KeychainServices
import Security

/// Runs one of the functions of this module; the one place where errors become numbers.
///
/// - Parameter function: the name of Apple's function, for the log.
func status(_ function: StaticString, _ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        note(error, in: function)
        return error.code.rawValue
    }
}

/// Keeps a failure for the thread, and writes it to the log.
func note(_ error: KeychainError, in function: StaticString) {
    LastFailure.remember(SecFailure(status: error.code.rawValue, reason: error.reason, remedy: error.remedy))
    FailureLog.write(function, error)
}

extension NSError {
    /// Makes the error in the form in which Apple's functions return it.
    convenience init(_ error: KeychainError) {
        self.init(
            domain: NSOSStatusErrorDomain, code: Int(error.code.rawValue),
            userInfo: [NSLocalizedDescriptionKey: error.description]
        )
    }
}
