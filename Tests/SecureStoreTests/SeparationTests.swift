import KeychainTesting
import SecureStore
import Testing

/// What belongs to one store is not another's.
@Suite struct SeparationTests {
    private func internet(port: Int) -> SecureStore {
        SecureStore(
            secureStoreQueryable: InternetPasswordQueryable(
                server: "shop.example.com", port: port, path: "", securityDomain: "", internetProtocol: .https,
                internetAuthenticationType: .default))
    }

    @Test func removingAllLeavesOtherServicesAlone() throws {
        try withTemporaryKeychain { _ in
            let shop = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "shop"))
            let mail = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "mail"))
            try shop.setValue("1", for: "kim")
            try mail.setValue("2", for: "kim")
            try shop.removeAllValues()
            #expect(try shop.getValue(for: "kim") == nil)
            #expect(try mail.getValue(for: "kim") == "2")
        }
    }

    @Test func onePortsPasswordIsNotAnothers() throws {
        try withTemporaryKeychain { _ in
            try internet(port: 0).setValue("any", for: "kim")
            try internet(port: 8443).setValue("special", for: "kim")
            try internet(port: 0).setValue("changed", for: "kim")
            #expect(try internet(port: 8443).getValue(for: "kim") == "special")
            try internet(port: 8443).removeAllValues()
            #expect(try internet(port: 0).getValue(for: "kim") == "changed")
        }
    }

    @Test func savedValueIsReadWithTwoGroups() throws {
        try withTemporaryKeychain(accessGroups: ["first", "second"]) { _ in
            let second = SecureStore(
                secureStoreQueryable: GenericPasswordQueryable(service: "shop", accessGroup: "second"))
            let both = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "shop"))
            try second.setValue("old", for: "kim")
            try both.setValue("new", for: "kim")
            #expect(try both.getValue(for: "kim") == "new")
            #expect(try second.getValue(for: "kim") == "new")
        }
    }
}
