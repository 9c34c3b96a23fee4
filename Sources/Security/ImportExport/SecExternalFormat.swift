/// The format of a file of keys and certificates.
public enum SecExternalFormat: UInt32, Sendable {
    /// The function chooses the format, or recognises it.
    case formatUnknown = 0
    /// SubjectPublicKeyInfo; private keys as in PKCS #1 and SEC 1, or PKCS #8.
    case formatOpenSSL = 1
    /// OpenSSH version 1. Not implemented.
    case formatSSH = 2
    /// PKCS #1, for RSA keys.
    case formatBSAFE = 3
    /// The external representation of a key.
    case formatRawKey = 4
    /// Encrypted PKCS #8.
    case formatWrappedPKCS8 = 5
    /// OpenSSL's encrypted PEM, which is only read.
    case formatWrappedOpenSSL = 6
    /// OpenSSH version 1, encrypted. Not implemented.
    case formatWrappedSSH = 7
    /// Not implemented.
    case formatWrappedLSH = 8
    /// A certificate in DER.
    case formatX509Cert = 9
    /// Several items in PEM.
    case formatPEMSequence = 10
    /// Certificates in PKCS #7.
    case formatPKCS7 = 11
    /// PKCS #12.
    case formatPKCS12 = 12
    /// Not implemented.
    case formatNetscapeCertSequence = 13
    /// OpenSSH: a line with a public key, or a file with a private one.
    case formatSSHv2 = 14
}

/// The type of the contents of a file.
public enum SecExternalItemType: UInt32, Sendable {
    /// The caller does not know.
    case itemTypeUnknown = 0
    /// A private key.
    case itemTypePrivateKey = 1
    /// A public key.
    case itemTypePublicKey = 2
    /// A symmetric key. Not implemented.
    case itemTypeSessionKey = 3
    /// A certificate.
    case itemTypeCertificate = 4
    /// Several items.
    case itemTypeAggregate = 5
}

/// Flags of `SecItemImport` and `SecItemExport`.
public struct SecItemImportExportFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a set of the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The file is text, PEM.
    public static let pemArmour = SecItemImportExportFlags(rawValue: 1)
}

/// Flags for keys that are imported or exported.
public struct SecKeyImportExportFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a set of the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file with more than one private key is an error.
    public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1)
    /// The user is to be asked for the passphrase. No function asks: without a passphrase they return `errSecPassphraseRequired`.
    public static let securePassphrase = SecKeyImportExportFlags(rawValue: 2)
    /// Imported keys get no access list.
    public static let noAccessControl = SecKeyImportExportFlags(rawValue: 4)
}

/// The version of `SecItemImportExportKeyParameters` and `SecKeyImportExportParameters`.
public let SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 = 0
