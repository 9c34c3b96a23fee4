import Foundation
import SecureStore
import Security
import Testing

/// The store in a program with an identity: run by `testhost --host`, with the keychain that the agent serves.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_TEST_HOST"] != nil)) struct HostedStoreTests {
    /// Items of this run alone.
    private let service = "HostedStoreTests-\(UUID().uuidString)"

    private func withStore(_ body: (SecureStore) throws -> Void) throws {
        let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: service))
        defer { try? store.removeAllValues() }
        try body(store)
    }

    @Test func passwordsAreSavedReadChangedAndRemoved() throws {
        try withStore { store in
            try store.setValue("pässwörd 🔑", for: "kim")
            try store.setValue("other", for: "sam")
            #expect(try store.getValue(for: "kim") == "pässwörd 🔑")
            try store.setValue("changed", for: "kim")
            #expect(try store.getValue(for: "kim") == "changed")
            try store.removeValue(for: "kim")
            #expect(try store.getValue(for: "kim") == nil)
            #expect(try store.getValue(for: "sam") == "other")
            try store.removeAllValues()
            #expect(try store.getValue(for: "sam") == nil)
        }
    }

    @Test func itemsBelongToTheHost() throws {
        try withStore { store in
            try store.setValue("1", for: "kim")
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecReturnAttributes: true,
            ]
            var result: CFTypeRef?
            try #require(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let group = (result as? [String: Any])?[kSecAttrAccessGroup as String] as? String
            #expect(group?.contains("TestHost") == true, "\(group ?? "")")
        }
    }

    @Test func groupsOfOthersAreRefused() throws {
        let foreign = SecureStore(
            secureStoreQueryable: GenericPasswordQueryable(service: service, accessGroup: "com.example.other"))
        #expect(throws: SecureStoreError.self) { try foreign.setValue("1", for: "kim") }
    }
}
