import Foundation
import GRDB
import KeychainServices
import Testing

/// Copies of one keychain that were changed apart. The revisions of their items are the same, and so are their keys.
@Suite struct SplicedHalvesTests {
    private let temporary: TemporaryRoot
    private let other: TemporaryRoot
    private static let query = Query(.genericPassword, [.account: "kim"])

    init() throws {
        (temporary, other) = try (TemporaryRoot(), TemporaryRoot())
        let keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "kim", .label: "bank"], data: Data("first".utf8)))
        keychain.close()
        try FileManager.default.copyItem(atPath: temporary.root.path, toPath: other.root.path)
        try Self.change(temporary, label: "new bank", secret: "of the bank")
        try Self.change(other, label: "shop", secret: "of the shop")
    }

    private static func change(_ root: TemporaryRoot, label: String, secret: String) throws {
        let keychain = try root.open()
        let changes = Changes([.label: .string(label)], data: .replace(Data(secret.utf8)))
        #expect(try keychain.update(query, with: changes) == 1)
        keychain.close()
    }

    /// Brings columns of the other file's item into this one.
    private func splice(_ columns: String...) throws {
        let queue = try DatabaseQueue(path: temporary.root.keychainPath(named: "default"))
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS other", arguments: [other.root.keychainPath(named: "default")])
            for column in columns {
                try db.execute(
                    sql: "UPDATE item SET \(column) = (SELECT o.\(column) FROM other.item o WHERE o.id = item.id)")
            }
        }
        try queue.close()
    }

    @Test func aSecretIsNotAcceptedUnderTheAttributesOfAnother() throws {
        try splice("key", "secret")
        let keychain = try temporary.open()
        #expect(try keychain.items(matching: Self.query, reading: .data).isEmpty)
        // The attributes are those of the file, which says nothing of the secret.
        #expect(try keychain.items(matching: Self.query).first?.attributes[.label] == "new bank")
        keychain.close()
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.findings.map(\.kind) == [.corruptItem])
        _ = try Doctor(root: temporary.root).repair()
        #expect(try temporary.open().items(matching: Self.query).isEmpty)
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
    }

    @Test func theOtherWayRoundAsWell() throws {
        try splice("tags", "metadata")
        let keychain = try temporary.open()
        #expect(try keychain.items(matching: Self.query, reading: [.attributes, .data]).isEmpty)
    }

    /// Putting back a whole row is not detected, as SECURITY.md says.
    @Test func bothHalvesTogetherAreAnItem() throws {
        try splice("tags", "key", "metadata", "secret")
        let found = try temporary.open().items(matching: Self.query, reading: [.attributes, .data])
        #expect(found.map(\.data) == [Data("of the shop".utf8)])
    }
}
