import AsymmetricKeys
import Foundation
import Secrets

@testable import KeychainServices

/// A private key that a test stores, and knows.
struct StoredKey {
    static let message: [UInt8] = Array("a message".utf8)

    let key: PrivateKey
    /// What is stored.
    let representation: Data

    init(_ specification: KeySpecification = .ellipticCurve(.p256)) throws {
        key = try PrivateKey.generate(specification)
        representation = try key.representation().withUnsafeBytes { Data($0) }
    }

    /// The item, by default not extractable.
    func item(_ attributes: Attributes = [:], extractable: AttributeValue? = 0) throws -> NewItem {
        var all: Attributes = [
            .keyClass: 1, .type: .number(Int64(key.specification.type.rawValue)), .applicationTag: "tag",
            .applicationLabel: .data(Data(try key.publicKey().label())),
        ]
        all[.extractable] = extractable
        return NewItem(.key, all.merging(attributes), data: representation)
    }

    /// A request for a signature of ``message``.
    var signing: PrivateKeyRequest {
        PrivateKeyRequest(.sign, algorithm, type: key.specification.type, input: Self.message)
    }

    private var algorithm: KeyAlgorithm {
        switch key.specification {
        case .rsa: .rsaSignaturePSS(.message(.sha256))
        case .ed25519: .ed25519
        default: .ecdsa(.x962, .message(.sha256))
        }
    }

    /// Whether it is a signature of ``message`` by this key.
    func hasMade(_ signature: borrowing SecretBytes) throws -> Bool {
        let algorithm = algorithm
        let publicKey = try key.publicKey()
        return try signature.withUnsafeBytes { signature in
            try Self.message.withUnsafeBytes { try publicKey.isValid(signature, of: $0, with: algorithm) }
        }
    }
}

extension Keychain {
    func use(_ key: PersistentReference, for request: PrivateKeyRequest) throws(KeychainError) -> SecretBytes {
        try use(key, for: request, with: Authentication())
    }
}
