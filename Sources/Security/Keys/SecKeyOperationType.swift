/// An operation of a key.
public enum SecKeyOperationType: CFIndex, Sendable {
    /// Making a signature, by the private key.
    case sign = 0
    /// Verifying a signature, by the public key.
    case verify = 1
    /// Encryption, by the public key.
    case encrypt = 2
    /// Decryption, by the private key.
    case decrypt = 3
    /// Making a secret that is shared with the owner of another key, by the private key.
    case keyExchange = 4
}

/// A key of the dictionary of `SecKeyCopyKeyExchangeResult`.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
    /// The text of the key.
    public let rawValue: CFString
    /// Makes a key of the dictionary.
    ///
    /// - Parameter rawValue: the text of the key.
    public init(rawValue: CFString) { self.rawValue = NSString(string: rawValue as String) }

    /// The number of bytes that the key derivation function returns: a number.
    public static let requestedSize = Self(rawValue: kSecKeyKeyExchangeParameterRequestedSize)
    /// The information that both sides share: data.
    public static let sharedInfo = Self(rawValue: kSecKeyKeyExchangeParameterSharedInfo)
}
