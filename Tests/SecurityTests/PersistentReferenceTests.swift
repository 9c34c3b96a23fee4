import KeychainTesting
import Security
import SecurityBackend
import Testing

@Suite struct PersistentReferenceTests {
    private func reference(_ query: [CFString: Any] = [:]) throws -> Data {
        try #require(try Items.copy(query.merging([kSecReturnPersistentRef: true]) { $1 }) as? Data)
    }

    @Test func isTheClassAndSixteenBytes() throws {
        try withTemporaryKeychain { _ in
            var added: AnyObject?
            let item = Items.password.merging([kSecReturnPersistentRef: true]) { $1 }
            #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
            let data = try #require(added as? Data)
            #expect(data.count == 20)
            #expect(data.prefix(4) == Data("genp".utf8))
            try #expect(reference() == data)
        }
    }

    @Test func namesTheItemThroughChanges() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.add([kSecAttrAccount: "lee"]) == errSecSuccess)
            let reference = try reference([kSecAttrAccount: "kim"])
            #expect(Items.update([kSecValuePersistentRef: reference], [kSecAttrAccount: "new"]) == errSecSuccess)
            try #expect(Items.attributes([kSecValuePersistentRef: reference])["acct"] as? String == "new")
            #expect(Items.status([kSecAttrAccount: "lee"]) == errSecSuccess)
        }
    }

    @Test func takesClassAndReturnKeysButNoAttributes() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let reference = try reference()
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValuePersistentRef: reference]
            #expect(Items.status(query) == errSecSuccess)
            #expect(Items.status(query.merging([kSecMatchLimit: kSecMatchLimitAll]) { $1 }) == errSecSuccess)
            let any: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
            #expect(Items.status(query.merging(any) { $1 }) == errSecSuccess)
            for extra in [kSecAttrAccount: "kim", kSecAttrSynchronizable: false] as [CFString: Any] {
                #expect(Items.status(query.merging([extra.key: extra.value]) { $1 }) == errSecParam)
            }
            #expect(Items.add([kSecValuePersistentRef: reference]) == errSecParam)
        }
    }

    @Test func classOfAnotherKindIsRefused() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecValuePersistentRef: try reference()]
            #expect(Items.status(query) == errSecNoSuchClass)
        }
    }

    @Test func deletionLeavesOtherReferencesAlone() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.add([kSecAttrAccount: "lee"]) == errSecSuccess)
            let (kim, lee) = (try reference([kSecAttrAccount: "kim"]), try reference([kSecAttrAccount: "lee"]))
            #expect(Items.delete([kSecValuePersistentRef: kim]) == errSecSuccess)
            #expect(Items.status([kSecValuePersistentRef: kim]) == errSecItemNotFound)
            #expect(Items.status([kSecValuePersistentRef: lee]) == errSecSuccess)
        }
    }

    @Test(arguments: ["genp1", "abcd0123456789abcdef", "", "genp0123456789abcdefX"]) func malformedOnesAreRefused(
        text: String
    ) throws {
        try withTemporaryKeychain { _ in
            #expect(Items.status([kSecValuePersistentRef: Data(text.utf8)]) == errSecParam)
            #expect(Items.status([kSecValuePersistentRef: text]) == errSecParam)
        }
    }

    @Test func unknownOnesFindNothing() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.status([kSecValuePersistentRef: Data("genp0123456789abcdef".utf8)]) == errSecItemNotFound)
        }
    }

    /// Old systems gave out the class and the number of the row.
    @Test func oldFormIsUnderstood() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let old = Data("genp".utf8) + Data([0, 0, 0, 0, 0, 0, 0, 1])
            try #expect(Items.attributes([kSecValuePersistentRef: old])["acct"] as? String == "kim")
        }
    }

    @Test func synchronizableItemIsFoundByReferenceAlone() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrSynchronizable: true]) == errSecSuccess)
            let reference = try reference([kSecAttrSynchronizable: true])
            #expect(Items.status([kSecValuePersistentRef: reference]) == errSecSuccess)
        }
    }
}

@Suite struct SynchronizableTests {
    @Test func plainQueriesDoNotSeeThem() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrSynchronizable: true]) == errSecSuccess)
            #expect(Items.status() == errSecItemNotFound)
            for value in [true, 1, "1", kSecAttrSynchronizableAny] as [Any] {
                #expect(Items.status([kSecAttrSynchronizable: value]) == errSecSuccess)
            }
            for value in [false, 0, "0"] as [Any] {
                #expect(Items.status([kSecAttrSynchronizable: value]) == errSecItemNotFound)
            }
            #expect(Items.status([kSecAttrSynchronizable: "maybe"]) == errSecParam)
        }
    }

    @Test func changesFindThem() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrSynchronizable: true]) == errSecSuccess)
            #expect(Items.update([kSecAttrSynchronizable: true], [kSecAttrComment: "new"]) == errSecSuccess)
            #expect(Items.status([kSecAttrSynchronizable: true, kSecAttrComment: "new"]) == errSecSuccess)
        }
    }

    @Test func deletionLeavesTheTwin() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrSynchronizable: true]) == errSecSuccess)
            #expect(Items.add([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == errSecSuccess)
            #expect(Items.count([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == 2)
            #expect(Items.delete() == errSecSuccess)
            #expect(Items.count([kSecAttrSynchronizable: true]) == 1)
        }
    }

    @Test func accessControlStaysOnTheDevice() throws {
        try withTemporaryKeychain { _ in
            let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
            #expect(Items.add([kSecAttrSynchronizable: true, kSecAttrAccessControl: control]) == errSecParam)
            #expect(Items.add() == errSecSuccess)
            let changes: [CFString: Any] = [kSecAttrSynchronizable: true, kSecAttrAccessControl: control]
            #expect(Items.update([:], changes) == errSecParam)
        }
    }
}

@Suite struct AccessGroupTests {
    @Test func programWithoutGroupsGetsNothing() throws {
        try withTemporaryKeychain(accessGroups: []) { _ in
            #expect(Items.add() == errSecMissingEntitlement)
            #expect(Items.status() == errSecMissingEntitlement)
            #expect(Items.delete() == errSecMissingEntitlement)
            #expect(Items.status([kSecClass: "xxxx"]) == errSecMissingEntitlement)
            #expect(Items.status(["abcd" as CFString: 1]) == errSecMissingEntitlement)
            #expect(SecItemDelete([kSecAttrAccount: "kim"] as CFDictionary) == errSecMissingEntitlement)
            #expect(Items.status(["clip" as CFString: 1]) == errSecParam)
        }
    }

    @Test func foreignGroupIsRefused() throws {
        try withTemporaryKeychain(accessGroups: ["one"]) { _ in
            let foreign: [CFString: Any] = [kSecAttrAccessGroup: "two"]
            #expect(Items.add(foreign) == errSecMissingEntitlement)
            #expect(Items.status(foreign) == errSecMissingEntitlement)
            #expect(Items.update(foreign, [:]) == errSecMissingEntitlement)
            #expect(Items.delete(foreign) == errSecMissingEntitlement)
        }
    }

    @Test func itemsOfForeignGroupsAreNotSeen() throws {
        try withTemporaryKeychain(accessGroups: ["one"]) { keychain in
            #expect(Items.add() == errSecSuccess)
            let other = SecKeychain(keychain.with(accessGroups: AccessGroups(["two"])))
            let query: [CFString: Any] = [kSecUseKeychain: other]
            #expect(Items.status(query) == errSecItemNotFound)
            #expect(Items.update(query, [:]) == errSecItemNotFound)
            #expect(Items.delete(query) == errSecItemNotFound)
        }
    }

    @Test func groupOfTokensIsReadOnly() throws {
        try withTemporaryKeychain(accessGroups: ["com.apple.token"]) { _ in
            #expect(Items.status() == errSecItemNotFound)
            #expect(Items.add() == errSecMissingEntitlement)
            #expect(Items.delete() == errSecMissingEntitlement)
        }
    }
}
