import KeychainTesting
import Security
import Testing

@Suite struct BasicsTests {
    @Test func searchInAnEmptyKeychainFindsNothing() throws {
        try withTemporaryKeychain { _ in
            var result: AnyObject?
            #expect(SecItemCopyMatching(Items.query([kSecAttrService: "shop"]), &result) == errSecItemNotFound)
            #expect(result == nil)
        }
    }

    @Test func additionWithoutReturnKeysLeavesNil() throws {
        try withTemporaryKeychain { _ in
            var result: AnyObject? = "before" as NSString
            #expect(SecItemAdd(Items.password as CFDictionary, &result) == errSecSuccess)
            #expect(result == nil)
        }
    }

    @Test func deletionByAnAttributeThatDoesNotExistSaysSo() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.delete(["abcd" as CFString: 1]) == errSecNoSuchAttr)
            #expect(Items.delete(["ämla" as CFString: 1]) == errSecNoSuchAttr)
            #expect(Items.delete([kSecAttrServer: "x"]) == errSecNoSuchAttr)
        }
    }

    @Test func existenceIsReportedWithoutAResult() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.status() == errSecItemNotFound)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.status() == errSecSuccess)
        }
    }

    @Test func itemWithoutDataGivesNil() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            try #expect(Items.copy([kSecReturnData: true]) == nil)
            try #expect(Items.copy([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]) == nil)
            try #expect(Items.attributes([kSecReturnData: true])["v_Data"] == nil)
        }
    }

    @Test func emptyDataIsNotNoData() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecValueData: Data()]) == errSecSuccess)
            try #expect(Items.copy([kSecReturnData: true]) as? Data == Data())
        }
    }

    /// Programs read the attributes of an item and look for it by them.
    @Test func returnedAttributesFindTheItemAgain() throws {
        try withTemporaryKeychain { _ in
            #expect(
                Items.add([kSecAttrLabel: "label", kSecAttrCreator: 77, kSecAttrIsInvisible: true]) == errSecSuccess)
            #expect(Items.add([kSecAttrAccount: "other", kSecValueData: Data("x".utf8)]) == errSecSuccess)
            var query = try Items.attributes([kSecAttrAccount: "kim"])
            query["sha1"] = nil
            query["class"] = "genp"
            query["r_Data"] = true
            var result: AnyObject?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect(result as? Data == Data("secret".utf8))
        }
    }

    @Test func classThatDoesNotExistIsRefused() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecClass: "xxxx"]) == errSecNoSuchClass)
            #expect(Items.status([kSecClass: kSecClassAppleSharePassword]) == errSecNoSuchClass)
        }
    }

    @Test(arguments: ["secret", 3, NSNull()] as [any Sendable]) func dataOfAnotherTypeIsRefused(value: any Sendable)
        throws
    {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecValueData: value]) == errSecParam)
            #expect(Items.status([kSecValueData: value]) == errSecParam)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([:], [kSecValueData: value]) == errSecParam)
        }
    }

    @Test func markOfAppClipsIsRefusedEverywhere() throws {
        try withTemporaryKeychain { _ in
            let clip: [CFString: Any] = ["clip" as CFString: 1]
            #expect(Items.add(clip) == errSecParam)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.status(clip) == errSecParam)
            #expect(Items.update(clip, [:]) == errSecParam)
            #expect(Items.update([:], clip) == errSecParam)
            #expect(Items.delete(clip) == errSecParam)
        }
    }

    @Test func limitsAreCheckedAndApplied() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            func copy(_ limit: Any) throws -> AnyObject? {
                try Items.copy([kSecReturnData: true, kSecMatchLimit: limit])
            }
            for limit in ["bogus", true, -1, 1.5] as [Any] {
                #expect(throws: Items.Failure(status: errSecParam)) { try copy(limit) }
            }
            #expect(throws: Items.Failure(status: errSecItemNotFound)) { try copy(0) }
            try #expect(copy(1) is Data)
            try #expect(copy(kSecMatchLimitOne) is Data)
            try #expect((copy(5) as? [Data])?.count == 1)
            try #expect((copy(kSecMatchLimitAll) as? [Data])?.count == 1)
        }
    }

    @Test func limitOfSeveralIsKept() throws {
        try withTemporaryKeychain { _ in
            for account in 0..<4 { #expect(Items.add([kSecAttrAccount: "\(account)"]) == errSecSuccess) }
            let found = try Items.copy([kSecReturnPersistentRef: true, kSecMatchLimit: 3]) as? [Data]
            #expect(found?.count == 3)
        }
    }

    @Test(
        arguments: [kSecMatchLimit, kSecMatchItemList, kSecMatchCaseInsensitive, "m_Unknown" as CFString].map {
            $0 as String
        })
    func additionsAndChangesTakeNoMatchKeys(key: String) throws {
        try withTemporaryKeychain { _ in
            let value: Any = key == "m_Limit" ? kSecMatchLimitOne : true
            #expect(Items.add([key as CFString: value]) == errSecParam)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([key as CFString: value], [:]) == errSecParam)
            #expect(Items.delete([key as CFString: value]) == errSecParam)
            #expect(Items.status([key as CFString: value]) == errSecSuccess)
        }
    }

    @Test func changesTakeNoReturnKeysThatAreTrue() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([kSecReturnAttributes: true], [:]) == errSecParam)
            #expect(Items.update([kSecReturnAttributes: false], [:]) == errSecSuccess)
            #expect(Items.delete([kSecReturnData: "yes"]) == errSecParam)
            #expect(Items.delete([kSecReturnData: false]) == errSecSuccess)
        }
    }

    @Test func useDataProtectionKeychainChangesNothing() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecUseDataProtectionKeychain: true]) == errSecSuccess)
            #expect(Items.status([kSecUseDataProtectionKeychain: false]) == errSecSuccess)
            #expect(Items.update([kSecUseDataProtectionKeychain: true], [kSecAttrLabel: "x"]) == errSecSuccess)
            #expect(Items.delete([kSecUseDataProtectionKeychain: true]) == errSecSuccess)
        }
    }
}
