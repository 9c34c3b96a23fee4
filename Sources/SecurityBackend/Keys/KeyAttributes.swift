import AsymmetricKeys
import KeychainServices
import Security

/// The attributes of a key (keychain-services 6.2).
extension MemoryKey {
    func attributes() throws(KeychainError) -> NSDictionary {
        let label = try withKeys { () throws(KeyError) in try publicHalf().label() }
        let isPrivate = keyClass == .privateKey
        var all: [CFString: Any] = [
            kSecClass: kSecClassKey,
            kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
            kSecAttrKeyType: specification.type.text,
            kSecAttrKeySizeInBits: specification.bits,
            kSecAttrEffectiveKeySize: specification.bits,
            kSecAttrApplicationLabel: Data(label),
            kSecAttrIsExtractable: isExtractable,
        ]
        for (name, value) in Self.constant { all[name] = value }
        for (name, value) in uses(isPrivate) { all[name] = value }
        if isExtractable { all[kSecValueData] = try representation() }
        return all as NSDictionary
    }

    /// Returns the external representation.
    ///
    /// - Throws: `.unimplemented` for a private key that is not extractable, as for keys in hardware (keychain-services 6.3).
    func representation() throws(KeychainError) -> Data {
        guard isExtractable else {
            throw KeychainError(.unimplemented, "the key is not extractable", remedy: "use it through its SecKey")
        }
        return try withKeys { () throws(KeyError) in
            switch half {
            case .publicKey(let key): Data(key.representation)
            case .privateKey(let key): try key.representation().withUnsafeBytes { Data($0) }
            }
        }
    }

    private static var constant: [(CFString, Bool)] {
        [
            (kSecAttrIsPermanent, true), (kSecAttrIsPrivate, true), (kSecAttrIsModifiable, true),
            (kSecAttrIsSensitive, false), (kSecAttrWasAlwaysSensitive, false), (kSecAttrWasNeverExtractable, false),
            (kSecAttrCanSignRecover, false), (kSecAttrCanVerifyRecover, false),
        ]
    }

    /// The uses of the table; keys on Curve25519, which it does not have, name only those that they have.
    private func uses(_ isPrivate: Bool) -> [(CFString, Bool)] {
        let type = specification.type
        let encrypts = type == .rsa || type == .ellipticCurve
        let signs = type != .x25519
        let derives = isPrivate ? type != .ed25519 : type == .rsa
        return [
            (kSecAttrCanEncrypt, !isPrivate && encrypts), (kSecAttrCanVerify, !isPrivate && signs),
            (kSecAttrCanWrap, !isPrivate && encrypts), (kSecAttrCanDecrypt, isPrivate && encrypts),
            (kSecAttrCanSign, isPrivate && signs), (kSecAttrCanUnwrap, isPrivate && encrypts),
            (kSecAttrCanDerive, derives),
        ]
    }
}

extension KeyType {
    /// The value of `kSecAttrKeyType`.
    fileprivate var text: CFString { String(rawValue) as NSString }
}
