import Foundation
import GRDB
import Glibc
import KeyManagement
import Testing

@testable import KeychainServices

/// A counter that is not known is no alarm.
@Suite struct CommitCounterQuietTests {
    private let keychain: CountedKeychain
    /// The file when it had one item.
    private let older: Data

    init() throws {
        keychain = try CountedKeychain()
        try keychain.add(0..<1, movesLog: true)
        older = try CountedKeychain.contents(keychain.path)
        try keychain.add(1..<4, movesLog: true)
    }

    private func expectQuiet(_ numbers: [Int], _ place: Comment? = nil) throws {
        #expect(try keychain.numbers() == numbers, place)
        #expect(try keychain.examine().isHealthy, place)
    }

    private func putBackOlderFile() throws {
        try CountedKeychain.put(older, keychain.path)
        keychain.forgetIndex()
    }

    @Test func missingOrShortenedCounterIsNotKnown() throws {
        let lock = try CountedKeychain.contents(keychain.lock)
        try #require(lock.count == CounterRecord.offset + CounterRecord.size)
        try putBackOlderFile()
        for length in [0, 1, CounterRecord.offset, CounterRecord.offset + 1, lock.count - 1] {
            try CountedKeychain.put(lock.prefix(length), keychain.lock)
            try expectQuiet([0], "\(length)")
        }
        unlink(keychain.lock)
        try expectQuiet([0])
        // The control: whole, it is an alarm.
        try CountedKeychain.put(lock, keychain.lock)
        #expect(throws: KeychainError(.notAvailable, "")) { try keychain.numbers() }
    }

    @Test func tornCounterIsNotKnown() throws {
        let lock = try CountedKeychain.contents(keychain.lock)
        try putBackOlderFile()
        for place in CounterRecord.offset..<lock.count {
            var torn = lock
            torn[place] ^= 0x10
            try CountedKeychain.put(torn, keychain.lock)
            #expect(try keychain.recorded() == nil && keychain.numbers() == [0], "\(place)")
        }
    }

    @Test func anotherKeychainsCounterIsNotKnown() throws {
        // Of the same device key.
        let store = try Store(
            file: KeychainFile(root: keychain.root, name: "other"), passcodeCost: .cheapForTests)
        let other = LocalKeychain(store: store, accessGroups: AccessGroups(["com.example.tests"]))
        for number in 0..<20 {
            _ = try other.add(NewItem(.genericPassword, [.account: .string("\(number)")], data: Data()))
        }
        store.suspend()
        let lock = try CountedKeychain.contents(keychain.root.keychainPath(named: "other") + ".lock")
        try CountedKeychain.put(lock, keychain.lock)
        #expect(try keychain.recorded() != nil)
        try expectQuiet([0, 1, 2, 3])
        try putBackOlderFile()
        try expectQuiet([0])
    }

    @Test func copyWithoutItsLockFileIsQuiet() throws {
        try putBackOlderFile()
        unlink(keychain.lock)
        try expectQuiet([0])
        try keychain.add(5..<7, movesLog: false)
        try expectQuiet([0, 5, 6])
        try keychain.expectCounted()
    }

    @Test func directoryThatCannotBeWrittenIsQuiet() throws {
        let directory = keychain.root.path + "/keychains"
        try keychain.add(4..<6, movesLog: false)
        try #require(chmod(directory, 0o500) == 0 && chmod(keychain.lock, 0o400) == 0)
        defer { _ = (chmod(directory, 0o700), chmod(keychain.lock, 0o600)) }
        let counter = CommitCounter(
            ofKeychainAt: keychain.path,
            key: CommitCounterKey(try #require(try DeviceKeyFile(root: keychain.root).open())))
        #expect(counter.read()?.number != nil)
        #expect(try keychain.examine().isHealthy)
    }

    // MARK: - Older releases

    /// Takes the lock and writes as releases do that do not count.
    private func writeAsAnOlderRelease(_ sql: String, truncatesLock: Bool) throws {
        if truncatesLock { try CountedKeychain.put(Data("1 chatelaine\n".utf8), keychain.lock) }
        let connection = try Connection(path: keychain.path, role: .writer)
        defer { connection.close() }
        try connection.use { context in
            try context.inTransaction(.immediate) { try context.db.execute(sql: sql) }
        }
    }

    /// It does not truncate the lock file if its process has the number and the name of the last one.
    @Test(arguments: [true, false]) func olderReleaseThatWritesBetweenIsQuiet(truncatesLock: Bool) throws {
        let sql = "UPDATE item SET number = number + 100 WHERE number = (SELECT max(number) FROM item)"
        let fix = "UPDATE search SET item = item + 100 WHERE item = (SELECT max(item) FROM search)"
        try writeAsAnOlderRelease(sql + ";" + fix, truncatesLock: truncatesLock)
        try expectQuiet([0, 1, 2, 3])
        try keychain.add(4..<5, movesLog: false)
        try keychain.expectCounted()
        try expectQuiet([0, 1, 2, 3, 4])
    }

    /// It stores the class keys without the number.
    @Test(arguments: [true, false]) func olderReleaseThatChangesKeysIsQuiet(truncatesLock: Bool) throws {
        let before = try #require(try keychain.recorded())
        try writeAsAnOlderRelease("UPDATE classkey SET current = current != 0", truncatesLock: truncatesLock)
        try expectQuiet([0, 1, 2, 3])
        try keychain.add(4..<5, movesLog: true)
        try keychain.expectCounted()
        // Where the counter is left, numbers go on from it: older files stay noticed.
        if !truncatesLock { #expect(try keychain.recorded()?.number == before.number + 1) }
        try expectQuiet([0, 1, 2, 3, 4])
    }

    /// An older release reads the file: any value but 0 means that a class key is current.
    @Test func numberIsNoneOfTheKeybags() throws {
        let store = try keychain.store()
        defer { store.suspend() }
        let keybag = try store.read { try KeybagTable.load($0.db) }
        #expect(keybag.classKeys.count(where: \.isCurrent) == keybag.classKeys.count)
        #expect(try store.read { try CommitNumber.load($0.db).number } ?? 0 > 3)
    }

    /// The lock's holder is named as before, and the counter behind it stays.
    @Test func namingTheHolderLeavesTheCounter() throws {
        let before = try keychain.recorded()
        try FileLock(path: keychain.lock).whileHolding(timeout: .seconds(300)) {}
        #expect(try keychain.recorded() == before && before != nil)
        let lock = try CountedKeychain.contents(keychain.lock)
        #expect(String(decoding: lock.prefix { $0 != 10 }, as: UTF8.self).hasPrefix("\(getpid()) "))
    }
}
