/// What a person has to show.
public enum LAPolicy: Int, Sendable {
    /// A finger.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// A finger, or else the passcode.
    case deviceOwnerAuthentication = 2
    /// A device nearby.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// A finger or a device nearby.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
    /// A watch on the wrist.
    case deviceOwnerAuthenticationWithWristDetection = 5

    /// The earlier name of ``deviceOwnerAuthenticationWithCompanion``.
    public static let deviceOwnerAuthenticationWithWatch = deviceOwnerAuthenticationWithCompanion
    /// The earlier name of ``deviceOwnerAuthenticationWithBiometricsOrCompanion``.
    public static let deviceOwnerAuthenticationWithBiometricsOrWatch =
        deviceOwnerAuthenticationWithBiometricsOrCompanion
}
