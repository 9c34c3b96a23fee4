import KeychainTesting
import Security
import Testing

/// Keys that are added, found, changed and deleted by reference and by attributes (keychain-services 3.9, 6.2; case J1).
@Suite struct KeyItemTests {
    private static let tag = Data("com.example.key".utf8)

    // MARK: - Adding and finding

    /// J1.
    @Test func aKeyComesBackAsTheSameKey() throws {
        try withTemporaryKeychain { _ in
            for key in [try SampleKeys.rsa.get(), try SampleKeys.p256.get()] {
                #expect(KeyItems.add(key) == errSecSuccess)
                let found = try KeyItems.find([kSecValueRef: key])
                #expect(found == key && found !== key && found.hashValue == key.hashValue)
                try #expect(SampleKeys.bytes(found) == SampleKeys.bytes(key))
                try #expect(SampleKeys.publicHalf(found) == SampleKeys.publicHalf(key))
                #expect(SecKeyGetBlockSize(found) == SecKeyGetBlockSize(key))
                #expect(KeyItems.add(key) == errSecDuplicateItem)
                #expect(KeyItems.add(found) == errSecDuplicateItem)
            }
        }
    }

    @Test func theItemHasTheAttributesOfTheTable() throws {
        try withTemporaryKeychain { _ in
            let key = try SampleKeys.rsa.get()
            #expect(KeyItems.add(key, [kSecAttrApplicationTag: Self.tag, kSecAttrLabel: "server"]) == errSecSuccess)
            let found = try KeyItems.attributes([kSecAttrApplicationTag: Self.tag])
            let numbers: [(String, Int)] = [
                ("kcls", 1), ("type", 42), ("bsiz", 2048), ("esiz", 2048), ("perm", 1), ("priv", 1), ("modi", 1),
                ("sens", 0), ("asen", 0), ("next", 0), ("extr", 1), ("encr", 0), ("vrfy", 0), ("wrap", 0), ("decr", 1),
                ("sign", 1), ("unwp", 1), ("drve", 1), ("snrc", 0), ("vyrc", 0),
            ]
            for (name, value) in numbers { #expect(found[name] as? Int == value, "\(name)") }
            let own = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(found["klbl"] as? Data == own["klbl"] as? Data)
            #expect(found["labl"] as? String == "server" && found["pubk"] == nil && found["v_Data"] == nil)
            // A15: they are a query for the same item.
            var query = found
            query["sha1"] = nil
            query["class"] = kSecClassKey
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
        }
    }

    @Test func itIsFoundByEachOfItsAttributes() throws {
        try withTemporaryKeychain { _ in
            let (key, other) = (try SampleKeys.p256.get(), try SampleKeys.rsa.get())
            #expect(KeyItems.add(key, [kSecAttrApplicationTag: Self.tag, kSecAttrLabel: "mine"]) == errSecSuccess)
            try #expect(KeyItems.add(SampleKeys.publicHalf(key)) == errSecSuccess)
            #expect(KeyItems.add(other, [kSecAttrLabel: "other"]) == errSecSuccess)
            let label = try #require((SecKeyCopyAttributes(key) as? [String: Any])?["klbl"] as? Data)
            let queries: [[CFString: Any]] = [
                [kSecAttrApplicationTag: Self.tag], [kSecAttrLabel: "mine"], [kSecAttrApplicationLabel: label],
                [kSecAttrKeyType: kSecAttrKeyTypeEC], [kSecAttrKeySizeInBits: 256],
            ]
            for query in queries { try #expect(KeyItems.find(query) == key) }
            let publicQuery: [CFString: Any] = [
                kSecAttrKeyClass: kSecAttrKeyClassPublic, kSecAttrApplicationLabel: label,
            ]
            try #expect(KeyItems.find(publicQuery) == SampleKeys.publicHalf(key))
            #expect(KeyItems.count() == 3 && KeyItems.count([kSecAttrKeyClass: kSecAttrKeyClassPrivate]) == 2)
            #expect(KeyItems.count([kSecAttrApplicationTag: Data("other".utf8)]) == 0)
        }
    }

    @Test func everyShapeOfAResult() throws {
        try withTemporaryKeychain { _ in
            let key = try SampleKeys.p256.get()
            let asked: [CFString: Any] = [
                kSecReturnRef: true, kSecReturnData: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true,
            ]
            let added = try #require(try KeyItems.added(key, asked) as? [String: Any])
            #expect(added["v_Ref"] as? SecKey == key && added["class"] as? String == "keys")
            try #expect(added["v_Data"] as? Data == SampleKeys.bytes(key))
            #expect(added["pubk"] == nil && added["tomb"] == nil)
            let query = asked.merging([kSecClass: kSecClassKey]) { $1 }
            let found = try #require(try Items.copy(query) as? [String: Any])
            #expect(
                found["v_Ref"] as? SecKey == key
                    && found["v_PersistentRef"] as? Data == added["v_PersistentRef"] as? Data)
            try #expect(found["v_Data"] as? Data == SampleKeys.bytes(key))
            let all: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
            ]
            try #expect(Items.copy(all) as? [SecKey] == [key])
            let reference = try #require(added["v_PersistentRef"] as? Data)
            try #expect(Items.copy([kSecValuePersistentRef: reference, kSecReturnRef: true]) as? SecKey == key)
            try #expect(Items.copy([kSecClass: kSecClassKey, kSecReturnData: true]) as? Data == SampleKeys.bytes(key))
        }
    }

    /// 3.9: the dictionary's own attributes win.
    @Test func theDictionaryWins() throws {
        try withTemporaryKeychain { _ in
            let (key, label) = (try SampleKeys.p256.get(), Data("label".utf8))
            let more: [CFString: Any] = [
                kSecAttrApplicationLabel: label, kSecAttrCanSign: false, kSecAttrAccessible: kSecAttrAccessibleAlways,
            ]
            #expect(KeyItems.add(key, more) == errSecSuccess)
            let found = try KeyItems.attributes([kSecAttrApplicationLabel: label])
            #expect(found["sign"] as? Int == 0 && found["pdmn"] as? String == "dk")
            // The public half is known all the same.
            try #expect(SampleKeys.publicHalf(KeyItems.find()) == SampleKeys.publicHalf(key))
            #expect(KeyItems.add(key, [kSecClass: kSecClassGenericPassword]) == errSecNoSuchAttr)
            #expect(KeyItems.add(key, [kSecAttrService: "shop"]) == errSecNoSuchAttr)
            // What the keychain keeps for itself is no attribute.
            #expect(KeyItems.add(key, ["pubk" as CFString: Data([4])]) == errSecNoSuchAttr)
            #expect(Items.update([kSecClass: kSecClassKey], ["pubk" as CFString: Data([4])]) == errSecNoSuchAttr)
        }
    }

    /// 2.3: the same key with another tag is another item.
    @Test func tagsKeepItemsApart() throws {
        try withTemporaryKeychain { _ in
            let (key, other) = (try SampleKeys.p256.get(), try KeyItems.make())
            #expect(KeyItems.add(key, [kSecAttrApplicationTag: "a"]) == errSecSuccess)
            #expect(KeyItems.add(key, [kSecAttrApplicationTag: "b"]) == errSecSuccess)
            #expect(KeyItems.add(other, [kSecAttrApplicationTag: "a"]) == errSecSuccess)
            #expect(KeyItems.count([kSecValueRef: key]) == 2 && KeyItems.count([kSecAttrApplicationTag: "a"]) == 2)
        }
    }

    // MARK: - Changing and deleting

    @Test func itIsChangedAndDeletedByReference() throws {
        try withTemporaryKeychain { _ in
            let (key, other) = (try SampleKeys.p256.get(), try KeyItems.make())
            for key in [key, other] { #expect(KeyItems.add(key) == errSecSuccess) }
            try #expect(KeyItems.add(SampleKeys.publicHalf(key)) == errSecSuccess)
            #expect(Items.update([kSecValueRef: key], [kSecAttrLabel: "mine"]) == errSecSuccess)
            #expect(KeyItems.count([kSecAttrLabel: "mine"]) == 1)
            let found = try KeyItems.find([kSecAttrLabel: "mine"])
            #expect(found == key)
            // What is stored is found by it, too; its public half is another item.
            #expect(Items.delete([kSecValueRef: found]) == errSecSuccess)
            #expect(Items.delete([kSecValueRef: key]) == errSecItemNotFound)
            #expect(KeyItems.count() == 2)
            try #expect(Items.delete([kSecValueRef: SampleKeys.publicHalf(key)]) == errSecSuccess)
            try #expect(KeyItems.find() == other)
            #expect(Items.update([kSecClass: kSecClassKey], [kSecValueRef: key]) == errSecNoSuchAttr)
        }
    }

    /// Items that are stored as data have no label: a reference to one is no reference to all of them.
    @Test func aKeyWithoutALabelIsDeletedAlone() throws {
        try withTemporaryKeychain { _ in
            for tag in ["a", "b"] { try addData(KeyItems.make(), [kSecAttrApplicationTag: tag]) }
            let found = try KeyItems.find([kSecAttrApplicationTag: "a"])
            #expect(Items.delete([kSecValueRef: found]) == errSecSuccess)
            #expect(KeyItems.count() == 1 && KeyItems.count([kSecAttrApplicationTag: "b"]) == 1)
        }
    }

    // MARK: - Public and other keys

    @Test func publicKeysAreItemsToo() throws {
        try withTemporaryKeychain { _ in
            let publicKey = try SampleKeys.publicHalf(SampleKeys.rsa.get())
            #expect(KeyItems.add(publicKey, [kSecAttrApplicationTag: Self.tag]) == errSecSuccess)
            let found = try KeyItems.find([kSecAttrKeyClass: kSecAttrKeyClassPublic])
            #expect(found == publicKey)
            let attributes = try #require(SecKeyCopyAttributes(found) as? [String: Any])
            #expect(attributes["atag"] as? Data == Self.tag && attributes["kcls"] as? String == "0")
            let secret = try SampleKeys.encrypt(Data("x".utf8), found, .rsaEncryptionOAEPSHA256)
            try #expect(
                SampleKeys.decrypt(secret, SampleKeys.rsa.get(), .rsaEncryptionOAEPSHA256) == Data("x".utf8))
        }
    }

    @Test func symmetricAndOtherKeysHaveNoReference() throws {
        try withTemporaryKeychain { _ in
            let items: [[CFString: Any]] = [
                [kSecAttrKeyClass: kSecAttrKeyClassSymmetric, kSecAttrKeyType: kSecAttrKeyTypeAES],
                [kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrKeyType: kSecAttrKeyTypeDSA],
                [kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrKeyType: kSecAttrKeyTypeEC],
            ]
            for item in items {
                let item = item.merging([kSecClass: kSecClassKey, kSecValueData: Data("key".utf8)]) { $1 }
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            }
            let all: [CFString: Any] = [kSecClass: kSecClassKey, kSecMatchLimit: kSecMatchLimitAll]
            try #expect(Items.copy(all.merging([kSecReturnRef: true]) { $1 }) == nil)
            try #expect((Items.copy(all.merging([kSecReturnData: true]) { $1 }) as? [Data])?.count == 3)
        }
    }

    // MARK: - Keys that were stored as data

    private func addData(_ key: SecKey, _ more: [CFString: Any] = [:]) throws {
        let item: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrKeyType: kSecAttrKeyTypeEC,
            kSecValueData: try SampleKeys.bytes(key),
        ]
        try #require(SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil) == errSecSuccess)
    }

    @Test func whatWasStoredAsDataIsAKey() throws {
        try withTemporaryKeychain { _ in
            let key = try SampleKeys.p256.get()
            try addData(key)
            let found = try KeyItems.find()
            #expect(found == key)
            try KeyItems.check(found, SampleKeys.publicHalf(found))
        }
    }

    /// As earlier releases have stored it: without the public half.
    @Test func whatEarlierReleasesHaveStoredIsAKey() throws {
        try withTemporaryKeychain { keychain in
            let key = try SampleKeys.p256.get()
            let attributes: Attributes = [.keyClass: 1, .type: 73, .label: "old"]
            try keychain.add(NewItem(.key, attributes, data: SampleKeys.bytes(key)))
            let found = try KeyItems.find([kSecAttrLabel: "old"])
            #expect(found == key)
            try KeyItems.check(found, SampleKeys.publicHalf(key))
            try #expect(SampleKeys.publicHalf(found) == SampleKeys.publicHalf(key))
        }
    }

    /// A public half that is not that of the new data would be verified with in its place.
    @Test func newDataHasAnotherPublicHalf() throws {
        try withTemporaryKeychain { _ in
            let (old, new) = (try SampleKeys.p256.get(), try KeyItems.make())
            #expect(KeyItems.add(old, [kSecAttrApplicationTag: Self.tag]) == errSecSuccess)
            let data = try SampleKeys.bytes(new)
            #expect(Items.update([kSecValueRef: old], [kSecValueData: data]) == errSecSuccess)
            let found = try KeyItems.find([kSecAttrApplicationTag: Self.tag])
            #expect(found == new && found != old)
            // Nor does a reference lend its own to other data.
            let more: [CFString: Any] = [kSecValueData: data, kSecAttrApplicationTag: "other"]
            #expect(KeyItems.add(old, more) == errSecSuccess)
            try #expect(KeyItems.find([kSecAttrApplicationTag: "other"]) == new)
        }
    }
}
