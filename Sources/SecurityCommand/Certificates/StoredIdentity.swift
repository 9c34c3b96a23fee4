import Foundation
import KeychainServices
import Security

/// A private key and its certificate that a keychain has.
struct StoredIdentity: NamedCertificate {
    let identity: SecIdentity
    let certificate: SecCertificate
    let keychain: KeychainChoice.Named

    /// Returns the identities of keychains, in their order.
    ///
    /// - Parameter conditions: further attributes of the search.
    static func all(
        in keychains: [KeychainChoice.Named], where conditions: [CFString: Any] = [:]
    ) throws -> [StoredIdentity] {
        var found: [StoredIdentity] = []
        // A locked keychain is an error only if no other has one.
        var problem: FunctionFailure?
        for named in keychains {
            do {
                found += try named.identities(where: conditions).compactMap { StoredIdentity($0, in: named) }
            } catch let error as FunctionFailure { problem = problem ?? error }
        }
        if found.isEmpty, let problem { throw problem }
        return found
    }

    private init?(_ identity: SecIdentity, in keychain: KeychainChoice.Named) {
        var certificate: SecCertificate?
        guard SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess, let certificate else { return nil }
        (self.identity, self.certificate, self.keychain) = (identity, certificate, keychain)
    }

    /// The private key.
    var key: SecKey? {
        var key: SecKey?
        return SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess ? key : nil
    }

    /// What a person calls it.
    var label: String { SecCertificateCopySubjectSummary(certificate).map { "\($0)" } ?? "" }
}
