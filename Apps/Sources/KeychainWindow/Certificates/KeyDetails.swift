import AgentClient
import Crypto
import Foundation
import KeychainServices

/// What is known of a key without its secret.
struct KeyDetails: Sendable {
    /// The external representation of the public half; `nil` for a symmetric key.
    let publicKey: Data?
    /// The SHA-256 hash of the public half.
    let fingerprint: String?

    /// Reads a key. Blocks.
    init(_ item: Item, in keychain: OwnerKeychain, _ authentication: Authentication) {
        var bytes = item[.publicKey]?.data
        // A public key is its own public half.
        if bytes == nil, item[.keyClass]?.number == 0 {
            let query = Query(item.persistentReference)
            bytes = try? keychain.keychain.items(matching: query, reading: .data, with: authentication).first?.data
        }
        publicKey = bytes
        fingerprint = bytes.map { AttributeText.hexadecimal(Array(SHA256.hash(data: $0))) }
    }
}
