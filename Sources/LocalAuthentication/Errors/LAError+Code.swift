extension LAError {
    /// What has happened. When each code comes: Docs/local-authentication.md.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The type of the errors with these codes.
        public typealias _ErrorType = LAError

        /// What was shown did not match, too often.
        case authenticationFailed = -1
        /// The person has cancelled.
        case userCancel = -2
        /// The person wants to do it another way, and the policy has none.
        case userFallback = -3
        /// Something else came in between.
        case systemCancel = -4
        /// There is no passcode.
        case passcodeNotSet = -5
        /// There is no reader, or it cannot be used.
        case biometryNotAvailable = -6
        /// No finger is enrolled.
        case biometryNotEnrolled = -7
        /// There were too many attempts; the passcode ends that.
        case biometryLockout = -8
        /// The program has cancelled.
        case appCancel = -9
        /// The context has been invalidated.
        case invalidContext = -10
        /// There is no device nearby.
        case companionNotAvailable = -11
        /// The reader is one that has to be paired.
        case biometryNotPaired = -12
        /// The reader has been unplugged.
        case biometryDisconnected = -13
        /// A prompt inside of a window does not fit.
        case invalidDimensions = -14
        /// The person would have to be asked, and must not or cannot be.
        case notInteractive = -1004

        // Not marked as deprecated: a program for old systems builds there without a warning, and has to here.

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
