extension LAError.Code {
    /// A sentence for users that describes the error.
    var text: String {
        switch self {
        case .authenticationFailed: "You were not recognised."
        case .userCancel: "You have cancelled the authentication."
        case .userFallback: "You have chosen another way to authenticate."
        case .systemCancel: "The system has cancelled the authentication."
        case .passcodeNotSet: "No passcode is set on this device."
        case .biometryNotAvailable: "No fingerprint reader is available."
        case .biometryNotEnrolled: "No fingerprint is enrolled."
        case .biometryLockout: "The fingerprint reader is locked after too many attempts. The passcode unlocks it."
        case .appCancel: "The program has cancelled the authentication."
        case .invalidContext: "The authentication context is no longer valid."
        case .companionNotAvailable: "No other device of yours is nearby."
        case .biometryNotPaired: "The fingerprint reader is not paired with this device."
        case .biometryDisconnected: "The fingerprint reader is not connected."
        case .invalidDimensions: "There is not enough room for the authentication."
        case .notInteractive: "No authentication prompt can be shown."
        }
    }
}
