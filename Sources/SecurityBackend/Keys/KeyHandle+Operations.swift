import AsymmetricKeys
import Foundation
import KeychainServices
import Secrets
import Security

// The operations of keys, in this process or where the key is stored.

extension KeyHandle {
    /// Carries out an operation of a private key.
    ///
    /// - Throws: `.parameter` for a public key, and for an algorithm that the key does not support; as ``StoredKey``.
    func result(
        of operation: KeyOperation, _ algorithm: KeyAlgorithm, _ input: [UInt8],
        _ parameters: ExchangeParameters = ExchangeParameters()
    ) throws(KeychainError) -> SecretBytes {
        switch self {
        case .stored(let key): return try key.result(of: operation, algorithm, input, parameters)
        case .memory(let key):
            return try withKeys { () throws(KeyError) in
                let key = try key.privateKey()
                let request = PrivateKeyRequest(
                    operation, algorithm, type: key.specification.type, input: input, parameters: parameters)
                return try request.result(with: key)
            }
        }
    }

    /// Returns a signature. It is no secret, and a key in memory makes it without guarded memory, which takes longer than P-256.
    ///
    /// - Throws: as ``result(of:_:_:_:)``.
    func signature(of data: NSData, _ algorithm: KeyAlgorithm) throws(KeychainError) -> NSData {
        guard case .memory(let key) = self else {
            return NSData(try result(of: .sign, algorithm, [UInt8](data.copied)))
        }
        return try withKeys { () throws(KeyError) in
            let key = try key.privateKey()
            return NSData(try data.withBytes { data throws(KeyError) in try key.sign(data, with: algorithm) })
        }
    }

    /// Returns the public key of an operation with it.
    ///
    /// - Throws: `.parameter` for a private key, which has none of a public key's operations.
    func publicKey() throws(KeyError) -> PublicKey {
        guard case .memory(let key) = self else { throw KeyError(.unsupported) }
        return try key.publicKey()
    }

    /// Returns the public half.
    ///
    /// - Throws: `.dataNotAvailable` if the keychain does not know it.
    func publicHalf() throws(KeychainError) -> PublicKey {
        switch self {
        case .memory(let key): try withKeys { () throws(KeyError) in try key.publicHalf() }
        case .stored(let key): try key.publicHalf()
        }
    }

    /// Returns the external representation.
    ///
    /// - Throws: as ``MemoryKey/representation()`` and ``StoredKey/representation()``.
    func representation() throws(KeychainError) -> Data {
        switch self {
        case .memory(let key): try key.representation()
        case .stored(let key): try key.representation()
        }
    }

    /// Returns the attributes for programs.
    func dictionary() throws(KeychainError) -> NSDictionary {
        switch self {
        case .memory(let key): try key.dictionary()
        case .stored(let key): key.dictionary()
        }
    }
}
