import Foundation
import GRDB
import TestSupport
import Testing

@testable import KeychainServices

/// Sealed parts belong to one revision of one item of one keychain: none can be put elsewhere.
@Suite struct SplicedRowTests {
    static let columns = [
        "secret", "metadata", "key", "tags", "id", "revision", "classkey", "protection", "class", "flags",
    ]
    /// Sets of columns that an attacker might exchange together.
    static let sets: [[String]] =
        columns.map { [$0] } + [
            ["secret", "key"], ["secret", "metadata"], ["key", "metadata"], ["secret", "key", "revision"],
            ["metadata", "tags"], ["metadata", "tags", "revision"], ["metadata", "revision"],
            ["id", "metadata", "tags"],
        ]

    @Test(arguments: sets) func partsOfAnotherRowAreRefused(columns: [String]) throws {
        let pair = try Pair()
        try pair.splice(columns, from: "SELECT * FROM item WHERE number = 2", of: pair.root)
        try pair.expectNoWrongSecret(columns)
    }

    @Test(arguments: sets) func partsOfAnotherFileAreRefused(columns: [String]) throws {
        let pair = try Pair()
        let other = try Pair(sharingDeviceKeyOf: pair)
        try pair.splice(columns, from: "SELECT * FROM item WHERE number = 1", of: other.root)
        try pair.expectNoWrongSecret(columns)
    }

    @Test(arguments: sets) func partsOfAnOlderVersionAreRefused(columns: [String]) throws {
        let pair = try Pair()
        let older = pair.directory("older")
        try FileManager.default.copyItem(atPath: pair.root, toPath: older)
        do {
            let keychain = try openFresh(pair.root)
            let changes = Changes(data: .replace(Data("newer secret".utf8)))
            #expect(try keychain.update(Query(.genericPassword, [.account: "one"]), with: changes) == 1)
            keychain.close()
        }
        try pair.splice(columns, from: "SELECT * FROM item WHERE number = 1", of: older)
        let secret = try openFresh(pair.root).secret("one")
        let same = columns.allSatisfy { ["tags", "id", "classkey", "protection", "class", "flags"].contains($0) }
        #expect(secret == (same ? "newer secret" : nil))
    }

    /// A row that is found by another row's tag is not what the tag was asked for.
    @Test func anotherRowBehindATagIsRefused() throws {
        let pair = try Pair()
        try pair.execute(
            """
            CREATE TEMP TABLE swapped AS SELECT tag, 3 - item AS item FROM search;
            DELETE FROM search;
            INSERT INTO search SELECT tag, item FROM swapped
            """)
        let keychain = try openFresh(pair.root)
        #expect(try keychain.secret("one") == nil)
        #expect(try keychain.secret("two") == nil)
    }

    @Test func anotherKeychainsKeybagIsRefused() throws {
        let pair = try Pair()
        let other = try Pair(sharingDeviceKeyOf: pair)
        for table in ["keybag", "classkey"] {
            let copy = pair.directory("copy-" + table)
            try FileManager.default.copyItem(atPath: pair.root, toPath: copy)
            try Pair.execute(
                """
                ATTACH '\(keychainPath(other.root))' AS other;
                DELETE FROM \(table);
                INSERT INTO \(table) SELECT * FROM other.\(table)
                """, in: copy)
            try Pair.expectUnusable(copy)
        }
        try Pair.execute(
            """
            ATTACH '\(keychainPath(other.root))' AS other;
            DELETE FROM keybag; INSERT INTO keybag SELECT * FROM other.keybag;
            DELETE FROM classkey; INSERT INTO classkey SELECT * FROM other.classkey
            """, in: pair.root)
        #expect(try openFresh(pair.root).secrets().isEmpty)
    }

    /// The class keys of two classes in each other's place would move items to a weaker class.
    @Test func exchangedClassKeysAreRefused() throws {
        let pair = try Pair()
        try pair.execute(
            """
            CREATE TEMP TABLE keys AS SELECT protection, wrapped, metadata FROM classkey;
            UPDATE classkey SET wrapped = (SELECT wrapped FROM keys WHERE protection = 8),
                metadata = (SELECT metadata FROM keys WHERE protection = 8) WHERE protection = 6
            """)
        try Pair.expectUnusable(pair.root)
    }

    /// Only an attacker who wants to crash the program writes a generation that cannot grow any more.
    @Test(arguments: [Int64.max, Int64.min, -1, 1 << 60]) func absurdGenerationIsAStatus(generation: Int64) throws {
        let pair = try Pair()
        try pair.execute("UPDATE keybag SET generation = \(generation)")
        do {
            let keychain = try openFresh(pair.root)
            try keychain.setPasscode(passcode("1234"))
            #expect(try keychain.secret("one") == "secret one")
        } catch {
            #expect((error as? KeychainError)?.code == .notAvailable, "\(error)")
        }
    }

    @Test(arguments: [Int64.max, Int64.min, -1]) func absurdNumbersOfARowAreAStatus(number: Int64) throws {
        for column in ["class", "flags", "protection", "classkey", "revision", "number"] {
            let pair = try Pair()
            try pair.execute("UPDATE item SET \(column) = \(number) WHERE number = 1")
            try pair.expectNoWrongSecret([column])
            let keychain = try openFresh(pair.root)
            do {
                try keychain.update(Query(.genericPassword), with: Changes([.label: "changed"]))
                try keychain.add("one", "again")
                try keychain.setPasscode(passcode("1234"))
            } catch {
                #expect([-25291, -25299, -25300, -26275].contains(error.code.rawValue), "\(column): \(error)")
            }
            #expect(try keychain.secret("two") == "secret two", "\(column)")
        }
    }

    @Test(arguments: [Int64.max, Int64.min, -1]) func absurdNumbersOfTheKeybagAreAStatus(number: Int64) throws {
        let places = [
            "keybag SET managed", "keybag SET passes", "keybag SET memory", "classkey SET protection",
            "classkey SET wrapper",
            "classkey SET wraps", "classkey SET current",
        ]
        for place in places {
            let pair = try Pair()
            try pair.execute("UPDATE \(place) = \(number)")
            do {
                let keychain = try openFresh(pair.root)
                #expect(try keychain.secret("one") == "secret one", "\(place)")
                try keychain.add("three", "secret three")
                try keychain.setPasscode(passcode("1234"))
            } catch let error as KeychainError {
                #expect([-25291, -25293, -25300].contains(error.code.rawValue), "\(place): \(error)")
            }
        }
    }
}

/// A keychain with two items of the same shape, to be tampered with.
private final class Pair {
    let directory: TemporaryDirectory
    let root: String

    init(sharingDeviceKeyOf other: Pair? = nil) throws {
        directory = try TemporaryDirectory.inMemory()
        root = directory("root")
        if let other {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: other.root + "/device.key", toPath: root + "/device.key")
        }
        let keychain = try openFresh(root)
        try keychain.add("one", other == nil ? "secret one" : "secret of another file")
        try keychain.add("two", "secret two")
        keychain.close()
    }

    func execute(_ sql: String) throws { try Self.execute(sql, in: root) }

    static func execute(_ sql: String, in root: String) throws {
        let queue = try DatabaseQueue(path: keychainPath(root))
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// The keychain does not open, or gives nothing and takes nothing.
    static func expectUnusable(_ root: String) throws {
        // Under another search key nothing is found; what is found does not open.
        let found = (try? openFresh(root).secrets()) ?? [:]
        #expect(found.isEmpty)
        #expect(throws: KeychainError(.notAvailable, "")) { try openFresh(root).add("three", "secret three") }
    }

    /// Puts columns of a row of some file into the first row here.
    func splice(_ columns: [String], from sql: String, of source: String) throws {
        let queue = try DatabaseQueue(path: keychainPath(source))
        let row = try queue.read { try #require(try Row.fetchOne($0, sql: sql)) }
        try queue.close()
        let target = try DatabaseQueue(path: keychainPath(root))
        try target.inDatabase { db in
            for column in columns {
                let value: DatabaseValue = row[column]
                try db.execute(sql: "UPDATE item SET \(column) = ? WHERE number = 1", arguments: [value])
            }
        }
        try target.close()
    }

    /// The first item gives its own secret or none; the second is as it was.
    func expectNoWrongSecret(_ columns: [String]) throws {
        let keychain = try openFresh(root)
        for secret in [try keychain.secret("one"), try keychain.secrets()["one"]] {
            #expect(secret == nil || secret == "secret one", "\(columns)")
        }
        #expect(try keychain.secret("two") == "secret two", "\(columns)")
        let all = try keychain.items(matching: Query(.genericPassword), reading: .data).compactMap(\.data)
        #expect(Set(all).isSubset(of: [Data("secret one".utf8), Data("secret two".utf8)]), "\(columns)")
    }
}
