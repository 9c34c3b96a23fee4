import Foundation
import KeychainServices
import Security

/// A certificate that a keychain has.
struct StoredCertificate: NamedCertificate {
    let item: Item
    let keychain: KeychainChoice.Named
    let certificate: SecCertificate

    /// Fails for an item whose bytes are no certificate.
    init?(_ item: Item, in keychain: KeychainChoice.Named) {
        guard let bytes = item.data, let certificate = SecCertificateCreateWithData(nil, bytes as NSData) else {
            return nil
        }
        (self.item, self.keychain, self.certificate) = (item, keychain, certificate)
    }

    /// Returns the certificates of keychains for which `isWanted` holds, in their order.
    ///
    /// - Parameter limit: the number after which no more are looked for.
    static func all(
        in keychains: [KeychainChoice.Named], limit: Int = .max, where isWanted: (StoredCertificate) -> Bool
    ) throws -> [StoredCertificate] {
        var found: [StoredCertificate] = []
        // A locked keychain is an error only if no other has what is looked for.
        var problem: FunctionFailure?
        for named in keychains {
            let query = Query(.certificate, synchronizable: .any)
            do {
                let items = try calling(PasswordSearch.function) {
                    try named.keychain.items(matching: query, reading: [.attributes, .data])
                }
                for item in items where found.count < limit {
                    guard let certificate = StoredCertificate(item, in: named), isWanted(certificate) else { continue }
                    found.append(certificate)
                }
            } catch let error as FunctionFailure { problem = problem ?? error }
        }
        if found.isEmpty, let problem { throw problem }
        return found
    }
}
