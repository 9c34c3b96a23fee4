import Foundation
import Testing

@testable import KeychainServices

/// keychain-services 3.10.
@Suite struct AccessGroupTests {
    private static let one = "com.example.one"
    private static let two = "com.example.two"

    /// G1.
    @Test(arguments: Transport.allCases)
    func aProgramWithoutGroupsMayDoNothing(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [])
        #expect(throws: failure(.missingEntitlement)) { try keychain.add(genericPassword("me")) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.items(matching: Query(.genericPassword)) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.items(matching: Query(.identity)) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.update(Query(.genericPassword), with: Changes()) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.delete(Query(.genericPassword)) }
    }

    /// G5.
    @Test(arguments: Transport.allCases)
    func theTokensGroupAloneMayOnlyRead(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [AccessGroups.token])
        #expect(try keychain.accounts() == [])
        #expect(throws: failure(.missingEntitlement)) { try keychain.add(genericPassword("me")) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.update(Query(.genericPassword), with: Changes()) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.delete(Query(.genericPassword)) }
    }

    @Test(arguments: Transport.allCases, [["*"], [one, AccessGroups.token]])
    func tokensGroupCannotBeWritten(transport: Transport, groups: [String]) throws {
        let keychain = try transport.makeKeychain(groups: groups)
        let token: Attributes = [.accessGroup: .string(AccessGroups.token)]
        #expect(throws: failure(.missingEntitlement)) { try keychain.add(NewItem(.genericPassword, token)) }
        #expect(throws: failure(.missingEntitlement)) {
            try keychain.update(Query(.genericPassword), with: Changes(token))
        }
        #expect(throws: failure(.missingEntitlement)) { try keychain.delete(Query(.genericPassword, token)) }
        #expect(throws: failure(.missingEntitlement)) {
            try keychain.update(Query(.genericPassword, token), with: Changes([.label: "l"]))
        }
        #expect(try keychain.items(matching: Query(.genericPassword, token)).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func foreignGroupIsRefused(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one])
        try keychain.add(genericPassword("me"))
        let foreign: Attributes = [.accessGroup: .string(Self.two)]
        #expect(throws: failure(.missingEntitlement)) { try keychain.add(NewItem(.genericPassword, foreign)) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.items(matching: Query(.genericPassword, foreign)) }
        #expect(throws: failure(.missingEntitlement)) { try keychain.delete(Query(.genericPassword, foreign)) }
        #expect(throws: failure(.missingEntitlement)) {
            try keychain.update(Query(.genericPassword, foreign), with: Changes())
        }
        #expect(throws: failure(.missingEntitlement)) {
            try keychain.update(Query(.genericPassword), with: Changes(foreign))
        }
        #expect(try keychain.accounts() == ["me"])
    }

    /// G3.
    @Test(arguments: Transport.allCases)
    func foreignItemsAreNotFound(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one])
        try keychain.add(genericPassword("me"))
        let other = try keychain.seen(by: Self.two)
        let query = Query(.genericPassword, [.account: "me"])
        #expect(try other.items(matching: query).isEmpty)
        #expect(try other.update(query, with: Changes([.label: "l"])) == 0)
        #expect(try other.delete(query) == 0)
        #expect(try keychain.accounts([.account: "me"]) == ["me"])
    }

    @Test(arguments: Transport.allCases)
    func theSameItemMayExistInEachGroup(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one, Self.two])
        try keychain.add(genericPassword("me", data: "1"))
        try keychain.add(genericPassword("me", [.accessGroup: .string(Self.two)], data: "2"))
        #expect(try keychain.secrets(ofAccount: "me") == ["1", "2"])
        #expect(try keychain.secrets(Query(.genericPassword, [.accessGroup: .string(Self.two)])) == ["2"])
        #expect(try keychain.seen(by: Self.two).items(matching: Query(.genericPassword)).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func aSearchOverSeveralGroupsKeepsTheOrder(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one, Self.two])
        for (account, group) in [("a", Self.two), ("b", Self.one), ("c", Self.two), ("d", Self.one)] {
            try keychain.add(genericPassword(account, [.accessGroup: .string(group)]))
        }
        #expect(try keychain.accounts() == ["a", "b", "c", "d"])
        #expect(try keychain.accounts(limit: .atMost(2)) == ["a", "b"])
    }

    @Test(arguments: Transport.allCases)
    func anItemMovesOnlyBetweenTheProgramsGroups(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one, Self.two])
        try keychain.add(genericPassword("me"))
        try keychain.update(Query(.genericPassword), with: Changes([.accessGroup: .string(Self.two)]))
        #expect(try keychain.seen(by: Self.one).items(matching: Query(.genericPassword)).isEmpty)
        #expect(try keychain.seen(by: Self.two).items(matching: Query(.genericPassword)).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func aMoveToAGroupThatHasTheItemIsRefused(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one, Self.two])
        try keychain.add(genericPassword("me"))
        try keychain.add(genericPassword("me", [.accessGroup: .string(Self.two)]))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.update(
                Query(.genericPassword, [.accessGroup: .string(Self.one)]),
                with: Changes([.accessGroup: .string(Self.two)]))
        }
    }

    // MARK: - Wildcard

    @Test(arguments: Transport.allCases)
    func theWildcardSeesAndChangesEveryGroup(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["*", Self.one])
        for group in [Self.one, Self.two, "unheard.of"] {
            try keychain.add(genericPassword("me", [.accessGroup: .string(group)], data: group))
        }
        #expect(try keychain.secrets(ofAccount: "me") == [Self.one, Self.two, "unheard.of"])
        #expect(try keychain.update(Query(.genericPassword), with: Changes([.label: "l"])) == 3)
        #expect(try keychain.delete(Query(.genericPassword, [.accessGroup: .string(Self.two)])) == 1)
        #expect(try keychain.secrets(ofAccount: "me") == [Self.one, "unheard.of"])
    }

    @Test func theWildcardIsNoGroupToAddTo() {
        #expect(AccessGroups(["*", "a"]).defaultGroup == "a")
        #expect(AccessGroups(["*"]).defaultGroup == nil)
        #expect(AccessGroups(["*"]).allows("anything"))
        #expect(!AccessGroups(["a"]).allows("*"))
    }

    /// A name is a name, whatever is in it.
    @Test(arguments: Transport.allCases, ["", "a*", "%", "'", "com.example.one "])
    func groupNamesAreNotPatterns(transport: Transport, name: String) throws {
        let keychain = try transport.makeKeychain(groups: [Self.one, name])
        try keychain.add(genericPassword("me"))
        #expect(try keychain.seen(by: name).items(matching: Query(.genericPassword)).isEmpty)
    }
}
