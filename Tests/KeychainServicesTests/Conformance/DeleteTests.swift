import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 3.5; while locked: ``LockStateTests``.
@Suite struct DeleteTests {
    /// D1.
    @Test(arguments: Transport.allCases)
    func everyMatchIsDeletedAndNothingElse(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for account in ["a", "b", "c"] { try keychain.add(genericPassword(account, [.service: "s"])) }
        try keychain.add(genericPassword("d"))
        #expect(try keychain.delete(Query(.genericPassword, [.service: "s"])) == 3)
        #expect(try keychain.delete(Query(.genericPassword, [.service: "s"])) == 0)
        #expect(try keychain.accounts() == ["d"])
    }

    @Test(arguments: Transport.allCases)
    func aClassAloneMeansAllItsLocalItems(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("local"))
        try keychain.add(genericPassword("synchronized", [.synchronizable: 1]))
        try keychain.add(NewItem(.internetPassword))
        #expect(try keychain.delete(Query(.genericPassword)) == 1)
        #expect(try keychain.items(matching: Query(.genericPassword, synchronizable: .any)).count == 1)
        #expect(try keychain.items(matching: Query(.internetPassword)).count == 1)
    }

    @Test(arguments: Transport.allCases)
    func deletedItemCanBeAddedAgainUnderANewReference(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let first = try keychain.add(genericPassword("me", [.label: "l"]))
        try keychain.delete(Query(first.persistentReference))
        let second = try keychain.add(genericPassword("me"))
        #expect(second.persistentReference != first.persistentReference)
        #expect(try keychain.items(matching: Query(first.persistentReference)).isEmpty)
        #expect(try keychain.accounts([.label: "l"]) == [])
    }

    /// Nothing of a deleted item stays in the tables, whatever it was searched by.
    @Test(arguments: Transport.allCases)
    func nothingOfADeletedItemIsLeftInTheTables(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.label: "l", .service: "s"]))
        try keychain.delete(Query(.genericPassword))
        #expect(try keychain.values("number", from: "item") == [])
        #expect(try keychain.values("number", from: "quarantine") == [])
        #expect(try keychain.values("item", from: "(SELECT item, item AS number FROM search)") == [])
    }

    @Test(arguments: Transport.allCases)
    func aFilterThatTagsDoNotDecideIsAppliedAsWell(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(NewItem(.internetPassword, [.server: "a", .port: 80]))
        try keychain.add(NewItem(.internetPassword, [.server: "a", .port: 443]))
        #expect(try keychain.delete(Query(.internetPassword, [.server: "a", .port: 443])) == 1)
        #expect(try keychain.items(matching: Query(.internetPassword)).map { $0[.port] } == [80])
    }
}

/// keychain-services 3.5 and 12, "tombstones".
@Suite struct TombstoneTests {
    /// D7.
    @Test(arguments: Transport.allCases)
    func aTombstoneIsSeenOnlyByThoseWhoAskForIt(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.synchronizable: 1, .label: "l"]))
        let reference = try #require(try keychain.items(matching: Query(.genericPassword, synchronizable: .yes)).first)
        #expect(try keychain.delete(Query(.genericPassword, synchronizable: .yes), leavesTombstones: true) == 1)
        #expect(try keychain.items(matching: Query(.genericPassword, synchronizable: .any)).isEmpty)
        #expect(try keychain.items(matching: Query(.genericPassword, [.tombstone: 0], synchronizable: .any)).isEmpty)
        #expect(try keychain.items(matching: Query(reference.persistentReference)).isEmpty)
        let query = Query(.genericPassword, [.tombstone: 1], synchronizable: .any)
        let tombstone = try #require(try keychain.items(matching: query, reading: [.attributes, .data]).first)
        #expect(tombstone.data == nil)
        #expect(tombstone[.label] == nil)
        #expect(tombstone[.account] == "me")
        #expect(tombstone[.creationDate] == reference[.creationDate])
        let (old, new) = (
            try #require(reference[.modificationDate]?.date), try #require(tombstone[.modificationDate]?.date)
        )
        #expect(new > old)
    }

    @Test(arguments: Transport.allCases, [0, 1])
    func aPlainDeletionLeavesNone(transport: Transport, synchronizable: Int64) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.synchronizable: .number(synchronizable)]))
        try keychain.delete(Query(.genericPassword, synchronizable: .any))
        #expect(try keychain.items(matching: Query(.genericPassword, [.tombstone: 1], synchronizable: .any)).isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func aLocalItemLeavesOneIfAsked(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        try keychain.delete(Query(.genericPassword), leavesTombstones: true)
        #expect(try keychain.accounts([.tombstone: 1]) == ["me"])
    }

    /// 3.2.
    @Test(arguments: Transport.allCases)
    func anAdditionTakesTheTombstonesPlace(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me"))
        try keychain.delete(Query(.genericPassword), leavesTombstones: true)
        try keychain.add(genericPassword("me", data: "new"))
        #expect(try keychain.secrets(ofAccount: "me") == ["new"])
        #expect(try keychain.accounts([.tombstone: 1]) == [])
    }

    /// 3.4.
    @Test(arguments: Transport.allCases)
    func anUpdateTakesTheTombstonesPlace(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("gone"))
        try keychain.delete(Query(.genericPassword), leavesTombstones: true)
        try keychain.add(genericPassword("me"))
        #expect(try keychain.update(Query(.genericPassword, [.account: "me"]), with: Changes([.account: "gone"])) == 1)
        #expect(try keychain.accounts() == ["gone"])
        #expect(try keychain.accounts([.tombstone: 1]) == [])
    }

    @Test(arguments: Transport.allCases)
    func tombstoneCannotBeAdded(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", [.tombstone: 1]))
        #expect(try keychain.accounts() == ["me"])
        #expect(try keychain.items(matching: Query(.genericPassword)).map { $0[.tombstone] } == [0])
    }

    @Test(arguments: Transport.allCases)
    func nothingOfTheSecretIsLeft(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try keychain.add(genericPassword("me", data: String(repeating: "secret", count: 100)))
        try keychain.delete(Query(.genericPassword), leavesTombstones: true)
        #expect(try keychain.values("length(secret) < 100", from: "item") == ["1"])
    }
}
