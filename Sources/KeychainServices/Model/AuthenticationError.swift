/// An error of user authentication. The numbers are those of Apple's `LAError` (keychain-services 10.1).
public struct AuthenticationError: Error, Hashable, Sendable {
    /// The code of an authentication error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number in `LAError`.
        public let rawValue: Int
        /// Makes the code with the given number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The credential is wrong, and there are no attempts left.
        public static let authenticationFailed = Code(rawValue: -1)
        /// The user declined.
        public static let userCancel = Code(rawValue: -2)
        /// The user chose the program's fallback.
        public static let userFallback = Code(rawValue: -3)
        /// The system removed the prompt.
        public static let systemCancel = Code(rawValue: -4)
        /// A passcode is required, and none is set.
        public static let passcodeNotSet = Code(rawValue: -5)
        /// There is no fingerprint reader, or it must not be used.
        public static let biometryNotAvailable = Code(rawValue: -6)
        /// No finger is enrolled.
        public static let biometryNotEnrolled = Code(rawValue: -7)
        /// Too many attempts in a row did not match; entering the passcode ends the lockout.
        public static let biometryLockout = Code(rawValue: -8)
        /// The program removed the prompt.
        public static let appCancel = Code(rawValue: -9)
        /// The context was invalidated.
        public static let invalidContext = Code(rawValue: -10)
        /// There is no paired device nearby.
        public static let companionNotAvailable = Code(rawValue: -11)
        /// The reader was disconnected.
        public static let biometryDisconnected = Code(rawValue: -13)
        /// A prompt is not possible, or the program does not allow it.
        public static let notInteractive = Code(rawValue: -1004)
    }

    /// The code.
    public let code: Code
    /// The reason in words.
    public let reason: String
    /// A hint on what to do about it; nil if there is none.
    public let remedy: String?

    /// Makes an error with a code, a reason and a hint.
    public init(_ code: Code, _ reason: String, remedy: String? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether both have the same code.
    public static func == (one: AuthenticationError, other: AuthenticationError) -> Bool { one.code == other.code }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AuthenticationError {
    /// Converts the error of an operation whose only purpose was authentication.
    package init(_ error: KeychainError) {
        self = error.authentication ?? AuthenticationError(.systemCancel, error.reason, remedy: error.remedy)
    }
}

extension KeychainError {
    /// Converts an authentication error for an operation on items (keychain-services 3.11).
    package init(_ error: AuthenticationError) {
        let code: Code =
            switch error.code {
            case .userCancel: .userCanceled
            case .notInteractive: .interactionNotAllowed
            default: .authenticationFailed
            }
        self.init(code, error.reason, remedy: error.remedy)
        authentication = error
    }
}
