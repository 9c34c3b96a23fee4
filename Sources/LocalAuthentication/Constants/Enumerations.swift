/// A kind of biometry. Linux has fingerprint readers.
public enum LABiometryType: Int, Sendable {
    /// None, or none known yet.
    case none = 0
    /// Fingerprint.
    case touchID = 1
    /// Face.
    case faceID = 2
    /// Iris.
    case opticID = 4

    /// The first name of ``none``.
    public static let LABiometryNone = none
}

/// A kind of credential that a program supplies instead of a prompt.
public enum LACredentialType: Int, Sendable {
    /// A password of the program, which takes part in the encryption of an item.
    case applicationPassword = 0
    /// The PIN of a smart card.
    case smartCardPIN = -3
}

/// The operation for which an access control is evaluated.
public enum LAAccessControlOperation: Int, Sendable {
    /// An item is added.
    case createItem = 0
    /// An item is read or changed.
    case useItem = 1
    /// A key is made.
    case createKey = 2
    /// A key signs.
    case useKeySign = 3
    /// A key decrypts.
    case useKeyDecrypt = 4
    /// A key is used for key agreement.
    case useKeyKeyExchange = 5
}

/// A kind of companion device.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A Mac.
    case mac = 2
    /// A headset.
    case vision = 4
}
