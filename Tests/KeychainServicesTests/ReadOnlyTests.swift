import Foundation
import GRDB
import Glibc
import Testing

@testable import KeychainServices

/// Reading where nothing can be written.
@Suite struct ReadOnlyTests {
    private let temporary: TemporaryRoot
    private var path: String { temporary.root.keychainPath(named: "default") }

    init() throws { temporary = try TemporaryRoot() }

    /// Makes a keychain whose log has changes that the file lacks, as a process leaves it that is killed.
    private func make() throws {
        let keychain = try temporary.open()
        for number in 0..<20 { try keychain.add(item(number)) }
        let store = try keychain.store
        store.close()
        for number in 20..<40 { try keychain.add(item(number)) }
        try keychain.delete(Query(.genericPassword, [.account: "3"]))
        for number in 40..<60 { try keychain.add(item(number)) }
        try FileManager.default.copyItem(atPath: path, toPath: path + ".kept")
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: path + ".kept-wal")
        keychain.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        for suffix in ["", "-wal"] {
            try FileManager.default.moveItem(atPath: path + ".kept" + suffix, toPath: path + suffix)
        }
    }

    private func item(_ number: Int) -> NewItem {
        NewItem(.genericPassword, [.account: .string("\(number)")], data: Data("secret \(number)".utf8))
    }

    /// The tags of all items, by number.
    private func tags(_ connection: Connection) throws -> [Int64: [UInt8]] {
        defer { connection.close() }
        return try connection.use { context in
            try context.inTransaction(.deferred) {
                try Schema.check(context.db)
                var tags: [Int64: [UInt8]] = [:]
                _ = try ItemTable(db: context.db).rows(after: .min, count: 1000) { number, row in
                    tags[number] = row.map { Array($0.tags) }
                }
                return tags
            }
        }
    }

    @Test func anImageHasWhatTheFileAndItsLogHave() throws {
        try make()
        let image = try tags(Connection(KeychainImage(path)))
        #expect(image.count == 59)
        #expect(try image == tags(Connection(path: path, role: .reader)))
    }

    @Test func theRestOfATornLogDoesNotCount() throws {
        try make()
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        for cut in stride(from: 0, to: log.count, by: log.count / 40 + 1) {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try log.prefix(cut).write(to: URL(fileURLWithPath: path + "-wal"))
            let image = try tags(Connection(KeychainImage(path)))
            #expect(try image == tags(Connection(path: path, role: .reader)), "\(cut)")
        }
    }

    @Test func aFlippedBitInTheLogEndsItThere() throws {
        try make()
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        for position in stride(from: 5, to: log.count, by: log.count / 40 + 1) {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            var damaged = log
            damaged[position] ^= 4
            try damaged.write(to: URL(fileURLWithPath: path + "-wal"))
            let image = try tags(Connection(KeychainImage(path)))
            #expect(try image == tags(Connection(path: path, role: .reader)), "\(position)")
        }
    }

    @Test func anImageCannotBeChanged() throws {
        try make()
        let connection = try Connection(KeychainImage(path))
        #expect(throws: (any Error).self) {
            try connection.use { context in
                try context.inTransaction(.immediate) { try ItemTable(db: context.db).deleteAll() }
            }
        }
    }

    /// Root writes where modes forbid it: for root, `readOnlyMountCanBeRead` of the command line's tests plays this.
    @Test(.enabled(if: geteuid() != 0), arguments: [false, true]) func aDirectoryWithoutWritingCanBeRead(
        hasLog: Bool
    ) throws {
        if hasLog { try make() } else { try temporary.open().close() }
        for suffix in [".lock", "-shm"] + (hasLog ? [] : ["-wal"]) {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        let directory = temporary.root.path + "/keychains"
        #expect(chmod(directory, 0o500) == 0)
        defer { chmod(directory, 0o700) }
        let keychain = try temporary.open()
        #expect(try keychain.items(matching: Query(.genericPassword), reading: .data).count == (hasLog ? 59 : 0))
        #expect(throws: KeychainError(.readOnly, "")) { try keychain.add(item(99)) }
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
    }
}
