import Foundation
import KeychainTesting
import KeychainWrappers
import Security
import Testing

/// Values under identifiers of the program's own.
@Suite struct ValueTests {
    @Test func aValueIsFoundUnderItsIdentifier() throws {
        try withTemporaryKeychain { _ in
            #expect(KeychainWrapper.createKeychainValue("töken", forIdentifier: "api"))
            #expect(KeychainWrapper.searchKeychainCopyMatchingIdentifier("api") == Data("töken".utf8))
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("api") == "töken")
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("other") == nil)
        }
    }

    @Test func creatingReplacesWhatIsThere() throws {
        try withTemporaryKeychain { keychain in
            #expect(KeychainWrapper.createKeychainValue("1", forIdentifier: "api"))
            #expect(KeychainWrapper.createKeychainValue("2", forIdentifier: "api"))
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("api") == "2")
            let items = try keychain.items(matching: Query(.genericPassword, limit: .all), reading: [.attributes])
            #expect(items.count == 1)
        }
    }

    @Test func updatingNeedsSomethingToUpdate() throws {
        try withTemporaryKeychain { _ in
            #expect(!KeychainWrapper.updateKeychainValue("1", forIdentifier: "api"))
            #expect(KeychainWrapper.createKeychainValue("1", forIdentifier: "api"))
            #expect(KeychainWrapper.updateKeychainValue("2", forIdentifier: "api"))
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("api") == "2")
        }
    }

    @Test func deletingLeavesOtherIdentifiersAlone() throws {
        try withTemporaryKeychain { _ in
            KeychainWrapper.createKeychainValue("1", forIdentifier: "one")
            KeychainWrapper.createKeychainValue("2", forIdentifier: "other")
            #expect(KeychainWrapper.deleteItemFromKeychain(withIdentifier: "one"))
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("one") == nil)
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("other") == "2")
            #expect(KeychainWrapper.deleteItemFromKeychain(withIdentifier: "one"))
        }
    }

    /// As other programs, and older versions of the same one, expect to find it.
    @Test func itemsHaveTheClassicShape() throws {
        try withTemporaryKeychain { _ in
            KeychainWrapper.createKeychainValue("1", forIdentifier: "äpi")
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true,
                kSecAttrAccount: Data("äpi".utf8), kSecAttrGeneric: Data("äpi".utf8),
            ]
            var result: AnyObject?
            try #require(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? [String: Any])
            #expect(found[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
            let executable = try #require(Bundle.main.executableURL?.lastPathComponent)
            #expect(found[kSecAttrService as String] as? String == Bundle.main.bundleIdentifier ?? executable)
        }
    }

    @Test func bytesThatAreNoTextAreFoundAsBytesOnly() throws {
        try withTemporaryKeychain { _ in
            KeychainWrapper.createKeychainValue("", forIdentifier: "api")
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: Data("api".utf8)]
            let change: [CFString: Any] = [kSecValueData: Data([0xff])]
            try #require(SecItemUpdate(query as CFDictionary, change as CFDictionary) == errSecSuccess)
            #expect(KeychainWrapper.searchKeychainCopyMatchingIdentifier("api") == Data([0xff]))
            #expect(KeychainWrapper.keychainStringFromMatchingIdentifier("api") == nil)
        }
    }
}
