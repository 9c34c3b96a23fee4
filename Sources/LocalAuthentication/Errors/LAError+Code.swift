extension LAError {
    /// The code of an authentication error. The circumstances of each code: Docs/local-authentication.md.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the errors with these codes.
        public typealias _ErrorType = LAError

        /// The credential did not match, too often.
        case authenticationFailed = -1
        /// The user has cancelled.
        case userCancel = -2
        /// The user chose the fallback, and the policy has none.
        case userFallback = -3
        /// The system has cancelled.
        case systemCancel = -4
        /// No passcode is set.
        case passcodeNotSet = -5
        /// There is no fingerprint reader, or it cannot be used.
        case biometryNotAvailable = -6
        /// No finger is enrolled.
        case biometryNotEnrolled = -7
        /// There were too many attempts; entering the passcode ends the lockout.
        case biometryLockout = -8
        /// The program has cancelled.
        case appCancel = -9
        /// The context has been invalidated.
        case invalidContext = -10
        /// There is no companion device.
        case companionNotAvailable = -11
        /// The reader has to be paired first.
        case biometryNotPaired = -12
        /// The reader was disconnected.
        case biometryDisconnected = -13
        /// An embedded prompt does not fit into its window.
        case invalidDimensions = -14
        /// A prompt would be needed, and is not allowed or not possible.
        case notInteractive = -1004

        // Not marked as deprecated: a program for old systems builds without a warning on Apple's systems, and has to build here.

        /// The earlier name of ``biometryNotAvailable``.
        public static let touchIDNotAvailable = biometryNotAvailable
        /// The earlier name of ``biometryNotEnrolled``.
        public static let touchIDNotEnrolled = biometryNotEnrolled
        /// The earlier name of ``biometryLockout``.
        public static let touchIDLockout = biometryLockout
        /// The earlier name of ``companionNotAvailable``.
        public static let watchNotAvailable = companionNotAvailable
    }
}
