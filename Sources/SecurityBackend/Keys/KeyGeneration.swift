import AgentClient
import AsymmetricKeys
import Foundation
import KeychainServices
import Security

extension KeychainBackend {
    func makeRandomKey(_ parameters: CFDictionary) throws(CFError) -> SecKey {
        try reporting("SecKeyCreateRandomKey") { () throws(KeychainError) in try KeyGeneration(parameters).run() }
    }
}

/// What `SecKeyCreateRandomKey` is asked for (keychain-services 6.1).
private struct KeyGeneration {
    private let type: KeyType
    private let bits: Int
    private let isExtractable: Bool
    /// The additions of the halves that are permanent.
    private let privateItem: HalfAddition?
    private let publicItem: HalfAddition?

    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let all = try KeyParameters(dictionary)
        type = try all.typeForMaking()
        bits = try Self.bits(try all.number(kSecAttrKeySizeInBits), type)
        let privateHalf = try all.merged(with: kSecPrivateKeyAttrs)
        let publicHalf = try all.merged(with: kSecPublicKeyAttrs)
        isExtractable = try privateHalf.isExtractable()
        for half in [privateHalf, publicHalf] { try half.checkForToken() }
        privateItem = try HalfAddition(privateHalf)
        publicItem = try HalfAddition(publicHalf)
    }

    private static func bits(_ given: Int?, _ type: KeyType) throws(KeychainError) -> Int {
        switch (given, type) {
        case (let bits?, _): return bits
        // There is one size.
        case (nil, .ed25519), (nil, .x25519): return 256
        case (nil, _): throw .parameter("the size of the key is missing")
        }
    }

    /// Makes the key, and stores its permanent halves: both or none.
    func run() throws(KeychainError) -> SecKey {
        let made = try withKeys { () throws(KeyError) in
            let specification = try KeySpecification(making: type, bits: bits)
            return MemoryKey(.privateKey(try PrivateKey.generate(specification)), isExtractable: isExtractable)
        }
        let stored = try privateItem?.run(made)
        do throws(KeychainError) {
            if let publicItem {
                let half = try withKeys { () throws(KeyError) in try made.publicHalf() }
                _ = try publicItem.run(MemoryKey(.publicKey(half)))
            }
        } catch {
            if let stored { _ = try? stored.keychain.delete(Query(stored.item.persistentReference)) }
            throw error
        }
        return stored?.key ?? SecKey(made)
    }
}

/// The addition of one half of a pair that is being made.
private struct HalfAddition {
    private let attributes: NSMutableDictionary

    /// Nil for a half that is not permanent.
    ///
    /// - Throws: as `SecItemAdd` for attributes that cannot be stored, before a key is made.
    init?(_ parameters: KeyParameters) throws(KeychainError) {
        guard try parameters.flag(kSecAttrIsPermanent) == true else { return nil }
        attributes = parameters.dictionary { !Self.isOfMaking($0) }
        attributes[kSecClass] = kSecClassKey
        let request = try RequestDictionary(attributes, for: .add)
        _ = try checkingGroups { () throws(KeychainError) in try request.newItem() }
    }

    /// Whether an entry is about the making of the pair, or follows from the half, and is not an attribute of its item.
    private static func isOfMaking(_ name: String) -> Bool {
        let ofPair = [
            kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecSymmetricKeyAttrs, kSecClass, kSecAttrKeyClass,
            kSecAttrKeyType,
            kSecAttrKeySizeInBits, kSecValueRef, kSecValueData,
        ]
        return ofPair.contains { $0 as String == name } || name.hasPrefix("r_")
    }

    /// Stores the half.
    func run(_ half: MemoryKey) throws(KeychainError) -> (keychain: Keychain, item: Item, key: SecKey) {
        attributes[kSecValueRef] = SecKey(half)
        let request = try RequestDictionary(attributes, for: .add)
        let item = try checkingGroups { () throws(KeychainError) in try request.newItem() }
        let keychain = try request.uses.chosenKeychain()
        let added = try keychain.add(item, with: request.uses.authentication)
        let key = request.uses.references(in: keychain).key(added)
        return (keychain, added, key ?? SecKey(half))
    }
}
