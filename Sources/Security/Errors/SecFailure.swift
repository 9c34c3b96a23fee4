/// A failure of one of this module's functions, with its reason.
///
/// Apple's Security has no such type: code that is to compile there too has to keep it apart (`#if os(Linux)`). The status is the one that
/// the function returned, and `SecCopyErrorMessageString` has the same sentence for it as on Apple's systems.
///
/// ```swift
/// let status = SecItemAdd(attributes as CFDictionary, nil)
/// if status != errSecSuccess, let failure = SecFailure.last {
///     print(failure)  // the disk is full; free some space; nothing of the change was stored (-25291)
/// }
/// ```
///
/// Specified in: keychain-services 3.12.
public struct SecFailure: Error, Sendable {
    /// The status that the function returned.
    public let status: OSStatus
    /// A description of what happened, in English. It names no secret and no attribute's value.
    public let reason: String
    /// The remedy for the user, or nil if there is none.
    public let remedy: String?

    package init(status: OSStatus, reason: String, remedy: String?) {
        self.status = status
        self.reason = reason
        self.remedy = remedy
    }

    /// The last failure on the calling thread, or nil if nothing has failed there. A success does not change it.
    public static var last: SecFailure? { backend.lastFailure }
}

extension SecFailure: CustomStringConvertible {
    /// Reason, remedy and status in one line.
    public var description: String { ([reason] + (remedy.map { [$0] } ?? [])).joined(separator: "; ") + " (\(status))" }
}

extension SecFailure: LocalizedError {
    /// The reason.
    public var errorDescription: String? { reason }
    /// The remedy.
    public var recoverySuggestion: String? { remedy }
}
