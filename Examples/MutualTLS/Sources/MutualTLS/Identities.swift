import Foundation
import Security

/// The identities of the keychain: certificates with their private keys.
enum Identities {
    /// Stores the identities of a .p12 file, with the certificates of their issuers.
    ///
    /// - Parameter isExtractable: false to let no program copy the private keys out of the keychain again.
    /// - Returns: the label of each.
    static func importFile(_ file: Data, passphrase: String, isExtractable: Bool) throws -> [String] {
        var items: CFArray?
        // The function itself stores nothing here: it would store keys that are extractable.
        let options = [kSecImportExportPassphrase: passphrase as CFString] as [CFString: Any]
        try check(SecPKCS12Import(file as CFData, options as CFDictionary, &items), "read the file")
        return try (items as? [[String: Any]] ?? []).compactMap { try store($0, isExtractable: isExtractable) }
    }

    private static func store(_ item: [String: Any], isExtractable: Bool) throws -> String? {
        guard let identity = item[kSecImportItemIdentity as String] as? SecIdentity else { return nil }
        let label = item[kSecImportItemLabel as String] as? String ?? "TLS client"
        try add([
            kSecValueRef: identity, kSecAttrLabel: label as CFString, kSecAttrIsExtractable: isExtractable,
        ])
        let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        for issuer in chain.dropFirst() { try add([kSecValueRef: issuer]) }
        return label
    }

    private static func add(_ attributes: [CFString: Any]) throws {
        let status = SecItemAdd(attributes as CFDictionary, nil)
        if status != errSecDuplicateItem { try check(status, "store an item") }
    }

    /// Finds an identity by its label.
    static func find(_ label: String) throws -> SecIdentity {
        let query: [CFString: Any] = [
            kSecClass: kSecClassIdentity, kSecAttrLabel: label as CFString, kSecReturnRef: true,
        ]
        var found: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &found), "find “\(label)”")
        guard let identity = found as? SecIdentity else { throw Failure("find “\(label)”", errSecItemNotFound) }
        return identity
    }

    /// The parts of an identity: its certificate, followed by those of its issuers that the keychain has, and its private key.
    static func parts(of identity: SecIdentity) throws -> (chain: [SecCertificate], key: SecKey) {
        var (certificate, key): (SecCertificate?, SecKey?)
        try check(SecIdentityCopyCertificate(identity, &certificate), "read the certificate")
        try check(SecIdentityCopyPrivateKey(identity, &key), "find the private key")
        guard let certificate, let key else { throw Failure("take the identity apart", errSecInternalComponent) }
        return (chain(of: certificate), key)
    }

    private static func chain(of certificate: SecCertificate) -> [SecCertificate] {
        let query: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
        ]
        var found: CFTypeRef?
        _ = SecItemCopyMatching(query as CFDictionary, &found)
        let stored = found as? [SecCertificate] ?? []
        var chain = [certificate]
        while let issuer = stored.first(where: { isIssuer($0, of: chain[chain.count - 1]) && !chain.contains($0) }) {
            chain.append(issuer)
        }
        return chain
    }

    /// Whether the names say so. The peer verifies the signatures.
    private static func isIssuer(_ issuer: SecCertificate, of certificate: SecCertificate) -> Bool {
        SecCertificateCopyNormalizedSubjectSequence(issuer) == SecCertificateCopyNormalizedIssuerSequence(certificate)
    }
}
