import Security
import Testing

/// Keys of the tests, by the public functions alone.
enum SampleKeys {
    /// Made once for all tests.
    static let rsa = Result { try make(kSecAttrKeyTypeRSA, 2048) }
    static let p256 = Result { try make(kSecAttrKeyTypeECSECPrimeRandom, 256) }

    static func make(_ type: CFString, _ bits: Int, _ more: [CFString: Any] = [:]) throws -> SecKey {
        var parameters: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        parameters.merge(more) { $1 }
        return try make(parameters)
    }

    static func make(_ parameters: [CFString: Any]) throws -> SecKey {
        try reported { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    }

    static func read(_ data: Data, _ type: CFString, _ keyClass: CFString, _ more: [CFString: Any] = [:]) throws
        -> SecKey
    {
        var attributes: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
        attributes.merge(more) { $1 }
        return try reported { SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0) }
    }

    static func bytes(_ key: SecKey) throws -> Data {
        try reported { SecKeyCopyExternalRepresentation(key, $0) } as Data
    }

    static func publicHalf(_ key: SecKey) throws -> SecKey { try #require(SecKeyCopyPublicKey(key)) }

    static func sign(_ data: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateSignature(key, algorithm, data as CFData, $0) } as Data
    }

    static func verify(_ signature: Data, _ data: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws {
        try reported { error -> Void? in
            SecKeyVerifySignature(key, algorithm, data as CFData, signature as CFData, error) ? () : nil
        }
    }

    static func encrypt(_ data: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    static func decrypt(_ data: Data, _ key: SecKey, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try reported { SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    static func exchange(
        _ key: SecKey, _ peer: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: [CFString: Any] = [:]
    ) throws -> Data {
        try reported { SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters as CFDictionary, $0) } as Data
    }

    /// Runs a function that reports an error through a pointer, and throws its status.
    private static func reported<Value>(
        _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?
    ) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = body(&error) {
            #expect(error == nil)
            return value
        }
        let failure = try #require(error).takeRetainedValue()
        #expect(failure.domain == NSOSStatusErrorDomain)
        #expect(SecFailure.last?.status == OSStatus(failure.code))
        #expect(SecFailure.last?.reason.isEmpty == false)
        throw Items.Failure(status: OSStatus(failure.code))
    }
}

extension Data {
    init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
