/// The padding of the older functions for keys: `SecKeyRawSign`, `SecKeyRawVerify`, `SecKeyEncrypt`, `SecKeyDecrypt`.
///
/// Without any, an RSA key calculates with the number itself. Keys on curves know only ``sigRaw``.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// The padding as a number, with the same bits as Apple's.
    public let rawValue: UInt32
    /// Makes a padding from a number.
    ///
    /// - Parameter rawValue: the padding as a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// PKCS #1; for a signature without saying which function has hashed the data.
    public static let PKCS1 = Self(rawValue: 1)
    /// OAEP with SHA-1, for encryption.
    public static let OAEP = Self(rawValue: 2)
    /// ECDSA with both numbers in the length of a coordinate (RFC 4754), instead of DER.
    public static let sigRaw = Self(rawValue: 0x4000)
    /// PKCS #1 of a hash by MD2. No function accepts it.
    public static let PKCS1MD2 = Self(rawValue: 0x8000)
    /// PKCS #1 of a hash by MD5. No function accepts it.
    public static let PKCS1MD5 = Self(rawValue: 0x8001)
    /// PKCS #1 of a hash by SHA-1.
    public static let PKCS1SHA1 = Self(rawValue: 0x8002)
    /// PKCS #1 of a hash by SHA-224.
    public static let PKCS1SHA224 = Self(rawValue: 0x8003)
    /// PKCS #1 of a hash by SHA-256.
    public static let PKCS1SHA256 = Self(rawValue: 0x8004)
    /// PKCS #1 of a hash by SHA-384.
    public static let PKCS1SHA384 = Self(rawValue: 0x8005)
    /// PKCS #1 of a hash by SHA-512.
    public static let PKCS1SHA512 = Self(rawValue: 0x8006)
}
