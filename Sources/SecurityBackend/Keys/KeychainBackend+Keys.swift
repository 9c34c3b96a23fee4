import AsymmetricKeys
import KeychainServices
import Secrets
import Security

// The functions of keys in memory.

extension KeychainBackend {
    func makeKey(from representation: CFData, _ attributes: CFDictionary) throws(CFError) -> SecKey {
        try reporting("SecKeyCreateWithData") { () throws(KeychainError) in
            let parameters = try KeyParameters(attributes)
            guard try !parameters.isForToken() else { return try makeTokenKey(from: representation, parameters) }
            let keyClass = try parameters.keyClass()
            let type = try parameters.type()
            let isExtractable = try parameters.isExtractable()
            return try withKeys { () throws(KeyError) in
                switch keyClass {
                case .publicKey: SecKey(MemoryKey(.publicKey(try PublicKey(type, representation))))
                case .privateKey:
                    SecKey(MemoryKey(.privateKey(try PrivateKey(type, representation)), isExtractable: isExtractable))
                }
            }
        }
    }

    func representation(of key: SecKey) throws(CFError) -> CFData {
        try reporting("SecKeyCopyExternalRepresentation") { () throws(KeychainError) in
            try key.handleOfKey().representation() as NSData
        }
    }

    func publicKey(of key: SecKey) throws(CFError) -> SecKey {
        try reporting("SecKeyCopyPublicKey") { () throws(KeychainError) in
            let half = try key.handleOfKey().publicHalf()
            // A public key of a keychain has its item's attributes.
            if let same = try? key.inMemory(), same.keyClass == .publicKey { return SecKey(same) }
            return SecKey(MemoryKey(.publicKey(half)))
        }
    }

    func attributes(of key: SecKey) throws(CFError) -> CFDictionary {
        try reporting("SecKeyCopyAttributes") { () throws(KeychainError) in try key.handleOfKey().dictionary() }
    }

    func blockSize(of key: SecKey) -> Int { (try? key.keyHandle())?.specification?.blockCount ?? 0 }

    func supports(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
        guard let key = try? key.keyHandle(), let algorithm = try? KeyAlgorithm(algorithm),
            let operation = KeyOperation(rawValue: operation.rawValue)
        else { return false }
        return key.specification?.supports(operation, algorithm, as: key.keyClass) ?? false
    }

    func sign(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData {
        try reporting("SecKeyCreateSignature") { () throws(KeychainError) in
            let algorithm = try withKeys { () throws(KeyError) in try KeyAlgorithm(algorithm) }
            return try key.handleOfKey().signature(of: data, algorithm)
        }
    }

    func verify(
        _ signature: CFData, of data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm
    ) throws(CFError) {
        try reporting("SecKeyVerifySignature") { () throws(KeychainError) in
            let isValid = try withKeys { () throws(KeyError) in
                let algorithm = try KeyAlgorithm(algorithm)
                let key = try key.keyHandle().publicKey()
                return try data.withBytes { data throws(KeyError) in
                    try signature.withBytes { signature throws(KeyError) in
                        try key.isValid(signature, of: data, with: algorithm)
                    }
                }
            }
            guard isValid else { throw .invalidSignature }
        }
    }

    func encrypt(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData {
        try reportingKeys("SecKeyCreateEncryptedData") { () throws(KeyError) in
            let algorithm = try KeyAlgorithm(algorithm)
            let key = try key.keyHandle().publicKey()
            return NSData(try data.withBytes { data throws(KeyError) in try key.encrypt(data, with: algorithm) })
        }
    }

    func decrypt(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData {
        try reporting("SecKeyCreateDecryptedData") { () throws(KeychainError) in
            try result(of: .decrypt, key, algorithm, data)
        }
    }

    func exchange(
        _ key: SecKey, with peer: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: CFDictionary
    ) throws(CFError) -> CFData {
        try reporting("SecKeyCopyKeyExchangeResult") { () throws(KeychainError) in
            let given = try KeyParameters(parameters)
            let parameters = ExchangeParameters(
                count: try given.number(kSecKeyKeyExchangeParameterRequestedSize),
                sharedInfo: [UInt8](try given.data(kSecKeyKeyExchangeParameterSharedInfo) ?? Data()))
            let peer = try withKeys { () throws(KeyError) in try peer.keyHandle().publicKey() }
            return try result(of: .exchange, key, algorithm, NSData(peer.representation), parameters)
        }
    }

    /// Carries out an operation of a private key.
    private func result(
        of operation: KeyOperation, _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ input: NSData,
        _ parameters: ExchangeParameters = ExchangeParameters()
    ) throws(KeychainError) -> NSData {
        let algorithm = try withKeys { () throws(KeyError) in try KeyAlgorithm(algorithm) }
        return NSData(try key.handleOfKey().result(of: operation, algorithm, [UInt8](input.copied), parameters))
    }
}

/// Runs one of the functions that do nothing but an operation of keys.
private func reportingKeys<Result>(
    _ function: StaticString, _ body: () throws(KeyError) -> Result
) throws(CFError) -> Result {
    try reporting(function) { () throws(KeychainError) in try withKeys(body) }
}

extension KeyAlgorithm {
    fileprivate init(_ algorithm: SecKeyAlgorithm) throws(KeyError) {
        try self.init(identifier: algorithm.rawValue as String)
    }
}
