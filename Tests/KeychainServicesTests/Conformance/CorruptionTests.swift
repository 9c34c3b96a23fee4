import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// keychain-services 3.3, 11 (H13 to H17) and 12, "corrupt rows": a damaged item is invisible, never wrong, and stays where
/// it is until something needs its place.
@Suite struct CorruptionTests {
    private static let b = Query(.genericPassword, [.account: "b"])

    /// Items a, b and c with the secrets “a”, “b” and “c”.
    private func makeKeychain(_ transport: Transport) throws -> KeychainUnderTest {
        let keychain = try transport.makeKeychain()
        try keychain.add(contentsOf: ["a", "b", "c"].map { genericPassword($0, [.service: "s"], data: $0) })
        return keychain
    }

    private static let second = "number = (SELECT number FROM item ORDER BY number LIMIT 1 OFFSET 1)"

    /// Changes the middle of a sealed part.
    private static func flip(_ column: String) -> String {
        """
        UPDATE item SET \(column) = CAST(substr(\(column), 1, 20) || X'00FF' || substr(\(column), 23) AS BLOB) WHERE \(second)
        """
    }

    /// What makes an item's attributes unreadable.
    private static let ofAttributes = [
        flip("metadata"), "UPDATE item SET metadata = X'' WHERE \(second)",
        "UPDATE item SET metadata = substr(metadata, 1, length(metadata) - 1) WHERE \(second)",
        "UPDATE item SET metadata = zeroblob(1000000) WHERE \(second)",
        "UPDATE item SET metadata = (SELECT metadata FROM item ORDER BY number DESC LIMIT 1) WHERE \(second)",
        "UPDATE item SET id = X'00112233445566778899AABBCCDDEEFF' WHERE \(second)",
        "UPDATE item SET revision = revision + 1 WHERE \(second)", "UPDATE item SET revision = -1 WHERE \(second)",
        "UPDATE item SET protection = 8 WHERE \(second)", "UPDATE item SET protection = 99 WHERE \(second)",
        "UPDATE item SET protection = -1 WHERE \(second)", "UPDATE item SET class = 2 WHERE \(second)",
        "UPDATE item SET class = 99 WHERE \(second)", "UPDATE item SET flags = 4 WHERE \(second)",
        "UPDATE item SET flags = 1 WHERE \(second)", "UPDATE item SET id = X'00' WHERE \(second)",
        "UPDATE item SET tags = CAST(tags || zeroblob(16) AS BLOB) WHERE \(second)",
        "UPDATE item SET tags = X'' WHERE \(second)",
        "UPDATE item SET classkey = (SELECT number FROM classkey WHERE protection = 8) WHERE \(second)",
    ]

    /// What leaves the attributes and makes the secret unreadable.
    private static let ofSecret = [
        flip("secret"), flip("key"), "UPDATE item SET secret = X'' WHERE \(second)",
        "UPDATE item SET key = X'' WHERE \(second)",
        "UPDATE item SET key = zeroblob(60) WHERE \(second)", "UPDATE item SET key = zeroblob(1000) WHERE \(second)",
        "UPDATE item SET secret = (SELECT secret FROM item ORDER BY number DESC LIMIT 1) WHERE \(second)",
        """
        UPDATE item SET (secret, key) = (SELECT secret, key FROM item ORDER BY number DESC LIMIT 1) WHERE \(second)
        """,
    ]

    /// H13, H15.
    @Test(arguments: Transport.allCases, ofAttributes + ofSecret)
    func theOthersAreReturnedAndTheDamagedOneIsNot(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(damage)
        #expect(try keychain.secrets(Query(.genericPassword)) == ["a", "c"])
        #expect(try keychain.secrets(Query(.genericPassword, [.service: "s"])) == ["a", "c"])
        #expect(try keychain.secrets(Self.b) == [])
        #expect(try keychain.secrets(Query(.internetPassword)) == [])
        // Looking changes nothing.
        #expect(try keychain.values("number", from: "item").count == 3)
        #expect(try keychain.values("number", from: "quarantine") == [])
    }

    @Test(arguments: Transport.allCases, ofAttributes)
    func damagedAttributesAreNotReturned(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(damage)
        #expect(try keychain.accounts() == ["a", "c"])
    }

    /// keychain-services 12: go on to the next row.
    @Test(arguments: Transport.allCases, ofAttributes + ofSecret)
    func aLimitIsFilledFromTheRowsBehind(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.delete(Query(.genericPassword, [.account: "a"]))
        try keychain.execute(damage.replacingOccurrences(of: "OFFSET 1", with: "OFFSET 0"))
        #expect(try keychain.secrets(Query(.genericPassword, limit: .one)) == ["c"])
        #expect(try keychain.secrets(Query(.genericPassword, [.service: "s"], limit: .atMost(2))) == ["c"])
    }

    /// 3.2: a corrupt row does not keep anybody from its name.
    @Test(arguments: Transport.allCases, ofAttributes + ofSecret)
    func theDamagedItemsNameIsFree(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(damage)
        try keychain.add(genericPassword("b", [.service: "s"], data: "new"))
        #expect(try keychain.secrets(Self.b) == ["new"])
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword("b", [.service: "s"])) }
    }

    /// H17: what no addition writes is no item, even where the seal is right.
    @Test(arguments: Transport.allCases, [AttributeKey.creationDate, .modificationDate])
    func itemWithAnInvalidDateIsNotReturned(transport: Transport, key: AttributeKey) throws {
        let keychain = try makeKeychain(transport)
        let store = try keychain.store
        var draft = try Draft(genericPassword("bad", [.accessGroup: .string(KeychainUnderTest.group)]))
        draft.complete(group: KeychainUnderTest.group, protection: .whenUnlocked, now: Date())
        draft.attributes[key] = "yesterday"
        let bad = draft
        let gate = AuthenticationGate(authentication: Authentication())
        try store.write { _ = try ItemWriter(store, $0, gate).add(bad, protection: .whenUnlocked) }
        #expect(try keychain.accounts() == ["a", "b", "c"])
    }

    /// A damaged index hides the item from some searches at most; it never leads to another item.
    @Test(arguments: Transport.allCases)
    func aDamagedIndexNeverLeadsToAnotherItem(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        // Every tag now leads to the next item.
        try keychain.execute(
            """
            CREATE TEMP TABLE moved AS SELECT tag, item FROM search; DELETE FROM search;
            INSERT INTO search SELECT tag, 1 + item % 3 FROM moved; DROP TABLE moved
            """)
        for account in ["a", "b", "c"] {
            #expect(try keychain.secrets(ofAccount: account).allSatisfy { $0 == account })
        }
    }

    // MARK: - Quarantine

    private static let columns = [
        "id", "class", "flags", "protection", "classkey", "revision", "tags", "key", "metadata", "secret",
    ]

    private func row(_ keychain: KeychainUnderTest, _ table: String, offset: Int) throws -> [String] {
        try Self.columns.map { try keychain.values($0, from: table)[offset] }
    }

    @Test(arguments: Transport.allCases, [flip("metadata"), flip("secret"), flip("key")])
    func anAdditionMovesTheDamagedRowUnchanged(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(damage)
        let damaged = try row(keychain, "item", offset: 1)
        try keychain.add(genericPassword("b", [.service: "s"], data: "new"))
        #expect(try keychain.values("number", from: "quarantine").count == 1)
        #expect(try row(keychain, "quarantine", offset: 0) == damaged)
        #expect(try keychain.values("number", from: "item").count == 3)
    }

    @Test(arguments: Transport.allCases, [flip("metadata"), flip("secret"), flip("key")])
    func anUpdateMovesTheDamagedRowUnchanged(transport: Transport, damage: String) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(damage)
        let damaged = try row(keychain, "item", offset: 1)
        #expect(try keychain.update(Query(.genericPassword), with: Changes([.label: "l"])) == 2)
        #expect(try row(keychain, "quarantine", offset: 0) == damaged)
        #expect(try keychain.accounts([.label: "l"]) == ["a", "c"])
        try keychain.restart()
        #expect(try keychain.values("number", from: "quarantine").count == 1)
    }

    /// 3.4: only corrupt rows are no rows.
    @Test(arguments: Transport.allCases)
    func anUpdateOfADamagedItemFindsNothing(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(Self.flip("metadata"))
        #expect(try keychain.update(Self.b, with: Changes([.label: "l"])) == 0)
    }

    /// 3.4: the collider is replaced.
    @Test(arguments: Transport.allCases)
    func anItemMayTakeADamagedItemsName(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(Self.flip("metadata"))
        let query = Query(.genericPassword, [.account: "a"])
        #expect(try keychain.update(query, with: Changes([.account: "b"])) == 1)
        #expect(try keychain.secrets(Self.b) == ["a"])
        #expect(try keychain.values("number", from: "quarantine").count == 1)
    }

    /// In the same transaction: an addition that fails moves nothing.
    @Test(arguments: Transport.allCases)
    func aFailedBatchQuarantinesNothing(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(Self.flip("metadata"))
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(contentsOf: [genericPassword("b", [.service: "s"]), genericPassword("a", [.service: "s"])])
        }
        #expect(try keychain.values("number", from: "quarantine") == [])
        #expect(try keychain.values("number", from: "item").count == 3)
    }

    /// Corrupt rows are never deleted behind the user's back.
    @Test(arguments: Transport.allCases)
    func aDeletionLeavesTheDamagedRow(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.execute(Self.flip("metadata"))
        #expect(try keychain.delete(Query(.genericPassword)) == 2)
        let left =
            try keychain.values("number", from: "item").count + keychain.values("number", from: "quarantine").count
        #expect(left == 1)
    }

    // MARK: - Keys that are not there

    /// While its class key is only unavailable, a corrupt row cannot be recognised, and is left alone.
    @Test(arguments: Transport.allCases)
    func aLockedRowIsNotCorrupt(transport: Transport) throws {
        let keychain = try makeKeychain(transport)
        try keychain.setPasscode("1234")
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts() }
        #expect(throws: failure(.interactionNotAllowed)) {
            try keychain.update(Query(.genericPassword), with: Changes([.label: "l"]))
        }
        // Not even an addition of a class that is available takes its place.
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(genericPassword("b", [.service: "s", .accessible: "dk"]))
        }
        try keychain.unlock("1234")
        #expect(try keychain.secrets(Query(.genericPassword)) == ["a", "b", "c"])
        #expect(try keychain.values("number", from: "quarantine") == [])
    }

    /// keychain-services 12: a lost keybag entry makes items invisible and not corrupt; with the entry they are back.
    @Test func itemsWithoutTheirKeybagEntryAreInvisibleAndStay() throws {
        let keychain = try makeKeychain(.file)
        try keychain.add(genericPassword("d", [.accessible: "dk"], data: "d"))
        try keychain.execute("CREATE TABLE kept AS SELECT * FROM classkey; DELETE FROM classkey WHERE protection = 6")
        // The tables have to be those of the format, so the copy must not stay in the file.
        let saved = try keychain.values(
            "hex(wrapped) || '|' || hex(metadata) || '|' || number", from: "kept WHERE protection = 6")
        try keychain.execute("DROP TABLE kept")
        try keychain.restart()
        #expect(try keychain.secrets(Query(.genericPassword)) == ["d"])
        #expect(try keychain.update(Query(.genericPassword), with: Changes([.label: "l"])) == 1)
        // Neither of the two is “not found”: something is there, and it cannot be stored beside it.
        #expect(throws: failure(.notAvailable)) { try keychain.add(genericPassword("new")) }
        #expect(throws: failure(.duplicateItem)) {
            try keychain.add(genericPassword("b", [.service: "s", .accessible: "dk"]))
        }
        #expect(try keychain.values("number", from: "quarantine") == [])
        let parts = try #require(saved.first).replacingOccurrences(of: "'", with: "").split(separator: "|")
        try keychain.execute(
            """
            INSERT INTO classkey VALUES (\(parts[2]), 6, 1, X'\(parts[0])', NULL, X'\(parts[1])', 0, 1)
            """)
        try keychain.restart()
        #expect(try keychain.secrets(Query(.genericPassword)) == ["a", "b", "c", "d"])
    }
}
