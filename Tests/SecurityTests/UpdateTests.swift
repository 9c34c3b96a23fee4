import KeychainTesting
import Security
import Testing

@Suite struct UpdateTests {
    /// As on iOS: programs pass the dictionary of their search or of their addition.
    @Test func deletionIgnoresReturnKeysAndData() throws {
        try withTemporaryKeychain { _ in
            let returns: [CFString] = [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef]
            for key in returns {
                #expect(Items.add() == errSecSuccess)
                #expect(Items.delete([kSecAttrAccount: "kim", key: true]) == errSecSuccess)
            }
            for data in [Data("another".utf8), "no data"] as [Any] {
                #expect(Items.add() == errSecSuccess)
                #expect(
                    Items.delete([kSecAttrAccount: "kim", kSecValueData: data, kSecReturnData: true]) == errSecSuccess)
                #expect(Items.status() == errSecItemNotFound)
            }
            #expect(Items.add() == errSecSuccess)
            #expect(Items.delete(Items.password) == errSecSuccess)
        }
    }

    @Test func newDataKeepsTheDateOfCreation() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let before = try Items.attributes()
            #expect(Items.update([kSecAttrAccount: "kim"], [kSecValueData: Data("new".utf8)]) == errSecSuccess)
            let after = try Items.attributes([kSecReturnData: true])
            #expect(after["v_Data"] as? Data == Data("new".utf8))
            #expect(after["cdat"] as? Date == before["cdat"] as? Date)
            let dates = try #require((before["mdat"] as? Date, after["mdat"] as? Date) as? (Date, Date))
            #expect(dates.0 < dates.1)
        }
    }

    @Test func changeOfThePrimaryKeyMovesTheItem() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([kSecAttrAccount: "kim"], [kSecAttrAccount: "lee"]) == errSecSuccess)
            #expect(Items.update([kSecAttrAccount: "kim"], [kSecAttrAccount: "lee"]) == errSecItemNotFound)
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([kSecAttrAccount: "kim"], [kSecAttrAccount: "lee"]) == errSecDuplicateItem)
            #expect(Items.status([kSecAttrAccount: "kim"]) == errSecSuccess)
            #expect(Items.count() == 2)
        }
    }

    @Test func allMatchesAreChanged() throws {
        try withTemporaryKeychain { _ in
            for account in ["a", "b", "c"] { #expect(Items.add([kSecAttrAccount: account]) == errSecSuccess) }
            #expect(Items.update([kSecAttrService: "shop"], [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(Items.count([kSecAttrLabel: "new"]) == 3)
        }
    }

    @Test func protectionClassChangesWithoutTheData() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]) == errSecSuccess)
            let changes = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
            #expect(Items.update([:], changes) == errSecSuccess)
            let found = try Items.attributes([kSecReturnData: true])
            #expect(found["pdmn"] as? String == "cku")
            #expect(found["v_Data"] as? Data == Data("secret".utf8))
        }
    }

    @Test func secretPartsOfInternetPasswordsChangeAlone() throws {
        try withTemporaryKeychain { _ in
            let history = "bini" as CFString, notes = "binn" as CFString
            let item: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com", kSecValueData: Data("secret".utf8),
                history: Data([1]), notes: Data([2]),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(Items.update([kSecClass: kSecClassInternetPassword], [history: Data([3])]) == errSecSuccess)
            let found = try Items.attributes([kSecClass: kSecClassInternetPassword, kSecReturnData: true])
            #expect(found["bini"] as? Data == Data([3]))
            #expect(found["binn"] as? Data == Data([2]))
            #expect(found["v_Data"] as? Data == Data("secret".utf8))
            try #expect(Items.attributes([kSecClass: kSecClassInternetPassword])["bini"] == nil)
        }
    }

    @Test func dataInTheQueryIsNoFilter() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([kSecValueData: Data("another".utf8)], [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(Items.status([kSecValueData: Data("another".utf8)]) == errSecSuccess)
        }
    }

    @Test(
        arguments: [
            kSecClass, kSecMatchLimit, kSecReturnData, kSecUseAuthenticationContext, kSecValueRef,
            kSecValuePersistentRef, "abcd" as CFString, kSecAttrServer, "other" as CFString,
        ].map { $0 as String })
    func unknownAttributeCannotBeChanged(key: String) throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([:], [key as CFString: kSecClassGenericPassword]) == errSecNoSuchAttr)
        }
    }

    @Test func emptyChangeTouchesTheItem() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let before = try #require(Items.attributes()["mdat"] as? Date)
            #expect(Items.update([:], [:]) == errSecSuccess)
            let after = try #require(Items.attributes()["mdat"] as? Date)
            #expect(before < after)
        }
    }

    @Test func userIsIgnoredAndSharingGroupRefused() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([:], [kSecAttrMultiUser: Data(count: 16)]) == errSecSuccess)
            try #expect(Items.attributes()["musr"] as? Data == Data())
            #expect(Items.update([:], [kSecAttrSharingGroup: "family"]) == errSecParam)
        }
    }

    @Test func itemMovesOnlyToGroupsOfTheProgram() throws {
        try withTemporaryKeychain(accessGroups: ["one", "two"]) { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(
                Items.update([kSecAttrAccessGroup: "one"], [kSecAttrAccessGroup: "three"]) == errSecMissingEntitlement)
            #expect(Items.update([kSecAttrAccessGroup: "one"], [kSecAttrAccessGroup: "two"]) == errSecSuccess)
            try #expect(Items.attributes()["agrp"] as? String == "two")
        }
    }
}

@Suite struct DeleteTests {
    /// keychain-services, case D7.
    @Test func tombstoneIsSeenOnlyByThoseWhoAskForIt() throws {
        try withTemporaryKeychain { _ in
            let synchronizable: [CFString: Any] = [kSecAttrSynchronizable: true]
            let tomb = "tomb" as CFString
            #expect(Items.add(synchronizable) == errSecSuccess)
            #expect(Items.delete([kSecAttrSynchronizable: true, kSecUseTombstones: true]) == errSecSuccess)
            #expect(Items.status(synchronizable) == errSecItemNotFound)
            #expect(Items.status([kSecAttrSynchronizable: true, tomb: false]) == errSecItemNotFound)
            let buried = try Items.attributes([kSecAttrSynchronizable: true, tomb: true, kSecReturnData: true])
            #expect(buried["acct"] as? String == "kim")
            #expect(buried["v_Data"] == nil)
            #expect(Items.add(synchronizable) == errSecSuccess)
            #expect(Items.status([kSecAttrSynchronizable: true, tomb: true]) == errSecItemNotFound)

            #expect(Items.add() == errSecSuccess)
            #expect(Items.delete() == errSecSuccess)
            #expect(Items.status([tomb: true]) == errSecItemNotFound)
        }
    }

    @Test func allMatchesAreDeleted() throws {
        try withTemporaryKeychain { _ in
            for account in ["a", "b", "c"] { #expect(Items.add([kSecAttrAccount: account]) == errSecSuccess) }
            #expect(Items.delete([kSecAttrAccount: "b"]) == errSecSuccess)
            #expect(Items.count() == 2)
            #expect(Items.delete() == errSecSuccess)
            #expect(Items.delete() == errSecItemNotFound)
        }
    }

    @Test func deletionMaySayThatAllAreMeant() throws {
        try withTemporaryKeychain { _ in
            for account in ["a", "b"] { #expect(Items.add([kSecAttrAccount: account]) == errSecSuccess) }
            #expect(Items.delete([kSecMatchLimit: kSecMatchLimitAll]) == errSecSuccess)
            #expect(Items.count() == 0)
            #expect(Items.delete([kSecMatchLimit: kSecMatchLimitAll]) == errSecItemNotFound)
        }
    }

    @Test func otherMatchKeysAreRefused() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            for limit in [kSecMatchLimitOne, 1, 0, 2] as [Any] {
                #expect(Items.delete([kSecMatchLimit: limit]) == errSecParam, "\(limit)")
            }
            #expect(Items.delete([kSecMatchCaseInsensitive: true]) == errSecParam)
            #expect(
                Items.delete([kSecMatchLimit: kSecMatchLimitAll, kSecMatchCaseInsensitive: true]) == errSecParam)
            #expect(Items.count() == 1)
        }
    }

    @Test func limitIsRefusedInUpdates() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([kSecMatchLimit: kSecMatchLimitAll], [kSecAttrLabel: "new"]) == errSecParam)
        }
    }

    @Test func queryWithoutClassDeletesNothing() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(SecItemDelete([kSecAttrAccount: "kim"] as CFDictionary) == errSecParam)
            #expect(Items.count() == 1)
        }
    }
}
