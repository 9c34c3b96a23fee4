import Foundation
import Testing

@testable import KeychainServices

@Suite struct LogTests {
    /// Each round is a program that writes once and ends: no process is left that knows which pages were moved to the file.
    @Test func theLogStaysShortOverManyProgramsThatWriteOnce() throws {
        let temporary = try TemporaryRoot()
        let large = Data(repeating: 7, count: 400_000)
        var longest = 0
        for round in 0..<30 {
            let keychain = try Keychain(
                root: temporary.root, name: "default", accessGroups: AccessGroups(["tests"]),
                passcodeCost: .cheapForTests)
            try keychain.add(NewItem(.genericPassword, [.account: .number(Int64(round))], data: large))
            let log = try FileManager.default.attributesOfItem(atPath: try #require(keychain.path) + "-wal")
            longest = max(longest, log[.size] as? Int ?? 0)
        }
        // 30 rounds of 400 kB are 12 MB; the log is cut at about 4.
        #expect(longest < 6_000_000)
    }

    /// As in a command. A reader that has begun before a commit does not get what is newer, so that this stays in the log.
    @Test func commitMovesTheLogAndWaitsForNoReader() throws {
        let temporary = try TemporaryRoot()
        let file = KeychainFile(root: temporary.root, name: "default")
        let store = try Store(file: file, passcodeCost: .cheapForTests, movesLogAtOnce: true)
        let keychain = Keychain(LocalKeychain(store: store, accessGroups: AccessGroups(["tests"])))
        func add(_ number: Int64) throws {
            try keychain.add(NewItem(.genericPassword, [.account: .number(number)], data: Data([1])))
        }
        try add(1)
        #expect(temporary.root.logs == [])
        let reader = try Connection(path: file.path, role: .reader)
        defer { reader.close() }
        try reader.use { context in
            try context.inTransaction(.deferred) {
                #expect(try ItemTable(db: context.db).count() == 1)
                try add(2)
            }
        }
        #expect(temporary.root.logs.map(\.path) == [file.path + "-wal"])
        try add(3)
        #expect(temporary.root.logs == [])
    }

    /// As the agent does it, once for many changes. What a reader holds back is moved by the next call.
    @Test func changesAreMovedWhenThatIsAskedFor() throws {
        let temporary = try TemporaryRoot()
        let file = KeychainFile(root: temporary.root, name: "default")
        let store = try Store(file: file, passcodeCost: .cheapForTests, movesLogAtOnce: false)
        let keychain = Keychain(LocalKeychain(store: store, accessGroups: AccessGroups(["tests"])))
        func add(_ number: Int64) throws {
            try keychain.add(NewItem(.genericPassword, [.account: .number(number)], data: Data([1])))
        }
        for number in 0..<3 { try add(Int64(number)) }
        #expect(temporary.root.logs.map(\.path) == [file.path + "-wal"])
        store.moveChanges()
        #expect(temporary.root.logs == [])
        let reader = try Connection(path: file.path, role: .reader)
        defer { reader.close() }
        try reader.use { context in
            try context.inTransaction(.deferred) {
                #expect(try ItemTable(db: context.db).count() == 3)
                try add(3)
                store.moveChanges()
            }
        }
        #expect(temporary.root.logs.map(\.path) == [file.path + "-wal"])
        store.moveChanges()
        #expect(temporary.root.logs == [])
    }

    /// A call without changes of this process writes nothing: neither the file, nor the log that another process has left.
    @Test func nothingIsMovedWithoutChanges() throws {
        let temporary = try TemporaryRoot()
        let file = KeychainFile(root: temporary.root, name: "default")
        let other = try Store(file: file, passcodeCost: .cheapForTests, movesLogAtOnce: false)
        let keychain = Keychain(LocalKeychain(store: other, accessGroups: AccessGroups(["tests"])))
        try keychain.add(NewItem(.genericPassword, [.account: "kim"], data: Data([1])))
        let logs = temporary.root.logs
        try Store(file: file, passcodeCost: .cheapForTests, movesLogAtOnce: false).moveChanges()
        #expect(temporary.root.logs == logs && !logs.isEmpty)
    }
}
