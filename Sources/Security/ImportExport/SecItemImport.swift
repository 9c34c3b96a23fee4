/// Reads keys and certificates in any of the supported formats.
///
/// - Parameters:
///   - importedData: the file, at most 16 MiB.
///   - fileNameOrExtension: ignored: the contents tell the format.
///   - inputFormat: the format that the file has to be in, or unknown; receives the one that it is in. May be nil.
///   - itemType: the type of the contents, or unknown; receives the one that was found. May be nil.
///   - flags: ignored: PEM is recognised.
///   - keyParams: passphrase, access list and attributes of keys. May be nil.
///   - importKeychain: the keychain that the items are stored in; nil to store none.
///   - outItems: receives an array of `SecCertificate`, `SecKey` and, from PKCS #12, `SecIdentity`; unchanged on failure. May be nil.
/// - Returns: `errSecSuccess`, or:
///   `errSecUnknownFormat` for data in no format, in another one than `inputFormat` says, or without an item of `itemType`,
///   `errSecUnsupportedFormat` for formats, algorithms and curves that are not implemented,
///   `errSecDecode` for a damaged file, or one that asks for more calculation than is allowed,
///   `errSecDataTooLarge`,
///   `errSecPassphraseRequired` if there is none and one is needed,
///   `errSecPkcs12VerifyFailure` for a wrong passphrase of PKCS #12, `errSecAuthFailed` of other formats,
///   `errSecMultiplePrivKeys` for several keys where `importOnlyOne` is set,
///   `errSecDuplicateItem` if all items are in the keychain already,
///   `errSecUnimplemented` without OpenSSL's library, or without `ssh-keygen` for an encrypted key of OpenSSH; as `SecItemAdd`.
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?, _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    importItems(importedData, inputFormat, itemType, KeyImport(keyParams?.pointee), importKeychain, outItems)
}

/// Reads keys and certificates: the older form of `SecItemImport`, with the same parameters otherwise.
public func SecKeychainItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?, _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecKeyImportExportParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    importItems(importedData, inputFormat, itemType, KeyImport(keyParams?.pointee), importKeychain, outItems)
}

private func importItems(
    _ data: CFData, _ format: UnsafeMutablePointer<SecExternalFormat>?,
    _ type: UnsafeMutablePointer<SecExternalItemType>?, _ keys: KeyImport, _ keychain: SecKeychain?,
    _ items: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    var found = (format?.pointee ?? .formatUnknown, type?.pointee ?? .itemTypeUnknown)
    let status = backend.importItems(data, &found.0, &found.1, keys, keychain, items)
    guard status == errSecSuccess else { return status }
    format?.pointee = found.0
    type?.pointee = found.1
    return status
}

/// What both forms of the parameters say about keys.
package struct KeyImport {
    /// Flags.
    package var flags: SecKeyImportExportFlags = []
    /// The passphrase, if there is one.
    package var passphrase: CFTypeRef?
    /// The access list, if there is one.
    package var access: SecAccess?
    /// Whether imported keys are extractable.
    package var isExtractable = true

    init(_ parameters: SecItemImportExportKeyParameters?) {
        guard let parameters else { return }
        flags = parameters.flags
        passphrase = parameters.passphrase?.takeUnretainedValue()
        access = parameters.accessRef?.takeUnretainedValue()
        if let attributes = parameters.keyAttributes?.takeUnretainedValue() {
            isExtractable = attributes.contains(kSecAttrIsExtractable)
        }
    }

    init(_ parameters: SecKeyImportExportParameters?) {
        guard let parameters else { return }
        flags = parameters.flags
        passphrase = parameters.passphrase?.takeUnretainedValue()
        access = parameters.accessRef?.takeUnretainedValue()
        isExtractable = parameters.keyAttributes == 0 || parameters.keyAttributes & Self.extractableAttribute != 0
    }

    /// `CSSM_KEYATTR_EXTRACTABLE`
    private static let extractableAttribute: UInt32 = 0x20
}
