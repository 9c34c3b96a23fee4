import AsymmetricKeys
import KeychainServices
import Secrets
import Security

// The functions of keys in memory.

extension KeychainBackend {
    func makeKey(from representation: CFData, _ attributes: CFDictionary) throws(CFError) -> SecKey {
        try reporting("SecKeyCreateWithData") { () throws(KeychainError) in
            let parameters = try KeyParameters(attributes)
            try parameters.checkForToken()
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

    func makeRandomKey(_ parameters: CFDictionary) throws(CFError) -> SecKey {
        try reporting("SecKeyCreateRandomKey") { () throws(KeychainError) in
            let request = try KeyRequest(parameters)
            return try withKeys { () throws(KeyError) in
                let specification = try KeySpecification(making: request.type, bits: request.bits)
                let key = try PrivateKey.generate(specification)
                return SecKey(MemoryKey(.privateKey(key), isExtractable: request.isExtractable))
            }
        }
    }

    func representation(of key: SecKey) throws(CFError) -> CFData {
        try reporting("SecKeyCopyExternalRepresentation") { () throws(KeychainError) in
            try key.memoryKey().representation() as NSData
        }
    }

    func publicKey(of key: SecKey) throws(CFError) -> SecKey {
        try reportingKeys("SecKeyCopyPublicKey") { () throws(KeyError) in
            SecKey(MemoryKey(.publicKey(try key.inMemory().publicHalf())))
        }
    }

    func attributes(of key: SecKey) throws(CFError) -> CFDictionary {
        try reporting("SecKeyCopyAttributes") { () throws(KeychainError) in try key.memoryKey().attributes() }
    }

    func blockSize(of key: SecKey) -> Int { (try? key.inMemory())?.specification.blockCount ?? 0 }

    func supports(_ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
        guard let key = try? key.inMemory(), let algorithm = try? KeyAlgorithm(algorithm),
            let operation = KeyOperation(rawValue: operation.rawValue)
        else { return false }
        return key.specification.supports(operation, algorithm, as: key.keyClass)
    }

    func sign(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData {
        try reportingKeys("SecKeyCreateSignature") { () throws(KeyError) in
            let algorithm = try KeyAlgorithm(algorithm)
            let key = try key.inMemory().privateKey()
            return NSData(try data.withBytes { data throws(KeyError) in try key.sign(data, with: algorithm) })
        }
    }

    func verify(
        _ signature: CFData, of data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm
    ) throws(CFError) {
        try reporting("SecKeyVerifySignature") { () throws(KeychainError) in
            let isValid = try withKeys { () throws(KeyError) in
                let algorithm = try KeyAlgorithm(algorithm)
                let key = try key.inMemory().publicKey()
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
            let key = try key.inMemory().publicKey()
            return NSData(try data.withBytes { data throws(KeyError) in try key.encrypt(data, with: algorithm) })
        }
    }

    func decrypt(_ data: CFData, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws(CFError) -> CFData {
        try reportingKeys("SecKeyCreateDecryptedData") { () throws(KeyError) in
            let algorithm = try KeyAlgorithm(algorithm)
            let key = try key.inMemory().privateKey()
            return NSData(try data.withBytes { data throws(KeyError) in try key.decrypt(data, with: algorithm) })
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
            return try withKeys { () throws(KeyError) in
                let algorithm = try KeyAlgorithm(algorithm)
                let peer = try peer.inMemory().publicKey()
                return NSData(try key.inMemory().privateKey().exchange(with: peer, algorithm, parameters))
            }
        }
    }
}

/// What `SecKeyCreateRandomKey` is asked for.
private struct KeyRequest {
    let type: KeyType
    let bits: Int
    let isExtractable: Bool

    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let all = try KeyParameters(dictionary)
        type = try all.typeForMaking()
        bits = try Self.bits(try all.number(kSecAttrKeySizeInBits), type)
        let privateHalf = try all.merged(with: kSecPrivateKeyAttrs)
        isExtractable = try privateHalf.isExtractable()
        for half in [privateHalf, try all.merged(with: kSecPublicKeyAttrs)] {
            try half.checkForToken()
            try half.checkForKeeping()
        }
    }

    private static func bits(_ given: Int?, _ type: KeyType) throws(KeychainError) -> Int {
        switch (given, type) {
        case (let bits?, _): return bits
        // There is one size.
        case (nil, .ed25519), (nil, .x25519): return 256
        case (nil, _): throw .parameter("the size of the key is missing")
        }
    }
}

/// Runs one of the functions that do nothing but an operation of keys.
private func reportingKeys<Result>(
    _ function: StaticString, _ body: () throws(KeyError) -> Result
) throws(CFError) -> Result {
    try reporting(function) { () throws(KeychainError) in try withKeys(body) }
}

extension SecKey {
    fileprivate func memoryKey() throws(KeychainError) -> MemoryKey {
        try withKeys { () throws(KeyError) in try inMemory() }
    }
}

extension KeyAlgorithm {
    fileprivate init(_ algorithm: SecKeyAlgorithm) throws(KeyError) {
        try self.init(identifier: algorithm.rawValue as String)
    }
}

extension PublicKey {
    fileprivate init(_ type: KeyType, _ representation: NSData) throws(KeyError) {
        self = try representation.withBytes { bytes throws(KeyError) in
            try PublicKey(type: type, representation: bytes)
        }
    }
}

extension PrivateKey {
    fileprivate init(_ type: KeyType, _ representation: NSData) throws(KeyError) {
        let copy = representation.withBytes { SecretBytes(copying: $0) }
        try self.init(type: type, representation: copy)
    }
}

extension NSData {
    fileprivate convenience init(_ bytes: [UInt8]) { self.init(data: Data(bytes)) }

    /// Copies a result that belongs to the program from now on.
    fileprivate convenience init(_ secret: borrowing SecretBytes) {
        self.init(data: secret.withUnsafeBytes { Data($0) })
    }

    /// Calls `body` with the bytes. The buffer is valid during the call.
    fileprivate func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
