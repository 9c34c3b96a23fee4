// `LAError.userCancel` is a code, as `catch LAError.userCancel` and `error.code == .userCancel` need it.
extension LAError {
    /// ``Code/authenticationFailed``.
    public static var authenticationFailed: Code { .authenticationFailed }
    /// ``Code/userCancel``.
    public static var userCancel: Code { .userCancel }
    /// ``Code/userFallback``.
    public static var userFallback: Code { .userFallback }
    /// ``Code/systemCancel``.
    public static var systemCancel: Code { .systemCancel }
    /// ``Code/passcodeNotSet``.
    public static var passcodeNotSet: Code { .passcodeNotSet }
    /// ``Code/biometryNotAvailable``.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }
    /// ``Code/biometryNotEnrolled``.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
    /// ``Code/biometryLockout``.
    public static var biometryLockout: Code { .biometryLockout }
    /// ``Code/appCancel``.
    public static var appCancel: Code { .appCancel }
    /// ``Code/invalidContext``.
    public static var invalidContext: Code { .invalidContext }
    /// ``Code/companionNotAvailable``.
    public static var companionNotAvailable: Code { .companionNotAvailable }
    /// ``Code/biometryNotPaired``.
    public static var biometryNotPaired: Code { .biometryNotPaired }
    /// ``Code/biometryDisconnected``.
    public static var biometryDisconnected: Code { .biometryDisconnected }
    /// ``Code/invalidDimensions``.
    public static var invalidDimensions: Code { .invalidDimensions }
    /// ``Code/notInteractive``.
    public static var notInteractive: Code { .notInteractive }
    /// ``Code/touchIDNotAvailable``.
    public static var touchIDNotAvailable: Code { .touchIDNotAvailable }
    /// ``Code/touchIDNotEnrolled``.
    public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }
    /// ``Code/touchIDLockout``.
    public static var touchIDLockout: Code { .touchIDLockout }
    /// ``Code/watchNotAvailable``.
    public static var watchNotAvailable: Code { .watchNotAvailable }
}
