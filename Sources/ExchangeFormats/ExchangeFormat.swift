/// The formats of files in which keys and certificates are exchanged.
///
/// The raw value is that of `SecExternalFormat`.
package enum ExchangeFormat: UInt32, CaseIterable, Hashable, Sendable {
    /// What OpenSSL writes by itself: SubjectPublicKeyInfo, PKCS #1, SEC 1, PKCS #8 without encryption.
    case openSSL = 1
    /// PKCS #1 for RSA keys.
    case bsafe = 3
    /// The external representation (keychain-services 6.3).
    case rawKey = 4
    /// PKCS #8, encrypted.
    case wrappedPKCS8 = 5
    /// OpenSSL's own encrypted PEM, which is only read.
    case wrappedOpenSSL = 6
    /// An X.509 certificate.
    case certificate = 9
    /// PEM with any number of parts.
    case pemSequence = 10
    /// Certificates in PKCS #7's SignedData.
    case pkcs7 = 11
    /// PKCS #12.
    case pkcs12 = 12
    /// OpenSSH's files.
    case openSSH = 14
}

/// The kind of contents of a file.
///
/// The raw value is that of `SecExternalItemType`.
package enum ExchangeItemType: UInt32, CaseIterable, Hashable, Sendable {
    case privateKey = 1
    case publicKey = 2
    case certificate = 4
    /// Several, of any kind.
    case aggregate = 5
}

/// The sizes of files that are read.
package enum ExchangeLimits {
    /// The number of bytes of a file.
    package static let file = 16 << 20
    /// The number of keys and certificates in a file.
    package static let items = 10_000
    /// The number of private keys in a PKCS #12 file: with more, this program and others would calculate for too long.
    static let keys = 64
    /// The number of bytes of a certificate.
    static let certificate = 1 << 20
    /// The number of iterations of all derivations from passwords while one file is read: some seconds.
    package static let iterations = 10_000_000
    /// The number of bytes that scrypt may use.
    static let memory = 64 << 20
}
