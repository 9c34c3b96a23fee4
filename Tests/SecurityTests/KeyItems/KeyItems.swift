import Security
import Testing

/// Keys as items, with fewer words. Only inside of ``withTemporaryKeychain(accessGroups:_:)``.
enum KeyItems {
    static func add(_ reference: AnyObject, _ more: [CFString: Any] = [:]) -> OSStatus {
        let item: [CFString: Any] = [kSecValueRef: reference]
        return SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil)
    }

    /// Adds an item, and returns what the dictionary asks for.
    static func added(_ reference: AnyObject, _ more: [CFString: Any]) throws -> AnyObject? {
        let item: [CFString: Any] = [kSecValueRef: reference]
        var result: AnyObject?
        let status = SecItemAdd(item.merging(more) { $1 } as CFDictionary, &result)
        guard status == errSecSuccess else { throw Items.Failure(status: status) }
        return result
    }

    /// The key that a query finds, a private one if it does not say otherwise.
    static func find(_ query: [CFString: Any] = [:]) throws -> SecKey {
        let whole: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true,
        ]
        return try #require(try Items.copy(whole.merging(query) { $1 }) as? SecKey)
    }

    static func attributes(_ query: [CFString: Any] = [:]) throws -> [String: Any] {
        try Items.attributes([kSecClass: kSecClassKey].merging(query) { $1 })
    }

    static func count(_ query: [CFString: Any] = [:]) -> Int {
        Items.count([kSecClass: kSecClassKey].merging(query) { $1 })
    }

    /// A key on P-256 of its own, for tests that change keys.
    static func make(_ more: [CFString: Any] = [:]) throws -> SecKey {
        try SampleKeys.make(kSecAttrKeyTypeECSECPrimeRandom, 256, more)
    }

    /// One that is not extractable.
    static func makeInside() throws -> SecKey { try make([kSecPrivateKeyAttrs: [kSecAttrIsExtractable: false]]) }

    /// Signs with a private key, and verifies with the public one.
    static func check(_ key: SecKey, _ publicKey: SecKey) throws {
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let message = Data("message".utf8)
        try SampleKeys.verify(SampleKeys.sign(message, key, algorithm), message, publicKey, algorithm)
    }
}
