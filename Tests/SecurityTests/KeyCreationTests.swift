import Security
import Testing

/// Making and reading keys, and what they say about themselves.
@Suite struct KeyCreationTests {
    private static let parameter = Items.Failure(status: errSecParam)
    private static let unimplemented = Items.Failure(status: errSecUnimplemented)

    static let kinds: [(type: String, bits: Int, publicCount: Int, privateCount: Int)] = [
        ("73", 256, 65, 97), ("73", 384, 97, 145), ("73", 521, 133, 199), ("105", 256, 32, 32), ("106", 256, 32, 32),
    ]

    @Test(arguments: kinds) func keysAreReadAsTheyWereWritten(
        kind: (type: String, bits: Int, publicCount: Int, privateCount: Int)
    ) throws {
        let type = kind.type as CFString
        let key = try SampleKeys.make(type, kind.bits)
        let publicKey = try SampleKeys.publicHalf(key)
        let (bytes, publicBytes) = (try SampleKeys.bytes(key), try SampleKeys.bytes(publicKey))
        #expect(bytes.count == kind.privateCount && publicBytes.count == kind.publicCount)
        try #expect(SampleKeys.read(bytes, type, kSecAttrKeyClassPrivate) == key)
        try #expect(SampleKeys.read(publicBytes, type, kSecAttrKeyClassPublic) == publicKey)
        #expect(SecKeyGetBlockSize(key) == (kind.bits + 7) / 8)
        #expect(throws: Self.parameter) { try SampleKeys.read(bytes.dropLast(), type, kSecAttrKeyClassPrivate) }
        #expect(throws: Self.parameter) { try SampleKeys.read(publicBytes + [0], type, kSecAttrKeyClassPublic) }
    }

    @Test func keysOfRSA() throws {
        let key = try SampleKeys.rsa.get()
        let publicKey = try SampleKeys.publicHalf(key)
        try #expect(SampleKeys.read(SampleKeys.bytes(key), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == key)
        try #expect(
            SampleKeys.read(SampleKeys.bytes(publicKey), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == publicKey)
        #expect(SecKeyGetBlockSize(key) == 256 && SecKeyGetBlockSize(publicKey) == 256)
        // No half is taken for the other.
        #expect(throws: Self.parameter) {
            try SampleKeys.read(SampleKeys.bytes(key), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic)
        }
        #expect(throws: Self.parameter) {
            try SampleKeys.read(SampleKeys.bytes(publicKey), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate)
        }
    }

    @Test func equalityIsThatOfTheHalfAndItsNumbers() throws {
        let key = try SampleKeys.p256.get()
        let same = try SampleKeys.read(SampleKeys.bytes(key), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
        #expect(key !== same && key == same && CFEqual(key, same))
        #expect(key.hashValue == same.hashValue && CFHash(key) == CFHash(same))
        #expect(CFGetTypeID(key) == SecKeyGetTypeID())
        let publicKey = try SampleKeys.publicHalf(key)
        #expect(publicKey != key && !CFEqual(publicKey, key))
        try #expect(SampleKeys.publicHalf(publicKey) == publicKey)
        try #expect(SampleKeys.publicHalf(same) == publicKey)
        try #expect(SampleKeys.make(kSecAttrKeyTypeEC, 256) != key)
        #expect(Set([key, same, publicKey]).count == 2)
        #expect(!key.isEqual("key"))
    }

    @Test func typeAndClassMayBeNumbersForReading() throws {
        let bytes = try SampleKeys.bytes(SampleKeys.p256.get())
        let key = try SampleKeys.read(bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
        for (type, keyClass) in [(73, 1), ("73", 1), (73, "1")] as [(Any, Any)] {
            let attributes: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
            #expect(SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil) == key)
        }
        // The size is that of the data.
        try #expect(
            SampleKeys.read(bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate, [kSecAttrKeySizeInBits: 521]) == key)
    }

    @Test(arguments: [
        [:], ["type": "73"], ["kcls": "1"], ["type": "73", "kcls": "7"], ["type": "73", "kcls": "key"],
        ["type": "EC", "kcls": "1"], ["type": "14", "kcls": "1"], ["type": "42", "kcls": "1"],
        ["type": "+73", "kcls": "1"], ["type": "073", "kcls": "1"],
    ])
    func wrongAttributesAreRefused(attributes: [String: String]) throws {
        let bytes = try SampleKeys.bytes(SampleKeys.p256.get())
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, &error) == nil)
        #expect(error?.takeRetainedValue().code == Int(errSecParam))
    }

    @Test func otherKindsAreNotImplemented() throws {
        let bytes = try SampleKeys.bytes(SampleKeys.p256.get())
        #expect(throws: Self.unimplemented) {
            try SampleKeys.read(bytes, kSecAttrKeyTypeAES, kSecAttrKeyClassSymmetric)
        }
        #expect(throws: Self.unimplemented) {
            try SampleKeys.read(bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate, [kSecAttrTokenID: "token"])
        }
        for type in [kSecAttrKeyTypeEd448, kSecAttrKeyTypeX448, kSecAttrKeyTypeMLKEM, kSecAttrKeyTypeMLDSA] {
            #expect(throws: Self.unimplemented) { try SampleKeys.read(bytes, type, kSecAttrKeyClassPublic) }
            #expect(throws: Self.unimplemented) { try SampleKeys.make(type, 768) }
        }
    }

    @Test(arguments: [
        ("42", 512), ("42", 1023), ("42", 8193), ("42", 0), ("42", -1), ("73", 192), ("73", 224), ("73", 255),
        ("105", 255), ("106", 448), ("14", 56), ("43", 1024),
    ])
    func sizesThatAreNotMade(type: String, bits: Int) {
        #expect(throws: Self.parameter) { try SampleKeys.make(type as CFString, bits) }
    }

    @Test func parametersThatAreNoText() throws {
        #expect(throws: Self.parameter) { try SampleKeys.make([kSecAttrKeyType: 73, kSecAttrKeySizeInBits: 256]) }
        #expect(throws: Self.parameter) { try SampleKeys.make([kSecAttrKeySizeInBits: 256]) }
        #expect(throws: Self.parameter) { try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEC]) }
        #expect(throws: Self.parameter) {
            try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: "many"])
        }
        #expect(throws: Self.parameter) {
            try SampleKeys.make(kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs: "none"])
        }
        // A size may be a text of digits; the keys on Curve25519 have one size.
        _ = try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: "256"])
        _ = try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEd25519])
    }

    @Test func errorsHaveTheirReason() throws {
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 768]
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateRandomKey(parameters as CFDictionary, &error) == nil)
        let failure = try #require(error).takeRetainedValue()
        #expect(CFErrorGetDomain(failure) as String == NSOSStatusErrorDomain && CFErrorGetCode(failure) == -50)
        #expect(failure.localizedDescription.hasPrefix("a key of 768 bits is too weak; use RSA with 2048 bits"))
        #expect(SecFailure.last?.status == errSecParam)
        #expect(SecFailure.last?.reason == "a key of 768 bits is too weak")
        #expect(SecFailure.last?.remedy == "use RSA with 2048 bits or more, or a curve with 256 bits or more")
    }

    /// The half's own attributes win: neither is stored.
    @Test func halvesThatAreNotPermanentAreInMemory() throws {
        let key = try SampleKeys.make(
            kSecAttrKeyTypeEC, 256,
            [
                kSecAttrIsPermanent: true, kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false],
                kSecPublicKeyAttrs: [kSecAttrIsPermanent: false] as CFDictionary,
            ])
        try #expect(SampleKeys.bytes(key).count == 97)
    }

    @Test func aKeyThatIsNotExtractableIsNotCopied() throws {
        let key = try SampleKeys.make(
            kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs: [kSecAttrIsExtractable: false]])
        #expect(throws: Self.unimplemented) { try SampleKeys.bytes(key) }
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        #expect(attributes["extr"] as? Bool == false)
        #expect(attributes["v_Data"] == nil)
        // It signs, and its public half is public.
        let publicKey = try SampleKeys.publicHalf(key)
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        try SampleKeys.verify(SampleKeys.sign(Data([1]), key, algorithm), Data([1]), publicKey, algorithm)
        try #expect(SampleKeys.bytes(publicKey).count == 65)
        let read = try SampleKeys.read(
            SampleKeys.bytes(SampleKeys.p256.get()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate,
            [kSecAttrIsExtractable: false])
        #expect(throws: Self.unimplemented) { try SampleKeys.bytes(read) }
    }

    @Test func olderFunctionMakesPairs() throws {
        var (publicKey, privateKey): (SecKey?, SecKey?)
        let parameters: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
        #expect(SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey) == errSecSuccess)
        let pair = (try #require(publicKey), try #require(privateKey))
        try #expect(SampleKeys.publicHalf(pair.1) == pair.0)
        let weak: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 512]
        #expect(SecKeyGeneratePair(weak as CFDictionary, &publicKey, &privateKey) == errSecParam)
        #expect(publicKey === pair.0 && privateKey === pair.1)
        #expect(SecKeyGeneratePair(parameters as CFDictionary, nil, nil) == errSecSuccess)
    }
}

/// The table of keychain-services 6.2.
@Suite struct KeyAttributeTests {
    private func attributes(_ key: SecKey) throws -> [String: Any] {
        try #require(SecKeyCopyAttributes(key) as? [String: Any])
    }

    private func check(_ key: SecKey, _ type: String, _ bits: Int, isPrivate: Bool, derives: Bool) throws {
        let found = try attributes(key)
        #expect(found["class"] as? String == "keys")
        #expect(found["kcls"] as? String == (isPrivate ? "1" : "0"))
        #expect(found["type"] as? String == type)
        #expect(found["bsiz"] as? Int == bits && found["esiz"] as? Int == bits)
        try #expect(found["v_Data"] as? Data == SampleKeys.bytes(key))
        let flags: [(String, Bool)] = [
            ("perm", true), ("priv", true), ("modi", true), ("sens", false), ("asen", false), ("next", false),
            ("extr", true), ("encr", !isPrivate), ("vrfy", !isPrivate), ("wrap", !isPrivate), ("decr", isPrivate),
            ("sign", isPrivate), ("unwp", isPrivate), ("drve", derives), ("snrc", false), ("vyrc", false),
        ]
        for (name, value) in flags { #expect(found[name] as? Bool == value, "\(name)") }
    }

    @Test func ofTheTable() throws {
        let (rsa, curve) = (try SampleKeys.rsa.get(), try SampleKeys.p256.get())
        try check(rsa, "42", 2048, isPrivate: true, derives: true)
        try check(SampleKeys.publicHalf(rsa), "42", 2048, isPrivate: false, derives: true)
        try check(curve, "73", 256, isPrivate: true, derives: true)
        try check(SampleKeys.publicHalf(curve), "73", 256, isPrivate: false, derives: false)
    }

    @Test func bothHalvesHaveOneLabel() throws {
        let key = try SampleKeys.p256.get()
        let publicKey = try SampleKeys.publicHalf(key)
        let label = try attributes(key)["klbl"] as? Data
        #expect(label?.count == 20)
        try #expect(attributes(publicKey)["klbl"] as? Data == label)
    }

    @Test func keysOnCurve25519NameTheirUses() throws {
        let signing = try attributes(SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEd25519]))
        #expect(signing["sign"] as? Bool == true && signing["drve"] as? Bool == false)
        #expect(signing["decr"] as? Bool == false && signing["type"] as? String == "105")
        let exchanging = try attributes(SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeX25519]))
        #expect(exchanging["sign"] as? Bool == false && exchanging["drve"] as? Bool == true)
    }
}
