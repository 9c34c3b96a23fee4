import Foundation
import KeychainTesting
import SecureStore
import Security
import Testing

@Suite struct ErrorTests {
    private let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "shop"))

    @Test func bytesThatAreNoTextAreAnError() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "shop", kSecAttrAccount: "kim",
                kSecValueData: Data([0xff, 0xfe, 0x00]),
            ]
            try #require(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(throws: SecureStoreError.data2StringConversionError) { try store.getValue(for: "kim") }
        }
    }

    /// An access group that the program does not have: the keychain refuses all four operations.
    @Test func refusalHasTheMessageOfTheKeychain() throws {
        try withTemporaryKeychain { _ in
            let foreign = SecureStore(
                secureStoreQueryable: GenericPasswordQueryable(service: "shop", accessGroup: "com.example.other"))
            let words = try #require(SecCopyErrorMessageString(errSecMissingEntitlement, nil) as String?)
            let refusal = SecureStoreError.unhandledError(message: words)
            #expect(throws: refusal) { try foreign.setValue("1", for: "kim") }
            #expect(throws: refusal) { try foreign.getValue(for: "kim") }
            #expect(throws: refusal) { try foreign.removeValue(for: "kim") }
            #expect(throws: refusal) { try foreign.removeAllValues() }
        }
    }

    /// Attributes that the class does not have: what a program's own ``SecureStoreQueryable`` may get wrong.
    @Test func anUnusableQueryIsAnError() throws {
        struct Nonsense: SecureStoreQueryable {
            var query: [String: Any] { ["class": "genp", "nons": 1] }
        }
        try withTemporaryKeychain { _ in
            let store = SecureStore(secureStoreQueryable: Nonsense())
            #expect(throws: SecureStoreError.self) { try store.setValue("1", for: "kim") }
        }
    }

    @Test(arguments: [
        SecureStoreError.string2DataConversionError, .data2StringConversionError,
        .unhandledError(message: "It is late."),
    ])
    func errorsDescribeThemselves(error: SecureStoreError) {
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.localizedDescription == error.errorDescription)
    }
}
