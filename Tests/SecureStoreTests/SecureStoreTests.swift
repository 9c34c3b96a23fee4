import Foundation
import KeychainTesting
import SecureStore
import Testing

/// Both kinds of password: the same behaviour, ten tests.
@Suite struct SecureStoreTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case generic, internet

        var store: SecureStore { SecureStore(secureStoreQueryable: queryable) }
        var testDescription: String { rawValue }

        private var queryable: any SecureStoreQueryable {
            switch self {
            case .generic: GenericPasswordQueryable(service: "shop")
            case .internet:
                InternetPasswordQueryable(
                    server: "shop.example.com", port: 8443, path: "/basket", securityDomain: "customers",
                    internetProtocol: .https, internetAuthenticationType: .httpBasic)
            }
        }
    }

    @Test(arguments: Kind.allCases) func savesPassword(kind: Kind) throws {
        try withTemporaryKeychain { keychain in
            try kind.store.setValue("pwd_1234", for: "kim")
            let itemClass: ItemClass = kind == .generic ? .genericPassword : .internetPassword
            let items = try keychain.items(matching: Query(itemClass, limit: .all), reading: [.attributes, .data])
            #expect(items.map(\.data) == [Data("pwd_1234".utf8)])
        }
    }

    @Test(arguments: Kind.allCases) func readsPassword(kind: Kind) throws {
        try withTemporaryKeychain { _ in
            try kind.store.setValue("pässwörd 🔑", for: "kim")
            try kind.store.setValue("other", for: "sam")
            #expect(try kind.store.getValue(for: "kim") == "pässwörd 🔑")
            #expect(try kind.store.getValue(for: "sam") == "other")
            #expect(try kind.store.getValue(for: "unknown") == nil)
        }
    }

    @Test(arguments: Kind.allCases) func updatesPassword(kind: Kind) throws {
        try withTemporaryKeychain { _ in
            try kind.store.setValue("pwd_1234", for: "kim")
            try kind.store.setValue("untouched", for: "sam")
            try kind.store.setValue("pwd_1235", for: "kim")
            #expect(try kind.store.getValue(for: "kim") == "pwd_1235")
            #expect(try kind.store.getValue(for: "sam") == "untouched")
        }
    }

    @Test(arguments: Kind.allCases) func removesPassword(kind: Kind) throws {
        try withTemporaryKeychain { _ in
            try kind.store.setValue("pwd_1234", for: "kim")
            try kind.store.setValue("untouched", for: "sam")
            try kind.store.removeValue(for: "kim")
            #expect(try kind.store.getValue(for: "kim") == nil)
            #expect(try kind.store.getValue(for: "sam") == "untouched")
            try kind.store.removeValue(for: "kim")
        }
    }

    @Test(arguments: Kind.allCases) func removesAllPasswords(kind: Kind) throws {
        try withTemporaryKeychain { _ in
            try kind.store.setValue("pwd_1234", for: "kim")
            try kind.store.setValue("pwd_1235", for: "sam")
            try kind.store.removeAllValues()
            #expect(try kind.store.getValue(for: "kim") == nil)
            #expect(try kind.store.getValue(for: "sam") == nil)
            try kind.store.removeAllValues()
        }
    }
}
