import Foundation
import Testing

@testable import KeychainServices

/// keychain-services 3.8.
@Suite struct SynchronizableTests {
    private func makeTwins(_ transport: Transport) throws -> KeychainUnderTest {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.label: "l"], data: "local"))
        try keychain.add(genericPassword("me", [.label: "l", .synchronizable: 1], data: "synchronized"))
        return keychain
    }

    /// F1.
    @Test(arguments: Transport.allCases)
    func twinsCoexistAndAQueryChooses(transport: Transport) throws {
        let keychain = try makeTwins(transport)
        #expect(try keychain.secrets(Query(.genericPassword, [.account: "me"])) == ["local"])
        #expect(
            try keychain.secrets(Query(.genericPassword, [.account: "me"], synchronizable: .yes)) == ["synchronized"])
        #expect(try keychain.secrets(Query(.genericPassword, synchronizable: .any)) == ["local", "synchronized"])
        #expect(try keychain.secrets(Query(.genericPassword, synchronizable: .any, limit: .one)) == ["local"])
    }

    /// F3.
    @Test(arguments: Transport.allCases)
    func anUpdateChangesTheChosenTwin(transport: Transport) throws {
        let keychain = try makeTwins(transport)
        let query = Query(.genericPassword, [.label: "l"], synchronizable: .yes)
        #expect(try keychain.update(query, with: Changes([.comment: "c"])) == 1)
        #expect(
            try keychain.secrets(Query(.genericPassword, [.comment: "c"], synchronizable: .any)) == ["synchronized"])
    }

    /// F5.
    @Test(arguments: Transport.allCases)
    func aDeletionLeavesTheOtherTwin(transport: Transport) throws {
        let keychain = try makeTwins(transport)
        #expect(try keychain.delete(Query(.genericPassword)) == 1)
        #expect(try keychain.secrets(Query(.genericPassword, synchronizable: .any)) == ["synchronized"])
        #expect(try keychain.delete(Query(.genericPassword, synchronizable: .any)) == 1)
    }

    @Test(arguments: Transport.allCases)
    func aTwinCannotTakeTheOthersPlace(transport: Transport) throws {
        let keychain = try makeTwins(transport)
        #expect(throws: failure(.duplicateItem)) {
            try keychain.update(Query(.genericPassword), with: Changes([.synchronizable: 1]))
        }
        try keychain.delete(Query(.genericPassword, synchronizable: .yes))
        try keychain.update(Query(.genericPassword), with: Changes([.synchronizable: 1]))
        #expect(try keychain.secrets(Query(.genericPassword, synchronizable: .yes)) == ["local"])
        #expect(try keychain.secrets(Query(.genericPassword)) == [])
    }

    /// Stored, if useless: 3.8.
    @Test(arguments: Transport.allCases, ["aku", "cku", "dku"])
    func anItemOfThisDeviceOnlyMayBeMarkedAsWell(transport: Transport, code: String) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.accessible: .string(code), .synchronizable: 1]))
        #expect(try keychain.items(matching: Query(.genericPassword, synchronizable: .yes)).count == 1)
    }
}
