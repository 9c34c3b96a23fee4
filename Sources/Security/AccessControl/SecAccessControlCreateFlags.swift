/// What has to be shown before an item can be read.
///
/// Which flags go together: `SecAccessControlCreateWithFlags`.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    /// The flags as a number, with the bits of Apple's.
    public let rawValue: CFOptionFlags
    /// - Parameter rawValue: the flags as a number.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// A biometric that is enrolled, or the passcode.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any biometric that is enrolled, whenever it was.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// A biometric of the set that is enrolled when the item is added: any change makes the item unreadable for ever.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// The passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// A device nearby that belongs to the user.
    public static let companion = Self(rawValue: 1 << 5)
    /// One of the constraints is enough.
    public static let or = Self(rawValue: 1 << 14)
    /// All constraints have to be met; so it is without the flag too.
    public static let and = Self(rawValue: 1 << 15)
    /// Only operations with a private key are constrained, not finding it.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// A password of the program's own, without which the item cannot be decrypted.
    public static let applicationPassword = Self(rawValue: 1 << 31)

    /// The earlier name of ``biometryAny``.
    public static let touchIDAny = biometryAny
    /// The earlier name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The earlier name of ``companion``.
    public static let watch = companion
}
