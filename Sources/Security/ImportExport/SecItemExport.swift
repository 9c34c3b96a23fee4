/// Writes keys and certificates in one of the supported formats.
///
/// - Parameters:
///   - secItemOrArray: a `SecCertificate`, a `SecKey` or a `SecIdentity`, or an array of them.
///   - outputFormat: the format. If it is unknown, a certificate is X.509, a key as OpenSSL writes it (encrypted PKCS #8 if there is a
///     passphrase), an identity PKCS #12, and several items are a sequence of PEM.
///   - flags: `pemArmour` for text.
///   - keyParams: the passphrase. A private key is never written without encryption if there is one. May be nil.
///   - exportedData: receives the file; unchanged on failure.
/// - Returns: `errSecSuccess`, or:
///   `errSecDataNotAvailable` if one of the private keys is not extractable,
///   `errSecPassphraseRequired` for PKCS #12 and encrypted PKCS #8 without a passphrase, and where `securePassphrase` is set,
///   `errSecUnsupportedFormat` if the format does not have such items, or is not written,
///   `errSecParam` for other objects, and for none,
///   `errSecUnimplemented` without OpenSSL's library, or without `ssh-keygen` for an encrypted key of OpenSSH.
public func SecItemExport(
    _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    backend.exportItems(secItemOrArray, outputFormat, flags, KeyImport(keyParams?.pointee), exportedData)
}

/// Writes keys and certificates: the older form of `SecItemExport`, with the same parameters otherwise.
public func SecKeychainItemExport(
    _ keychainItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecKeyImportExportParameters>?, _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    backend.exportItems(keychainItemOrArray, outputFormat, flags, KeyImport(keyParams?.pointee), exportedData)
}
