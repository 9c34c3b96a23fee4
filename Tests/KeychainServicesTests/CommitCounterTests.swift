import Foundation
import Glibc
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// Acknowledged changes that are missing are noticed, nothing is written over what is left of them, and their owner decides.
@Suite struct CommitCounterTests {
    /// The place of a flipped bit in the log.
    enum Region: String, CaseIterable, Sendable {
        case magic, pageSize, salt, headerChecksum, pageNumber, frameSalt, frameChecksum, pageStart, pageEnd
        case middle, lastFrame

        func place(in log: Data) -> Int {
            let frame = 32
            switch self {
            case .magic: return 0
            case .pageSize: return 10
            case .salt: return 16
            case .headerChecksum: return 24
            case .pageNumber: return frame + 3
            case .frameSalt: return frame + 8
            case .frameChecksum: return frame + 16
            case .pageStart: return frame + 24
            case .pageEnd: return frame + 24 + 4095
            case .middle: return frame + (log.count - frame) / (24 + 4096) / 2 * (24 + 4096) + 24 + 100
            case .lastFrame: return log.count - 4000
            }
        }

        /// Whether every change is in frames that are whole.
        var losesNothing: Bool {
            [.magic, .pageSize, .salt, .headerChecksum, .frameSalt, .frameChecksum].contains(self)
        }
    }

    private let keychain: CountedKeychain

    /// Three items in the file, and four in its log.
    init() throws {
        keychain = try CountedKeychain()
        try keychain.add(0..<3, movesLog: true)
        try keychain.add(3..<7, movesLog: false)
        #expect(try keychain.numbers() == Array(0..<7))
        #expect(try keychain.examine().isHealthy)
    }

    // MARK: - Noticing

    @Test(arguments: Region.allCases) func flippedBitInTheLogIsNoticed(region: Region) throws {
        try keychain.flip(region.place)
        try keychain.expectNoticed(region == .lastFrame ? 1 : region == .middle ? nil : 4)
    }

    @Test func missingLogIsNoticed() throws {
        unlink(keychain.log)
        keychain.forgetIndex()
        try keychain.expectNoticed(4)
    }

    @Test func shortenedLogIsNoticed() throws {
        try #require(truncate(keychain.log, 32 + 3 * (24 + 4096)) == 0)
        keychain.forgetIndex()
        try keychain.expectNoticed()
    }

    @Test(arguments: [false, true]) func olderFileIsNoticed(hasLog: Bool) throws {
        let (file, log) = (try CountedKeychain.contents(keychain.path), try CountedKeychain.contents(keychain.log))
        try keychain.add(7..<9, movesLog: true)
        try CountedKeychain.put(file, keychain.path)
        try CountedKeychain.put(hasLog ? log : Data(), keychain.log)
        keychain.forgetIndex()
        try keychain.expectNoticed(hasLog ? 2 : 6)
    }

    /// The newer log has the last number. The file lacks what had been moved to it before that log began.
    @Test func olderFileUnderANewerLogIsNoticed() throws {
        let file = try CountedKeychain.contents(keychain.path)
        try keychain.add(7..<9, movesLog: true)
        try keychain.add(9..<10, movesLog: false)
        try CountedKeychain.put(file, keychain.path)
        keychain.forgetIndex()
        try keychain.expectNoticed(6)
    }

    /// A process that has the file open finds it out as well.
    @Test func anOpenKeychainNoticesAnOlderFileInItsPlace() throws {
        let file = try CountedKeychain.contents(keychain.path)
        try keychain.add(7..<9, movesLog: true)
        let open = try keychain.open()
        #expect(try open.items(matching: CountedKeychain.query).count == 9)
        try CountedKeychain.put(file, keychain.path)
        #expect(throws: KeychainError(.notAvailable, "")) {
            try open.add(NewItem(.genericPassword, [.account: "new"], data: Data()))
        }
        #expect(try CountedKeychain.contents(keychain.path) == file)
        open.store.suspend()
    }

    @Test func vaultIsCountedLikeAKeychain() throws {
        let vault = try CountedKeychain(name: "vault.work")
        try vault.add(0..<3, movesLog: true)
        try vault.add(3..<5, movesLog: false)
        unlink(vault.log)
        vault.forgetIndex()
        try vault.expectNoticed(2)
        #expect(throws: KeychainError(.notAvailable, "")) { try vault.root.putAsideKeychain(vault.name, at: Date()) }
        // What is removed for good need not be complete.
        try vault.root.removeKeychain(vault.name)
    }

    // MARK: - The owner's decision

    @Test(arguments: Region.allCases) func aRepairReadsTheLogBeyondItsDamagedPart(region: Region) throws {
        try keychain.flip(region.place)
        let damaged = try CountedKeychain.contents(keychain.log)
        let repaired = try Doctor(root: keychain.root).repair()
        let copy = try #require(repaired.backup)
        #expect(try CountedKeychain.contents(copy + "-wal") == damaged)
        let found = try keychain.numbers()
        #expect(Set(0..<7).isSuperset(of: found) && found.count >= (region.losesNothing ? 7 : 6), "\(found)")
        #expect(try keychain.kinds() == [.repairCopy])
        try keychain.expectCounted()
        try keychain.add(10..<12, movesLog: false)
        #expect(try keychain.numbers() == found + [10, 11])
        // Nothing is left of the copies in which the log was applied.
        let files = try FileManager.default.contentsOfDirectory(atPath: keychain.root.path + "/keychains")
        #expect(!files.contains { $0.contains("unfinished") }, "\(files)")
    }

    @Test func aRepairWithoutALogChangesNothing() throws {
        unlink(keychain.log)
        keychain.forgetIndex()
        let repaired = try Doctor(root: keychain.root).repair()
        #expect(repaired.repairs.isEmpty && repaired.backup == nil)
        try keychain.expectNoticed(4)
    }

    @Test func acceptedStateIsTheNewBeginning() throws {
        try keychain.flip(Region.pageStart.place)
        let damaged = try CountedKeychain.contents(keychain.log)
        let accepted = try #require(try Doctor(root: keychain.root).acceptState())
        #expect(accepted.missing == 4)
        #expect(try CountedKeychain.contents(accepted.copy + "-wal") == damaged)
        #expect(try keychain.numbers() == [0, 1, 2])
        #expect(try keychain.kinds() == [.repairCopy])
        #expect(try Doctor(root: keychain.root).acceptState() == nil)
        try keychain.add(20..<22, movesLog: false)
        try keychain.expectCounted()
        unlink(keychain.log)
        keychain.forgetIndex()
        try keychain.expectNoticed(2)
    }

    @Test func nothingIsAcceptedWhereNothingIsMissing() throws {
        let before = try CountedKeychain.contents(keychain.lock)
        #expect(try Doctor(root: keychain.root).acceptState() == nil)
        let after = try CountedKeychain.contents(keychain.lock)
        #expect(after.suffix(CounterRecord.size) == before.suffix(CounterRecord.size))
        #expect(try keychain.kinds().isEmpty)
    }

    /// One message, and an end to it.
    @Test func restoredBackupIsAcceptedOnce() throws {
        let file = try CountedKeychain.contents(keychain.path)
        try keychain.add(7..<9, movesLog: true)
        try CountedKeychain.put(file, keychain.path)
        keychain.forgetIndex()
        #expect(try Doctor(root: keychain.root).acceptState()?.missing == 6)
        #expect(try keychain.numbers() == [0, 1, 2])
        try keychain.add(3..<5, movesLog: true)
        #expect(try keychain.numbers() == Array(0..<5))
        #expect(try keychain.kinds() == [.repairCopy])
    }

    // MARK: - Setting the counter

    @Test func whateverReplacesKeysOrFilesSetsTheCounter() throws {
        func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }
        let open = try keychain.open()
        try open.setPasscode(secret("one")) { _, _ in }
        try keychain.expectCounted("first passcode")
        try open.changePasscode(from: secret("one"), to: secret("two"), compromised: true) { _, _ in }
        try keychain.expectCounted("changed passcode")
        try open.removePasscode(secret("two"))
        try keychain.expectCounted("removed passcode")
        let recoveryKey = try open.makeRecoveryKey()
        try keychain.expectCounted("recovery key")
        open.store.suspend()
        try KeychainRecovery.recover(keychain.root, recoveryKey: recoveryKey)
        try keychain.expectCounted("recovery")
        unlink(keychain.root.deviceKeyPath)
        try KeychainRecovery.recover(keychain.root, recoveryKey: recoveryKey)
        try keychain.expectCounted("recovery with another device key")
        let again = try keychain.open()
        try again.erase()
        try keychain.expectCounted("erased")
        again.store.suspend()
        for path in [keychain.path, keychain.log, keychain.path + "-shm"] { unlink(path) }
        try keychain.add(0..<1, movesLog: false)
        try keychain.expectCounted("made again")
        #expect(try keychain.examine().isHealthy)
    }

    /// A change that changes nothing writes nothing: the counter costs it no page either.
    @Test func onlyChangesAreCounted() throws {
        let before = (try keychain.recorded(), try CountedKeychain.contents(keychain.log))
        let open = try keychain.open()
        let nothing = Query(.genericPassword, [.account: "nothing"])
        #expect(try open.delete(nothing, leavesTombstones: false) == 0)
        #expect(try open.update(nothing, with: Changes([.label: "label"])) == 0)
        open.store.suspend()
        #expect(try keychain.recorded() == before.0)
        #expect(try CountedKeychain.contents(keychain.log) == before.1)
    }
}
