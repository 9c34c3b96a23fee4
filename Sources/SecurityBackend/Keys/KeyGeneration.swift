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
    /// The key in the TPM; nil for one in memory.
    private let token: TokenKeyGeneration?
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
        token = try privateHalf.isForToken() ? TokenKeyGeneration(privateHalf, type, bits) : nil
        privateItem = token == nil ? try HalfAddition(privateHalf) : nil
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
        let made = try makePrivateHalf()
        do throws(KeychainError) {
            if let publicItem {
                _ = try publicItem.run(MemoryKey(.publicKey(try made.key.handleOfKey().publicHalf())))
            }
        } catch {
            if let stored = made.stored { _ = try? stored.keychain.delete(Query(stored.reference)) }
            throw error
        }
        return made.key
    }

    private func makePrivateHalf() throws(KeychainError) -> MadeHalf {
        if let token { return try token.run() }
        let made = try withKeys { () throws(KeyError) in
            let specification = try KeySpecification(making: type, bits: bits)
            return MemoryKey(.privateKey(try PrivateKey.generate(specification)), isExtractable: isExtractable)
        }
        return try privateItem?.run(made) ?? MadeHalf(key: SecKey(made))
    }
}

/// A half of a pair that was made.
struct MadeHalf {
    let key: SecKey
    /// Where it is stored; nil for one that is not.
    var stored: (keychain: Keychain, reference: PersistentReference)?
}

/// The addition of one half of a pair that is being made.
private struct HalfAddition {
    private let attributes: NSMutableDictionary

    /// Nil for a half that is not permanent.
    ///
    /// - Throws: as `SecItemAdd` for attributes that cannot be stored, before a key is made.
    init?(_ parameters: KeyParameters) throws(KeychainError) {
        guard try parameters.flag(kSecAttrIsPermanent) == true else { return nil }
        attributes = parameters.attributesOfHalf
        let request = try RequestDictionary(attributes, for: .add)
        _ = try checkingGroups { () throws(KeychainError) in try request.newItem() }
    }

    /// Stores the half.
    func run(_ half: MemoryKey) throws(KeychainError) -> MadeHalf {
        attributes[kSecValueRef] = SecKey(half)
        let request = try RequestDictionary(attributes, for: .add)
        let item = try checkingGroups { () throws(KeychainError) in try request.newItem() }
        let keychain = try request.uses.chosenKeychain()
        let added = try keychain.add(item, with: request.uses.authentication)
        let key = request.uses.references(in: keychain).key(added)
        return MadeHalf(key: key ?? SecKey(half), stored: (keychain, added.persistentReference))
    }
}

extension KeyParameters {
    /// The attributes of the item of a half.
    var attributesOfHalf: NSMutableDictionary {
        let attributes = dictionary { !Self.isOfMaking($0) }
        attributes[kSecClass] = kSecClassKey
        return attributes
    }

    /// Whether an entry is about the making of the pair, or follows from the half, and is not an attribute of its item.
    private static func isOfMaking(_ name: String) -> Bool {
        let ofPair = [
            kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecSymmetricKeyAttrs, kSecClass, kSecAttrKeyClass,
            kSecAttrKeyType,
            kSecAttrKeySizeInBits, kSecAttrTokenID, kSecValueRef, kSecValueData,
        ]
        return ofPair.contains { $0 as String == name } || name.hasPrefix("r_")
    }
}
