import AgentClient
import Foundation
import KeychainServices
import Security

/// An update or a deletion of the identity that a request refers to (keychain-services 2.6).
struct IdentityChange {
    let request: RequestDictionary
    let identity: SecIdentity

    /// Returns the references of the identity: one for each item of its certificate that the request names.
    ///
    /// The rest of the dictionary is about the certificate: an attribute that it cannot have is an error, not a condition less.
    func references(in keychain: Keychain) throws(KeychainError) -> [PersistentReference] {
        let query = try checkingGroups { () throws(KeychainError) in
            let ofCertificate = request.half(.certificate(identity.certificate))
            guard ofCertificate.attributes.count == request.attributes.count else {
                throw .noSuchAttribute(.certificate)
            }
            return try ofCertificate.queryForChange()
        }
        let found = try keychain.items(matching: query, reading: [], with: Authentication(interaction: .fail))
        var references: [PersistentReference] = []
        for item in found {
            references.append(
                try PersistentReference(
                    data: Data(ItemClass.identity.code.utf8) + item.persistentReference.data.dropFirst(4)))
        }
        return references
    }
}

extension RequestDictionary {
    /// The identity that the request refers to; nil if it names the class of one of the halves.
    var wholeIdentity: SecIdentity? {
        guard case .identity(let identity) = reference, className ?? ItemClass.identity.code == ItemClass.identity.code
        else { return nil }
        return identity
    }
}
