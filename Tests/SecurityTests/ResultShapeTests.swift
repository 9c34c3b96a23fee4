import KeychainTesting
import Security
import Testing

/// What each combination of return keys gives: keychain-services 3.6.
@Suite struct ResultShapeTests {
    private static var all: [CFString: Any] {
        [kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnPersistentRef: true]
    }

    private func add(returning keys: [CFString: Any], _ extra: [CFString: Any] = [:]) throws -> AnyObject? {
        var result: AnyObject?
        let item = Items.password.merging(keys) { $1 }.merging(extra) { $1 }
        #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
        return result
    }

    private func keys(_ result: Any?) -> Set<String> { Set((result as? [String: Any] ?? [:]).keys) }

    @Test func additionReturnsEverythingAskedFor() throws {
        try withTemporaryKeychain { _ in
            let result = try add(returning: Self.all)
            #expect(
                keys(result) == [
                    "acct", "svce", "agrp", "pdmn", "cdat", "mdat", "sync", "sha1", "class", "v_Data",
                    "v_PersistentRef",
                ])
            let dictionary = try #require(result as? [String: Any])
            #expect(dictionary["class"] as? String == "genp")
            #expect(dictionary["v_Data"] as? Data == Data("secret".utf8))
        }
    }

    @Test func additionReturnsSingleValues() throws {
        try withTemporaryKeychain { _ in
            try #expect(add(returning: [kSecReturnData: true]) as? Data == Data("secret".utf8))
            let reference = try add(returning: [kSecReturnPersistentRef: true], [kSecAttrAccount: "b"])
            #expect((reference as? Data)?.count == 20)
            try #expect(add(returning: [kSecReturnRef: true], [kSecAttrAccount: "c"]) == nil)
            try #expect(keys(add(returning: [kSecReturnAttributes: true], [kSecAttrAccount: "d"])).contains("acct"))
            let pair = try add(
                returning: [kSecReturnData: true, kSecReturnPersistentRef: true], [kSecAttrAccount: "e"])
            #expect(keys(pair) == ["v_Data", "v_PersistentRef"])
        }
    }

    @Test func additionReturnsAnAccessControlOnlyIfGivenOne() throws {
        try withTemporaryKeychain { _ in
            let control = try #require(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlock, [], nil))
            let result = try add(returning: [kSecReturnAttributes: true], [kSecAttrAccessControl: control])
            #expect((result as? [String: Any])?["accc"] as? SecAccessControl == control)
            #expect((result as? [String: Any])?["pdmn"] as? String == "ck")
        }
    }

    @Test func additionWithoutDataReturnsEmptyData() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
            var result: AnyObject?
            #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data())
        }
    }

    @Test func searchReturnsWhatIsStored() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let stored: Set = [
                "acct", "svce", "agrp", "pdmn", "cdat", "mdat", "sync", "tomb", "musr", "accc", "sha1",
            ]
            let attributes = try Items.copy([kSecReturnAttributes: true])
            #expect(keys(attributes) == stored)
            let dictionary = try #require(attributes as? [String: Any])
            #expect(dictionary["musr"] as? Data == Data())
            #expect((dictionary["sha1"] as? Data)?.count == 20)
            #expect(dictionary["tomb"] as? Int == 0)

            let withReference = try Items.copy([kSecReturnAttributes: true, kSecReturnPersistentRef: true])
            #expect(keys(withReference) == stored.union(["v_PersistentRef"]))
            try #expect(keys(Items.copy(Self.all)) == stored.union(["v_PersistentRef", "v_Data", "class"]))
        }
    }

    @Test func searchReturnsSingleValues() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            try #expect(Items.copy([:]) == nil)
            try #expect(Items.copy([kSecReturnData: true]) is Data)
            try #expect((Items.copy([kSecReturnPersistentRef: true]) as? Data)?.count == 20)
            try #expect(Items.copy([kSecReturnRef: true]) == nil)
            try #expect(Items.copy([kSecReturnData: false]) == nil)
        }
    }

    @Test func arraysHoldOneElementPerItem() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let all: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll]
            let both: [CFString: Any] = [kSecReturnData: true, kSecReturnPersistentRef: true]
            let pairs = try Items.copy(all.merging(both) { $1 }) as? [[String: Any]]
            let names = keys(pairs?.first)
            #expect(pairs?.count == 1)
            #expect(names.isSuperset(of: ["v_Data", "v_PersistentRef"]))
            try #expect((Items.copy(all.merging([kSecReturnData: true]) { $1 }) as? [Data])?.count == 1)
            try #expect((Items.copy(all.merging([kSecReturnPersistentRef: true]) { $1 }) as? [Data])?.count == 1)
            try #expect(Items.copy(all) == nil)
        }
    }

    @Test func itemsWithoutDataAreLeftOutOfArraysOfData() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "none"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let found = try Items.copy([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]) as? [Data]
            #expect(found == [Data("secret".utf8)])
        }
    }

    @Test(arguments: [1, "true", NSNull()] as [any Sendable]) func returnKeysTakeRealBooleansOnly(value: any Sendable)
        throws
    {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecReturnData: value]) == errSecParam)
            #expect(Items.status([kSecReturnData: value]) == errSecParam)
            #expect(Items.status([kSecReturnData: NSNumber(value: 1)]) == errSecParam)
            #expect(Items.status([kSecReturnData: NSNumber(value: true)]) == errSecItemNotFound)
        }
    }

    @Test func resultIsUntouchedOnFailure() throws {
        try withTemporaryKeychain { _ in
            var result: AnyObject? = "before" as NSString
            #expect(SecItemCopyMatching(Items.query([kSecReturnData: true]), &result) == errSecItemNotFound)
            #expect(result as? String == "before")
        }
    }
}
