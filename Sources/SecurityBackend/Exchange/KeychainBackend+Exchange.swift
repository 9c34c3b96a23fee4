import AsymmetricKeys
import ExchangeFormats
import KeychainServices
import Security

// Files of keys and certificates (keychain-services 6.6).

extension KeychainBackend {
    func importPKCS12(
        _ data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus {
        status("SecPKCS12Import") { () throws(KeychainError) in
            let options = try PKCS12Options(options)
            let contents = try exchanging(.pkcs12Import) { () throws(ExchangeError) in
                try data.withBytes { bytes throws(ExchangeError) in
                    try ExchangeReader.read(bytes, options.passphrase, as: .pkcs12)
                }
            }
            let imported = try ImportedItems(contents.items, formsIdentities: true, isExtractable: true)
            // Keys without certificates are no part of the result, and not stored.
            _ = try options.destination?.store(imported.withoutSingleKeys)
            items.pointee = imported.identities.map { imported.dictionary($0) } as NSArray
        }
    }

    func importItems(
        _ data: CFData, _ format: inout SecExternalFormat, _ type: inout SecExternalItemType, _ keys: KeyImport,
        _ keychain: SecKeychain?, _ items: UnsafeMutablePointer<CFArray?>?
    ) -> OSStatus {
        var found = (format, type)
        let status = status("SecItemImport") { () throws(KeychainError) in
            let contents = try read(data, found.0, found.1, keys)
            try check(contents, found.1, keys)
            let imported = try ImportedItems(
                contents.items, formsIdentities: contents.format == .pkcs12, isExtractable: keys.isExtractable)
            if let keychain {
                let access = keys.flags.contains(.noAccessControl) ? nil : keys.access
                let stored = try ImportDestination(keychain: keychain, access: access).store(imported)
                guard stored > 0 || imported.objects.isEmpty else {
                    throw KeychainError(.duplicateItem, "all items are in the keychain already")
                }
            }
            items?.pointee = imported.objects as NSArray
            found.0 = SecExternalFormat(rawValue: contents.format.rawValue) ?? .formatUnknown
            found.1 = SecExternalItemType(rawValue: contents.type.rawValue) ?? .itemTypeUnknown
        }
        (format, type) = found
        return status
    }

    private func read(
        _ data: CFData, _ format: SecExternalFormat, _ type: SecExternalItemType, _ keys: KeyImport
    ) throws(KeychainError) -> ExchangeContents {
        let passphrase = try keys.givenPassphrase()
        let asked = try format.known()
        let isPKCS12 = asked == .pkcs12 || data.withBytes { FormatDetector.detect($0) } == .pkcs12
        return try exchanging(.itemImport, isPKCS12: isPKCS12) { () throws(ExchangeError) in
            try data.withBytes { bytes throws(ExchangeError) in
                try ExchangeReader.read(bytes, passphrase, as: asked, type: ExchangeItemType(rawValue: type.rawValue))
            }
        }
    }

    private func check(
        _ contents: ExchangeContents, _ type: SecExternalItemType, _ keys: KeyImport
    ) throws(KeychainError) {
        if let wanted = ExchangeItemType(rawValue: type.rawValue), wanted != .aggregate,
            !contents.items.contains(where: { $0.type == wanted })
        {
            throw KeychainError(
                KeychainError.Code(rawValue: errSecUnknownFormat), "the file has no item of this type")
        }
        let privateKeys = contents.items.filter { $0.type == .privateKey }
        if keys.flags.contains(.importOnlyOne), privateKeys.count > 1 {
            throw KeychainError(
                KeychainError.Code(rawValue: errSecMultiplePrivKeys), "the file has several private keys")
        }
    }

    func exportItems(
        _ items: CFTypeRef, _ format: SecExternalFormat, _ flags: SecItemImportExportFlags, _ keys: KeyImport,
        _ data: UnsafeMutablePointer<CFData?>
    ) -> OSStatus {
        status("SecItemExport") { () throws(KeychainError) in
            let passphrase = try keys.givenPassphrase()
            let objects = try ExportedItems(items)
            let asked = try format.known() ?? (objects.isIdentity ? .pkcs12 : nil)
            let file = try exchanging(.itemExport) { () throws(ExchangeError) in
                try ExchangeWriter.write(objects.items, as: asked, asPEM: flags.contains(.pemArmour), passphrase)
            }
            data.pointee = NSData(data: file.withUnsafeBytes { Data($0) })
        }
    }
}

extension KeyImport {
    fileprivate func givenPassphrase() throws(KeychainError) -> Passphrase {
        if let passphrase { return try Passphrase(object: passphrase) }
        guard !flags.contains(.securePassphrase) else {
            throw KeychainError(
                KeychainError.Code(rawValue: errSecPassphraseRequired), "there is no prompt for a passphrase",
                remedy: "give the passphrase in the parameters")
        }
        return .none
    }
}

extension SecExternalFormat {
    /// Returns the format; nil for none.
    ///
    /// - Throws: `errSecUnsupportedFormat` for formats that are not implemented.
    fileprivate func known() throws(KeychainError) -> ExchangeFormat? {
        guard self != .formatUnknown else { return nil }
        guard let format = ExchangeFormat(rawValue: rawValue) else {
            throw KeychainError(
                KeychainError.Code(rawValue: errSecUnsupportedFormat), "the format is not implemented")
        }
        return format
    }
}

extension ImportedItems {
    /// The dictionary of an identity.
    fileprivate func dictionary(_ identity: Identity) -> NSDictionary {
        let chain = chain(of: identity.identity.certificate)
        var entries: [CFString: Any] = [
            kSecImportItemIdentity: identity.identity, kSecImportItemCertChain: chain as NSArray,
            kSecImportItemKeyID: identity.id,
        ]
        entries[kSecImportItemLabel] = identity.name ?? identity.identity.certificate.fields.subject.summary
        entries[kSecImportItemTrust] = makeTrust(of: chain)
        return entries as NSDictionary
    }
}
