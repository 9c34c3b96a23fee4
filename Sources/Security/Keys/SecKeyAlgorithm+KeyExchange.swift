// Algorithms of key exchange.
extension SecKeyAlgorithm {
    // MARK: Diffie-Hellman on curves

    /// The secret of the standard exchange itself.
    public static let ecdhKeyExchangeStandard = Self("keyexchange:ECDH")
    /// The secret of the standard exchange, through the key derivation function of ANSI X9.63 with SHA-1.
    public static let ecdhKeyExchangeStandardX963SHA1 = Self("keyexchange:ECDH:KDFX963:SHA1")
    /// The secret of the standard exchange, through the key derivation function of ANSI X9.63 with SHA-224.
    public static let ecdhKeyExchangeStandardX963SHA224 = Self("keyexchange:ECDH:KDFX963:SHA224")
    /// The secret of the standard exchange, through the key derivation function of ANSI X9.63 with SHA-256.
    public static let ecdhKeyExchangeStandardX963SHA256 = Self("keyexchange:ECDH:KDFX963:SHA256")
    /// The secret of the standard exchange, through the key derivation function of ANSI X9.63 with SHA-384.
    public static let ecdhKeyExchangeStandardX963SHA384 = Self("keyexchange:ECDH:KDFX963:SHA384")
    /// The secret of the standard exchange, through the key derivation function of ANSI X9.63 with SHA-512.
    public static let ecdhKeyExchangeStandardX963SHA512 = Self("keyexchange:ECDH:KDFX963:SHA512")
    /// The secret of the cofactor exchange itself.
    public static let ecdhKeyExchangeCofactor = Self("keyexchange:ECDHC")
    /// The secret of the cofactor exchange, through the key derivation function of ANSI X9.63 with SHA-1.
    public static let ecdhKeyExchangeCofactorX963SHA1 = Self("keyexchange:ECDHC:KDFX963:SHA1")
    /// The secret of the cofactor exchange, through the key derivation function of ANSI X9.63 with SHA-224.
    public static let ecdhKeyExchangeCofactorX963SHA224 = Self("keyexchange:ECDHC:KDFX963:SHA224")
    /// The secret of the cofactor exchange, through the key derivation function of ANSI X9.63 with SHA-256.
    public static let ecdhKeyExchangeCofactorX963SHA256 = Self("keyexchange:ECDHC:KDFX963:SHA256")
    /// The secret of the cofactor exchange, through the key derivation function of ANSI X9.63 with SHA-384.
    public static let ecdhKeyExchangeCofactorX963SHA384 = Self("keyexchange:ECDHC:KDFX963:SHA384")
    /// The secret of the cofactor exchange, through the key derivation function of ANSI X9.63 with SHA-512.
    public static let ecdhKeyExchangeCofactorX963SHA512 = Self("keyexchange:ECDHC:KDFX963:SHA512")

    // MARK: Others

    /// ML-KEM. Not implemented: OpenSSL 3.0 does not have it.
    public static let mlKEM = Self("kem:ML-KEM")
}
