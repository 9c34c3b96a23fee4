import Crypto
import Foundation
import KeychainServices
import Security

/// A private key and its certificate that a keychain has.
struct StoredIdentity {
    let identity: SecIdentity
    let certificate: SecCertificate
    let keychain: KeychainChoice.Named

    /// Returns the identities of keychains, in their order.
    static func all(in keychains: [KeychainChoice.Named]) throws -> [StoredIdentity] {
        var found: [StoredIdentity] = []
        // A locked keychain is an error only if no other has one.
        var problem: FunctionFailure?
        for named in keychains {
            do { found += try named.identities().compactMap { StoredIdentity($0, in: named) } } catch let error
                as FunctionFailure
            { problem = problem ?? error }
        }
        if found.isEmpty, let problem { throw problem }
        return found
    }

    private init?(_ identity: SecIdentity, in keychain: KeychainChoice.Named) {
        var certificate: SecCertificate?
        guard SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess, let certificate else { return nil }
        (self.identity, self.certificate, self.keychain) = (identity, certificate, keychain)
    }

    private var bytes: Data { SecCertificateCopyData(certificate).copied }
    var sha1: String { ValueText.hex(Insecure.SHA1.hash(data: bytes).map { $0 }, upperCase: true) }
    var sha256: String { ValueText.hex(SHA256.hash(data: bytes).map { $0 }, upperCase: true) }

    /// What a person calls it.
    var label: String { SecCertificateCopySubjectSummary(certificate).map { "\($0)" } ?? "" }

    /// Whether the common name has `part` in it, in any letter case.
    func isNamed(_ part: String) -> Bool {
        var name: CFString?
        guard SecCertificateCopyCommonName(certificate, &name) == errSecSuccess, let name else { return false }
        return "\(name)".range(of: part, options: .caseInsensitive) != nil
    }
}
