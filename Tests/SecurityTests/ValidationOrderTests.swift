import KeychainTesting
import LocalAuthentication
import Security
import SecurityBackend
import Testing

/// Which error is answered to a dictionary with several: the order of keychain-services 3.1.
@Suite struct ValidationOrderTests {
    private func statuses(_ query: [CFString: Any]) -> Set<OSStatus> {
        [Items.status(query), Items.delete(query), Items.update(query, [:])]
    }

    @Test(arguments: [
        "x", "", "abc", "classy", "clas", "r_Unknown", "u_Unknown", "v_Unknown", "persistref", "public", "rounds",
    ])
    func unknownKeysAreRefused(key: String) throws {
        try withTemporaryKeychain { _ in
            let expected: OSStatus = key == "clas" ? errSecNoSuchAttr : errSecParam
            #expect(Items.status([key as CFString: true]) == expected)
            #expect(Items.add([key as CFString: true]) == expected)
        }
    }

    @Test func unsupportedKeysChangeNothing() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            for key in ["f_Callback", "m_Whatever", "u_SystemKeychain", "u_OpPrompt", "u_NoAuthUI"] {
                #expect(Items.status([key as CFString: true]) == errSecSuccess)
            }
        }
    }

    @Test func keysOtherThanStringsAreRefused() throws {
        try withTemporaryKeychain { _ in
            let query: [AnyHashable: Any] = ["class": "genp", 4: "x"]
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecParam)
        }
    }

    @Test func wrongControlComesBeforeUnknownClass() throws {
        try withTemporaryKeychain { _ in
            #expect(statuses([kSecClass: "xxxx", kSecAttrAccessControl: 1]) == [errSecParam])
            #expect(statuses([kSecClass: "xxxx", kSecAttrIssuer: "x"]) == [errSecParam])
            #expect(statuses([kSecClass: "xxxx", kSecValueRef: "x"]) == [errSecParam])
            let group: [CFString: Any] = [kSecAttrSharingGroup: "g", kSecAttrSynchronizable: true]
            #expect(statuses(group.merging([kSecClass: "xxxx"]) { $1 }) == [errSecParam])
        }
    }

    @Test func missingClassComesBeforeUnknownAttribute() throws {
        try withTemporaryKeychain { _ in
            let query = ["abcd" as CFString: 1] as CFDictionary
            #expect(SecItemCopyMatching(query, nil) == errSecParam)
            #expect(SecItemDelete(query) == errSecParam)
            #expect(SecItemAdd([kSecClass: 7] as CFDictionary, nil) == errSecParam)
        }
    }

    @Test func unknownClassComesBeforeUnknownAttribute() throws {
        try withTemporaryKeychain { _ in
            #expect(statuses([kSecClass: "xxxx", "abcd" as CFString: 1]) == [errSecNoSuchClass])
        }
    }

    @Test func unknownAttributeComesBeforeWrongValues() throws {
        try withTemporaryKeychain { _ in
            let query: [CFString: Any] = [
                kSecAttrAccount: true, "abcd" as CFString: 1, kSecValueData: "x", kSecValuePersistentRef: Data(),
                kSecUseItemList: [1], kSecMatchLimit: "bogus",
            ]
            #expect(statuses(query.merging([kSecClass: kSecClassGenericPassword]) { $1 }) == [errSecNoSuchAttr])
        }
    }

    @Test func everythingElseComesBeforeForeignGroups() throws {
        try withTemporaryKeychain { _ in
            let foreign: [CFString: Any] = [kSecAttrAccessGroup: "foreign"]
            #expect(statuses(foreign) == [errSecMissingEntitlement])
            for extra in [kSecAttrAccount: true, kSecUseItemList: [1], kSecMatchLimit: "bogus"] as [CFString: Any] {
                #expect(statuses(foreign.merging([extra.key: extra.value]) { $1 }) == [errSecParam])
            }
        }
    }

    @Test func absurdlyManyKeysAreRefused() throws {
        try withTemporaryKeychain { _ in
            var query: [CFString: Any] = [:]
            for number in 0..<130 { query["m_Key\(number)" as CFString] = true }
            #expect(Items.status(query) == errSecParam)
            #expect(Items.status(query.filter { ($0.key as String).hasSuffix("1") }) == errSecItemNotFound)
        }
    }

    @Test func contextAndCredentialExcludeEachOther() throws {
        try withTemporaryKeychain { _ in
            let context: [CFString: Any] = [kSecUseAuthenticationContext: LAContext()]
            #expect(Items.status(context) == errSecItemNotFound)
            #expect(Items.status(context.merging([kSecUseCredentialReference: Data()]) { $1 }) == errSecParam)
            for value in [NSObject(), "context", Data()] as [Any] {
                #expect(Items.status([kSecUseAuthenticationContext: value]) == errSecParam)
            }
        }
    }

    @Test func onlySearchesSkipWhatNeedsAuthentication() throws {
        try withTemporaryKeychain { _ in
            let skip: [CFString: Any] = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
            #expect(Items.add(skip) == errSecParam)
            #expect(Items.add([kSecUseAuthenticationUI: kSecUseAuthenticationUIAllow]) == errSecSuccess)
            #expect(Items.status(skip) == errSecSuccess)
            #expect(Items.update(skip, [:]) == errSecParam)
            #expect(Items.delete(skip) == errSecParam)
            #expect(Items.delete([kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]) == errSecSuccess)
        }
    }
}

/// Match keys, for items that have no certificate: keychain-services 3.3.
@Suite struct MatchKeyTests {
    private func add(server: Any) {
        let item: [CFString: Any] = [kSecClass: kSecClassInternetPassword, kSecAttrServer: server]
        #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }

    private func count(host: String) -> Int {
        Items.count([kSecClass: kSecClassInternetPassword, kSecMatchHostOrSubdomainOfHost: host])
    }

    @Test func hostMatchesItsSubdomains() throws {
        try withTemporaryKeychain { _ in
            for server in ["example.com", "mail.example.com", "notexample.com", "com"] { add(server: server) }
            add(server: Data("www.example.com".utf8))
            #expect(count(host: "example.com") == 2)
            #expect(count(host: "mail.example.com") == 1)
            #expect(count(host: "org") == 0)
        }
    }

    @Test func filterComesBeforeTheLimit() throws {
        try withTemporaryKeychain { _ in
            add(server: "other.org")
            add(server: "mail.example.com")
            let query: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecMatchHostOrSubdomainOfHost: "example.com",
            ]
            try #expect(Items.attributes(query)["srvr"] as? String == "mail.example.com")
        }
    }

    @Test func onlyInternetPasswordsHaveHosts() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.status([kSecMatchHostOrSubdomainOfHost: "example.com"]) == errSecUnimplemented)
            let query: [CFString: Any] = [kSecClass: kSecClassInternetPassword, kSecMatchHostOrSubdomainOfHost: 1]
            #expect(Items.status(query) == errSecParam)
        }
    }

    @Test func passwordsHaveNoIssuersAndNoPolicy() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.status([kSecMatchIssuers: [Data([0x30, 0])]]) == errSecUnimplemented)
            #expect(Items.status([kSecMatchIssuers: [] as [Data]]) == errSecSuccess)
            #expect(Items.status([kSecMatchPolicy: "ssl"]) == errSecParam)
            #expect(Items.status([kSecMatchTrustedOnly: true]) == errSecSuccess)
            #expect(Items.status([kSecMatchTrustedOnly: 1]) == errSecParam)
            #expect(Items.status([kSecMatchValidOnDate: Date()]) == errSecSuccess)
            #expect(Items.status([kSecMatchValidOnDate: NSNull()]) == errSecSuccess)
            #expect(Items.status([kSecMatchValidOnDate: "today"]) == errSecParam)
        }
    }
}

/// `kSecUseKeychain` and `kSecMatchSearchList`.
@Suite struct ChosenKeychainTests {
    @Test func itemsAreWhereTheyWerePut() throws {
        try withTemporaryKeychain { other in
            try withTemporaryKeychain { _ in
                let chosen = SecKeychain(other)
                #expect(Items.add([kSecUseKeychain: chosen]) == errSecSuccess)
                #expect(Items.status() == errSecItemNotFound)
                #expect(Items.status([kSecUseKeychain: chosen]) == errSecSuccess)
                #expect(Items.update([kSecUseKeychain: chosen], [kSecAttrLabel: "x"]) == errSecSuccess)
                #expect(Items.status([kSecMatchSearchList: [chosen], kSecAttrLabel: "x"]) == errSecSuccess)
                #expect(Items.delete([kSecUseKeychain: chosen]) == errSecSuccess)
            }
        }
    }

    @Test func searchListsAreSearchedInOrder() throws {
        try withTemporaryKeychain { other in
            try withTemporaryKeychain { keychain in
                var usual: SecKeychain?
                #expect(SecKeychainCopyDefault(&usual) == errSecSuccess)
                #expect(Items.add() == errSecSuccess)
                #expect(Items.add([kSecUseKeychain: SecKeychain(other), kSecAttrAccount: "lee"]) == errSecSuccess)
                let list = [SecKeychain(other), try #require(usual)]
                #expect(Items.count([kSecMatchSearchList: list]) == 2)
                try #expect(Items.attributes([kSecMatchSearchList: list])["acct"] as? String == "lee")
                #expect(Items.status([kSecMatchSearchList: [] as [SecKeychain]]) == errSecItemNotFound)
            }
        }
    }

    @Test func anythingElseIsRefused() throws {
        try withTemporaryKeychain { keychain in
            #expect(Items.add([kSecUseKeychain: "login"]) == errSecParam)
            #expect(Items.status([kSecUseKeychain: NSObject()]) == errSecParam)
            #expect(Items.status([kSecMatchSearchList: ["login"]]) == errSecParam)
            #expect(Items.status([kSecMatchSearchList: SecKeychain(keychain)]) == errSecParam)
            let both: [CFString: Any] = [
                kSecUseKeychain: SecKeychain(keychain), kSecMatchSearchList: [SecKeychain(keychain)],
            ]
            #expect(Items.status(both) == errSecParam)
        }
    }
}
