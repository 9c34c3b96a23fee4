import AgentProtocol
import AsymmetricKeys
import Foundation
import KeychainServices
import Secrets

/// A private key that a test gives to an agent, and knows.
struct AgentKey {
    static let message: [UInt8] = Array("message".utf8)

    let key: PrivateKey
    let representation: [UInt8]

    init(_ specification: KeySpecification = .ellipticCurve(.p256)) throws {
        key = try PrivateKey.generate(specification)
        representation = try key.representation().withUnsafeBytes { Array($0) }
    }

    /// The secret number, which no program is to have.
    var scalar: [UInt8] { Array(representation.suffix(key.specification.blockCount)) }

    var item: NewItem {
        NewItem(
            .key,
            [
                .keyClass: 1, .type: .number(Int64(key.specification.type.rawValue)), .extractable: 0,
                .applicationTag: .data(Data(key.publicRepresentation)),
            ], data: Data(representation))
    }

    private var algorithm: KeyAlgorithm {
        key.specification.type == .rsa ? .rsaSignaturePSS(.message(.sha256)) : .ecdsa(.x962, .message(.sha256))
    }

    var signing: PrivateKeyRequest {
        PrivateKeyRequest(.sign, algorithm, type: key.specification.type, input: Self.message)
    }

    func hasMade(_ signature: some Collection<UInt8>) throws -> Bool {
        let publicKey = try key.publicKey()
        return try Array(signature).withUnsafeBytes { signature in
            try Self.message.withUnsafeBytes { try publicKey.isValid(signature, of: $0, with: algorithm) }
        }
    }
}

extension Keychain {
    /// Signs by a key of the keychain.
    func signature(by key: PersistentReference, _ request: PrivateKeyRequest) throws(KeychainError) -> [UInt8] {
        try use(key, for: request, with: Authentication()).withUnsafeBytes { Array($0) }
    }

    /// The status of the same; 0 if it signs.
    func statusOfSigning(by key: PersistentReference, _ request: PrivateKeyRequest) -> Int32 {
        do throws(KeychainError) {
            _ = try signature(by: key, request)
            return 0
        } catch { return error.code.rawValue }
    }
}
