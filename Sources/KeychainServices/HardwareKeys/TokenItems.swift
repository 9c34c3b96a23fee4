import AsymmetricKeys
import Foundation

// The rules for items of keys in the token: only the keychain makes them, and what they say of the key stays true.

extension Attributes {
    /// Whether they are those of a key in the token.
    package var isInToken: Bool { self[.tokenID] == .string(KeyToken.identifier) }

    /// Those of an item that follow from the key.
    mutating func describe(_ key: TokenKey, isPermanent: Bool) throws(KeychainError) {
        let half = key.publicHalf
        let label = try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try PublicKey(type: .ellipticCurve, bytes: half).label()
        }
        // The program may have a label of its own.
        if self[.applicationLabel] == nil { self[.applicationLabel] = .data(Data(label)) }
        for (key, value) in Self.ofToken { self[key] = value }
        self[.permanent] = isPermanent ? 1 : 0
        self[.publicKey] = .data(Data(half))
    }

    /// What all keys of the token have in common.
    private static let ofToken: [(AttributeKey, AttributeValue)] = [
        (.tokenID, .string(KeyToken.identifier)), (.keyClass, .number(Int64(KeyClass.privateKey.rawValue))),
        (.type, .number(Int64(KeyType.ellipticCurve.rawValue))), (.keySizeInBits, 256), (.effectiveKeySize, 256),
        (.extractable, 0), (.neverExtractable, 1), (.sensitive, 1), (.alwaysSensitive, 1),
    ]

    /// The attributes that an update does not change.
    fileprivate static let fixedInToken: [AttributeKey] = ofToken.map(\.0) + [.publicKey, .permanent]

    /// The attributes under which a key was made, and that its item has as well.
    fileprivate static let conditions: [AttributeKey] = [
        .accessible, .accessControl, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}

extension Draft {
    private var isInToken: Bool { itemClass == .key && attributes.isInToken }

    /// Makes it the item of a key that was made without one. The program may give it other names, and chooses its group.
    ///
    /// - Throws: `.parameter` if the item names other conditions for its use than those under which the key was made.
    mutating func adopt(_ key: TokenKey, _ old: Attributes) throws(KeychainError) {
        for protection in [AttributeKey.accessible, .accessControl] {
            guard let named = attributes[protection], named != old[protection] else { continue }
            throw .parameter("a key in hardware keeps the access control with which it was made")
        }
        var adopted = old.merging(attributes)
        for condition in Attributes.conditions { adopted[condition] = old[condition] }
        try adopted.describe(key, isPermanent: true)
        attributes = adopted
        data = try key.data()
    }

    /// Checks that a new item does not claim to be in the token.
    func checkIsNotInToken() throws(KeychainError) {
        guard isInToken else { return }
        throw KeychainError(
            .parameter, "a private key cannot be brought into the token",
            remedy: "make one there: SecKeyCreateRandomKey with kSecAttrTokenID")
    }

    /// Checks that a key in the token is not synchronized: it exists on one device.
    func checkIsNotSynchronizable() throws(KeychainError) {
        guard attributes[.synchronizable] != 1 else { throw .parameter("a key in hardware cannot be synchronizable") }
    }

    /// Checks that an update brings no key into the token, and leaves those there as they are.
    func check(staysInTokenLike old: Attributes, _ changes: StoredChanges) throws(KeychainError) {
        guard itemClass == .key, old.isInToken else { return try checkIsNotInToken() }
        guard case .keep = changes.data, Attributes.fixedInToken.allSatisfy({ attributes[$0] == old[$0] }) else {
            throw KeychainError(
                .parameter, "a key in hardware stays as it was made", remedy: "make another key, and delete this one")
        }
        try checkIsNotSynchronizable()
    }
}
