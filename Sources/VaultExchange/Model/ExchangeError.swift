/// The reason for which a file cannot be imported or exported. Its texts have no secret.
public struct ExchangeError: Error, Sendable, Equatable {
    /// The kind of an error.
    public enum Kind: Sendable {
        /// The file is damaged, or is none of the format.
        case damaged
        /// The file exceeds a limit.
        case tooLarge
        /// The password or the key file is wrong.
        case wrongPassword
        /// A password is required, and there is none.
        case passwordRequired
        /// A form, a cipher or a version is not supported, or a library is not installed.
        case unsupported
        /// The file cannot be read or written.
        case io
        /// The user ended it.
        case cancelled
    }

    /// The kind.
    public let kind: Kind
    /// The reason, with the position in the file if there is one.
    public let reason: String
    /// The advice to the user.
    public let remedy: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - reason: the reason, without any secret.
    ///   - position: the position in the file: `line 12`, `entry 4`.
    ///   - remedy: the advice to the user.
    public init(_ kind: Kind, _ reason: String, at position: String? = nil, remedy: String? = nil) {
        self.kind = kind
        self.reason = position.map { "\($0): \(reason)" } ?? reason
        self.remedy = remedy
    }
}
