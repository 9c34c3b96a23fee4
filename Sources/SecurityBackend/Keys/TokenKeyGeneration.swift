import AgentClient
import AsymmetricKeys
import KeychainServices
import Security

/// The making of a private key in the TPM (keychain-services 6.1), where the keychain is: in the agent, if there is one.
struct TokenKeyGeneration {
    private let request: RequestDictionary
    private let item: NewItem
    private let isPermanent: Bool

    /// - Parameter parameters: those of the private half.
    /// - Throws: `.parameter` for anything but P-256, and for a key that is to be extractable; as `SecItemAdd` for the attributes of its item.
    init(_ parameters: KeyParameters, _ type: KeyType, _ bits: Int) throws(KeychainError) {
        guard type == .ellipticCurve, bits == Curve.p256.rawValue else {
            throw .parameter("the TPM has keys on P-256 only")
        }
        guard try parameters.flag(kSecAttrIsExtractable) != true else {
            throw .parameter("a key in the TPM cannot be extractable")
        }
        isPermanent = try parameters.flag(kSecAttrIsPermanent) ?? true
        let request = try RequestDictionary(parameters.attributesOfHalf, for: .add)
        var item = try checkingGroups { () throws(KeychainError) in try request.newItem() }
        let table = KeyAttributes(specification: .ellipticCurve(.p256), keyClass: .privateKey, isExtractable: false)
        for (key, value) in table.flags where item.attributes[key] == nil { item.attributes[key] = value ? 1 : 0 }
        (self.request, self.item) = (request, item)
    }

    func run() throws(KeychainError) -> MadeHalf {
        let keychain = try request.uses.chosenKeychain()
        let made = try keychain.makeKey(item, isPermanent: isPermanent, with: request.uses.authentication)
        guard let key = request.uses.references(in: keychain).key(made) else {
            throw KeychainError(.decode, "the key that was made has no public half")
        }
        return MadeHalf(key: key, stored: isPermanent ? (keychain, made.item.persistentReference) : nil)
    }
}

extension KeychainBackend {
    /// Takes back a key that `SecKeyCopyAttributes` gave as `toid`: one of the TPM that is no item.
    ///
    /// - Throws: `.parameter` for any other data: a private key cannot be brought into the TPM.
    func makeTokenKey(from data: NSData, _ parameters: KeyParameters) throws(KeychainError) -> SecKey {
        guard try parameters.keyClass() == .privateKey, try parameters.type() == .ellipticCurve else {
            throw .parameter("the TPM has private keys on P-256 only")
        }
        let sealed = try SealedKey([UInt8](data.copied))
        let half = try withKeys { () throws(KeyError) in try PublicKey(.ellipticCurve, bytes: sealed.publicHalf) }
        let label = try withKeys { () throws(KeyError) in try half.label() }
        var attributes = Attributes()
        let table = KeyAttributes(specification: .ellipticCurve(.p256), keyClass: .privateKey, isExtractable: false)
        for (key, value) in table.flags { attributes[key] = value ? 1 : 0 }
        for (key, value) in [(.permanent, 0), (.neverExtractable, 1), (.sensitive, 1), (.alwaysSensitive, 1)]
            as [(AttributeKey, AttributeValue)]
        {
            attributes[key] = value
        }
        attributes[.tokenID] = .string(KeyToken.identifier)
        attributes[.keyClass] = .number(Int64(KeyClass.privateKey.rawValue))
        attributes[.type] = .number(Int64(KeyType.ellipticCurve.rawValue))
        (attributes[.keySizeInBits], attributes[.effectiveKeySize]) = (256, 256)
        attributes[.applicationLabel] = .data(Data(label))
        // The context of the program is the key's.
        let uses = try RequestDictionary(parameters.dictionary { $0.hasPrefix("u_") }, for: .search).uses
        let keychain = try uses.chosenKeychain()
        return uses.references(in: keychain).key(sealed, attributes)
    }
}
