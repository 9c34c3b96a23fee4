import Foundation
import GRDB
import KeychainServices
import Testing

/// Few items need a key pair of the keybag: their damage leaves the others readable.
@Suite struct DamagedKeyPairsTests {
    private let temporary: TemporaryRoot

    init() throws {
        temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "one"], data: Data("secret".utf8)))
        keychain.close()
    }

    /// - Parameter offset: in the first page of their table.
    private func damage(at offset: Int) throws {
        let path = temporary.root.keychainPath(named: "default")
        let queue = try DatabaseQueue(path: path)
        let start = try queue.read { db in
            let page = try #require(
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'keypair'"))
            return try (page - 1) * #require(try Int.fetchOne(db, sql: "PRAGMA page_size"))
        }
        try queue.close()
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        file[start + offset] ^= 0x11
        try file.write(to: URL(fileURLWithPath: path))
    }

    /// - Parameter offset: of the page's kind, and of its number of rows (SQLite's file format, 1.6).
    @Test(arguments: [0, 3, 4]) func itemsStayReadable(offset: Int) throws {
        try damage(at: offset)
        let keychain = try temporary.open()
        let found = try keychain.items(matching: Query(.genericPassword, [.account: "one"]), reading: .data)
        #expect(found.map(\.data) == [Data("secret".utf8)])
        try keychain.add(NewItem(.genericPassword, [.account: "two"], data: Data("another".utf8)))
        #expect(try keychain.items(matching: Query(.genericPassword)).count == 2)
    }

    /// The doctor says so, and brings what is whole into a new file.
    @Test(arguments: [0, 3, 4]) func theDoctorTellsAndSalvages(offset: Int) throws {
        try damage(at: offset)
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.findings.contains { $0.kind == .keybag && $0.severity == .error })
        let repaired = try Doctor(root: temporary.root).repair()
        #expect(repaired.backup != nil)
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
        let keychain = try temporary.open()
        let items = try keychain.items(matching: Query(.genericPassword), reading: .data)
        #expect(items.map(\.data) == [Data("secret".utf8)])
        try keychain.setPasscode(secret("1234"))
    }
}
