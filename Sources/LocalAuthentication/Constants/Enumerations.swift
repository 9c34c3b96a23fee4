/// A kind of biometry.
public enum LABiometryType: Int, Sendable {
    /// None, or none known yet.
    case none = 0
    /// A finger on a reader: what there is on Linux.
    case touchID = 1
    /// A face.
    case faceID = 2
    /// An eye.
    case opticID = 4

    /// The first name of ``none``.
    public static let LABiometryNone = none
}

/// A kind of credential that a program gives in place of asking.
public enum LACredentialType: Int, Sendable {
    /// A password of the program's own, which goes into the encryption of an item.
    case applicationPassword = 0
    /// The number of a smart card.
    case smartCardPIN = -3
}

/// What an access control is evaluated for.
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
    /// A key agrees on another with somebody else's.
    case useKeyKeyExchange = 5
}

/// A kind of device nearby.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A Mac.
    case mac = 2
    /// A headset.
    case vision = 4
}
