/// The authentication that is required before an item can be read.
///
/// The allowed combinations of flags: `SecAccessControlCreateWithFlags`.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
    /// The flags as a number, with the same bits as Apple's.
    public let rawValue: CFOptionFlags
    /// Makes flags from a number.
    ///
    /// - Parameter rawValue: the flags as a number.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// An enrolled fingerprint, or the passcode.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any enrolled fingerprint, no matter when it was enrolled.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// A fingerprint of the set that is enrolled when the item is added: any change of the set makes the item permanently unreadable.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// The passcode.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// A companion device of the user nearby.
    public static let companion = Self(rawValue: 1 << 5)
    /// One of the constraints is enough.
    public static let or = Self(rawValue: 1 << 14)
    /// All constraints have to be met, as without the flag.
    public static let and = Self(rawValue: 1 << 15)
    /// The constraints apply to operations with a private key, not to finding it.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// A password of the program, without which the item cannot be decrypted.
    public static let applicationPassword = Self(rawValue: 1 << 31)

    /// The earlier name of ``biometryAny``.
    public static let touchIDAny = biometryAny
    /// The earlier name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// The earlier name of ``companion``.
    public static let watch = companion
}
