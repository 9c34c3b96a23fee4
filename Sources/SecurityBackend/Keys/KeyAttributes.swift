import AsymmetricKeys
import Foundation
import KeychainServices
import Security

/// The attributes that follow from a key itself (keychain-services 6.2).
struct KeyAttributes {
    let specification: KeySpecification
    let keyClass: KeyClass
    let isExtractable: Bool

    /// What the key may be used for and how it is kept, each with its value.
    var flags: [(key: AttributeKey, value: Bool)] {
        [
            (.permanent, true), (.private, true), (.modifiable, true), (.sensitive, false), (.alwaysSensitive, false),
            (.extractable, isExtractable), (.neverExtractable, false),
        ] + uses
    }

    /// The uses of the table; keys on Curve25519, which it does not have, name only those that they have.
    private var uses: [(key: AttributeKey, value: Bool)] {
        let (type, isPrivate) = (specification.type, keyClass == .privateKey)
        let encrypts = type == .rsa || type == .ellipticCurve
        let signs = type != .x25519
        let derives = isPrivate ? type != .ed25519 : type == .rsa
        return [
            (.canEncrypt, !isPrivate && encrypts), (.canVerify, !isPrivate && signs),
            (.canWrap, !isPrivate && encrypts), (.canDecrypt, isPrivate && encrypts), (.canSign, isPrivate && signs),
            (.canUnwrap, isPrivate && encrypts), (.canDerive, derives), (.canSignRecover, false),
            (.canVerifyRecover, false),
        ]
    }

    /// The attributes by which the item of a key is found: those that are the same for every item of the key.
    func naming(label: Data) -> [(key: AttributeKey, value: DictionaryValue)] {
        let bits = DictionaryValue.number(Int64(specification.bits))
        return [
            (.keyClass, .number(Int64(keyClass.rawValue))), (.type, .number(Int64(specification.type.rawValue))),
            (.keySizeInBits, bits), (.effectiveKeySize, bits), (.applicationLabel, .data(label)),
        ]
    }

    /// The keys of these.
    static let naming: [AttributeKey] = [.keyClass, .type, .keySizeInBits, .effectiveKeySize, .applicationLabel]

    /// The dictionary for programs: numbers that name something as text, flags as Booleans.
    func dictionary(label: Data) -> [NSString: Any] {
        var all: [NSString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrKeyClass: keyClass == .privateKey ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
            kSecAttrKeyType: String(specification.type.rawValue) as NSString,
            kSecAttrKeySizeInBits: specification.bits,
            kSecAttrEffectiveKeySize: specification.bits,
            kSecAttrApplicationLabel: label,
        ]
        for (key, value) in flags { all[key.letters as NSString] = value }
        return all
    }
}

extension MemoryKey {
    var table: KeyAttributes {
        KeyAttributes(specification: specification, keyClass: keyClass, isExtractable: isExtractable)
    }

    /// The hash of the public half, by which keys and certificates find each other.
    func label() throws(KeychainError) -> Data {
        try withKeys { () throws(KeyError) in Data(try publicHalf().label()) }
    }

    func dictionary() throws(KeychainError) -> NSDictionary {
        var all = table.dictionary(label: try label())
        if isExtractable { all[kSecValueData] = try representation() }
        all.add(attributes)
        return all as NSDictionary
    }

    /// Returns the external representation.
    ///
    /// - Throws: `.unimplemented` for a private key that is not extractable, as for keys in hardware (keychain-services 6.3).
    func representation() throws(KeychainError) -> Data {
        guard isExtractable else {
            throw KeychainError(.unimplemented, "the key is not extractable", remedy: "use it through its SecKey")
        }
        return try bytes()
    }

    /// Returns the external representation, of a key that is not extractable as well: for the keychain. It is overwritten when it is freed.
    func bytes() throws(KeychainError) -> Data {
        try withKeys { () throws(KeyError) in
            switch half {
            case .publicKey(let key): Data(key.representation)
            case .privateKey(let key): try key.representation().withUnsafeBytes { Data(wipedWhenFreed: $0) }
            }
        }
    }
}

extension StoredKey {
    /// The attributes of the item, and those that follow from the key. The data is not among them: reading it may take a prompt.
    func dictionary() -> NSDictionary {
        guard let specification else { return NSDictionary() }
        let table = KeyAttributes(specification: specification, keyClass: .privateKey, isExtractable: isExtractable)
        var all = table.dictionary(label: attributes[.applicationLabel]?.data ?? Data())
        all.add(attributes)
        // The name of Apple's token for what a program keeps of a key that is no item.
        if case .sealed(let key) = place { all["toid"] = Data(key.bytes) }
        return all as NSDictionary
    }
}

extension [NSString: Any] {
    /// Adds the attributes of a key's item in the form of the table.
    fileprivate mutating func add(_ attributes: Attributes) {
        for (key, value) in attributes where !key.isHidden {
            let name = key.letters as NSString
            switch self[name] {
            case is Bool: self[name] = value != 0
            // Text here and a number in the item, or the size.
            case .some where key != .applicationLabel: break
            default: self[name] = value.object
            }
        }
    }
}

extension AttributeKey {
    /// Whether a key's item keeps it for the modules of this package.
    fileprivate var isHidden: Bool { ItemClass.key.attribute(self)?.isHidden ?? true }
}
