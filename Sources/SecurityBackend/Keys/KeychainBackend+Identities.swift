import AgentClient
import AsymmetricKeys
import Foundation
import KeychainServices
import Security

extension KeychainBackend {
    func makeIdentity(_ certificate: SecCertificate, _ key: SecKey) -> SecIdentity? {
        guard let handle = try? key.keyHandle(), handle.keyClass == .privateKey else { return nil }
        guard let half = handle.publicRepresentation else { return SecIdentity(certificate, key) }
        // The same bytes in another algorithm are another key.
        guard half.elementsEqual(certificate.fields.publicKey),
            let publicKey = SecCertificateCopyKey(certificate), let ofKey = try? self.publicKey(of: key),
            publicKey == ofKey
        else { return nil }
        return SecIdentity(certificate, key)
    }

    func findIdentity(
        of certificate: SecCertificate, in keychains: CFTypeRef?, _ identity: UnsafeMutablePointer<SecIdentity?>
    ) -> OSStatus {
        status("SecIdentityCreateWithCertificate") { () throws(KeychainError) in
            let hash = AttributeValue.data(certificate.fields.publicKeyHash)
            let query = Query(.key, [.applicationLabel: hash, .keyClass: 1], synchronizable: .any)
            let uses = UseKeys()
            for keychain in try Self.keychains(keychains) {
                let items = try keychain.items(matching: query, reading: .attributes, with: uses.authentication)
                let references = uses.references(in: keychain)
                guard let found = items.lazy.compactMap({ references.identity(of: certificate, keyItem: $0) }).first
                else { continue }
                identity.pointee = found
                return
            }
            throw KeychainError(.itemNotFound, "no private key belongs to the certificate")
        }
    }

    private static func keychains(_ object: CFTypeRef?) throws(KeychainError) -> [Keychain] {
        guard let object else { return [try Keychain.current()] }
        var keychains: [Keychain] = []
        for object in (object as? NSArray).map({ Array($0) }) ?? [object] {
            guard let keychain = (object as? SecKeychain)?.keychain else {
                throw .invalidRequest("neither a keychain nor an array of keychains")
            }
            keychains.append(keychain)
        }
        return keychains
    }
}
