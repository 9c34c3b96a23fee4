/// Reads the identities in a PKCS #12 file.
///
/// Specified in: keychain-services 6.6. An identity is a private key with the certificate of its public half; keys and certificates without
/// the other are left out.
///
/// - Parameters:
///   - pkcs12_data: the file, at most 16 MiB.
///   - options: `kSecImportExportPassphrase`, a string; no passphrase and the empty one are the same. The identities, and the other
///     certificates, are stored in a keychain if `kSecUseDataProtectionKeychain` is true, or in the one that `kSecImportExportKeychain` names,
///     unless `kSecImportToMemoryOnly` is true; `kSecImportExportAccess` is the access list of the keys.
///   - items: receives an array with a dictionary for each identity: `kSecImportItemIdentity`, `kSecImportItemCertChain` (the certificate
///     first, then its issuers as far as they are in the file), `kSecImportItemTrust`, `kSecImportItemLabel`, `kSecImportItemKeyID`. The array
///     is empty if there is no identity; unchanged on failure.
/// - Returns: `errSecSuccess`, or:
///   `errSecAuthFailed` for a wrong passphrase, or if one is required,
///   `errSecDecode` for data that is not PKCS #12, is damaged, or asks for more calculation than is allowed,
///   `errSecParam` for options of a wrong type,
///   `errSecUnimplemented` without OpenSSL's library,
///   `errSecInternal` otherwise; as `SecItemAdd` if identities are stored, except that those that are stored already are no error.
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    backend.importPKCS12(pkcs12_data, options, items)
}
