// Algorithms of encryption.
extension SecKeyAlgorithm {
    // MARK: RSA

    /// A number of the key’s length, without padding.
    public static let rsaEncryptionRaw = Self("encrypt:RSA:raw")
    /// PKCS #1: up to 11 bytes less than the key.
    public static let rsaEncryptionPKCS1 = Self("encrypt:RSA:PKCS1")
    /// OAEP with SHA-1: up to 42 bytes less than the key.
    public static let rsaEncryptionOAEPSHA1 = Self("encrypt:RSA:OAEP:SHA1")
    /// OAEP with SHA-224: up to 58 bytes less than the key.
    public static let rsaEncryptionOAEPSHA224 = Self("encrypt:RSA:OAEP:SHA224")
    /// OAEP with SHA-256: up to 66 bytes less than the key.
    public static let rsaEncryptionOAEPSHA256 = Self("encrypt:RSA:OAEP:SHA256")
    /// OAEP with SHA-384: up to 98 bytes less than the key.
    public static let rsaEncryptionOAEPSHA384 = Self("encrypt:RSA:OAEP:SHA384")
    /// OAEP with SHA-512: up to 130 bytes less than the key.
    public static let rsaEncryptionOAEPSHA512 = Self("encrypt:RSA:OAEP:SHA512")
    /// AES-GCM with a random key that OAEP with SHA-1 encrypts: data of any length.
    public static let rsaEncryptionOAEPSHA1AESGCM = Self("encrypt:RSA:OAEP:SHA1:AESGCM")
    /// AES-GCM with a random key that OAEP with SHA-224 encrypts: data of any length.
    public static let rsaEncryptionOAEPSHA224AESGCM = Self("encrypt:RSA:OAEP:SHA224:AESGCM")
    /// AES-GCM with a random key that OAEP with SHA-256 encrypts: data of any length.
    public static let rsaEncryptionOAEPSHA256AESGCM = Self("encrypt:RSA:OAEP:SHA256:AESGCM")
    /// AES-GCM with a random key that OAEP with SHA-384 encrypts: data of any length.
    public static let rsaEncryptionOAEPSHA384AESGCM = Self("encrypt:RSA:OAEP:SHA384:AESGCM")
    /// AES-GCM with a random key that OAEP with SHA-512 encrypts: data of any length.
    public static let rsaEncryptionOAEPSHA512AESGCM = Self("encrypt:RSA:OAEP:SHA512:AESGCM")

    // MARK: Elliptic curves

    /// ECIES with the standard exchange, SHA-1, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionStandardX963SHA1AESGCM = Self("encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// ECIES with the standard exchange, SHA-224, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionStandardX963SHA224AESGCM = Self("encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// ECIES with the standard exchange, SHA-256, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionStandardX963SHA256AESGCM = Self("encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// ECIES with the standard exchange, SHA-384, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionStandardX963SHA384AESGCM = Self("encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// ECIES with the standard exchange, SHA-512, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionStandardX963SHA512AESGCM = Self("encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// ECIES with the standard exchange, SHA-224, and AES-GCM with a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = Self(
        "encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with the standard exchange, SHA-256, and AES-GCM with a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = Self(
        "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with the standard exchange, SHA-384, and AES-GCM with a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = Self(
        "encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with the standard exchange, SHA-512, and AES-GCM with a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = Self(
        "encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// ECIES with the cofactor exchange, SHA-1, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = Self("encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// ECIES with the cofactor exchange, SHA-224, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = Self("encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// ECIES with the cofactor exchange, SHA-256, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = Self("encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// ECIES with the cofactor exchange, SHA-384, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = Self("encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// ECIES with the cofactor exchange, SHA-512, and AES-GCM with a vector of zeros.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = Self("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// ECIES with the cofactor exchange, SHA-224, and AES-GCM with a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = Self(
        "encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with the cofactor exchange, SHA-256, and AES-GCM with a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = Self(
        "encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with the cofactor exchange, SHA-384, and AES-GCM with a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = Self(
        "encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with the cofactor exchange, SHA-512, and AES-GCM with a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = Self(
        "encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
