/// The authentication that is required of the user.
public enum LAPolicy: Int, Sendable {
    /// Fingerprint.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Fingerprint, or else the passcode.
    case deviceOwnerAuthentication = 2
    /// A companion device.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Fingerprint or a companion device.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
    /// A watch on the user's wrist.
    case deviceOwnerAuthenticationWithWristDetection = 5

    /// The earlier name of ``deviceOwnerAuthenticationWithCompanion``.
    public static let deviceOwnerAuthenticationWithWatch = deviceOwnerAuthenticationWithCompanion
    /// The earlier name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
        deviceOwnerAuthenticationWithBiometricsOrCompanion
}
