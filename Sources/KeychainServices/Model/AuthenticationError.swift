/// Why somebody was not authenticated. The numbers are those of Apple's `LAError` (keychain-services 10.1).
public struct AuthenticationError: Error, Hashable, Sendable {
    /// What happened, for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number that `LAError` has for it.
        public let rawValue: Int
        /// The code with the given number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// What was shown is not right, and there are no attempts left.
        public static let authenticationFailed = Code(rawValue: -1)
        /// Somebody said no.
        public static let userCancel = Code(rawValue: -2)
        /// Somebody chose what the program falls back on.
        public static let userFallback = Code(rawValue: -3)
        /// The system took the prompt away.
        public static let systemCancel = Code(rawValue: -4)
        /// It would take a passcode, and there is none.
        public static let passcodeNotSet = Code(rawValue: -5)
        /// There is no reader, or it may not be used.
        public static let biometryNotAvailable = Code(rawValue: -6)
        /// No finger is enrolled.
        public static let biometryNotEnrolled = Code(rawValue: -7)
        /// Too many fingers in a row were not the right one; the passcode ends that.
        public static let biometryLockout = Code(rawValue: -8)
        /// The program took the prompt away.
        public static let appCancel = Code(rawValue: -9)
        /// The context was invalidated before.
        public static let invalidContext = Code(rawValue: -10)
        /// There is no paired device nearby.
        public static let companionNotAvailable = Code(rawValue: -11)
        /// The reader was unplugged.
        public static let biometryDisconnected = Code(rawValue: -13)
        /// Nobody can be asked, or the program does not want it.
        public static let notInteractive = Code(rawValue: -1004)
    }

    /// What happened, for programs.
    public let code: Code
    /// What happened, for people.
    public let reason: String
    /// What to do about it, or nil.
    public let remedy: String?

    /// An error with a code, a reason and what to do.
    public init(_ code: Code, _ reason: String, remedy: String? = nil) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    /// Whether both have the same code.
    public static func == (one: AuthenticationError, other: AuthenticationError) -> Bool { one.code == other.code }
    /// By the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AuthenticationError {
    /// What went wrong with an operation, for who wanted nothing but to show something.
    package init(_ error: KeychainError) {
        self = error.authentication ?? AuthenticationError(.systemCancel, error.reason, remedy: error.remedy)
    }
}

extension KeychainError {
    /// As an operation on items reports it (keychain-services 3.11).
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
