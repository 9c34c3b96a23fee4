import Foundation
import Glibc
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import Backup

/// Backups at intervals, which need no password.
@Suite struct BackupScheduleTests {
    private let machine: Machine
    private let directory: String
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        machine = try Machine()
        directory = machine("backups")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        try machine.makeVault("personal")
    }

    private func schedule(
        keep: Int = 3, _ interval: BackupInterval = .daily,
        _ secret: consuming BackupSecret = .password(bytes(Machine.password))
    ) throws {
        try BackupSchedule(
            directory: directory, interval: interval, keep: keep, secret: secret, cost: .cheapForTests, now: start
        ).store(machine.root)
    }

    @discardableResult
    private func run(days: Double) throws -> ScheduledRun.Outcome {
        try ScheduledRun(root: machine.root, release: "test", now: start + days * 86_400).run()
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }
    }

    @Test func aRunNeedsNoPasswordAndItsBackupNeedsOne() throws {
        try machine.add("mail")
        try machine.keychain().setPasscode(bytes("1234"))
        try machine.keychain().lock()
        try schedule()
        let path = try run(days: 0).path
        #expect(try BackupReader(path).isScheduled)
        #expect(code { _ = try machine.open(path, .password(bytes("guess"))) } == .authenticationFailed)
        let other = try Machine()
        try other.restore(path)
        #expect(try other.titles("personal") == ["Bank of personal"])
        let keychain = try other.keychain()
        try keychain.unlock(passcode: bytes("1234"))
        #expect(try other.accounts(keychain) == ["mail"])
    }

    @Test func aScheduleMayHaveARecoveryKey() throws {
        let key = Vault.newRecoveryKey()
        try schedule(.daily, .recoveryKey(key.copy()))
        let other = try Machine()
        try other.restore(run(days: 0).path, .recoveryKey(key))
        #expect(try other.titles("personal") == ["Bank of personal"])
    }

    /// All that a run uses opens no backup: neither the file of the schedule nor what a thief makes of it.
    @Test func theFilesOfAScheduleOpenNoBackup() throws {
        try schedule()
        let path = try run(days: 0).path
        let stored = try Data(contentsOf: URL(fileURLWithPath: machine.root.path + "/backup-schedule"))
        #expect(stored.range(of: Data(Machine.password.utf8)) == nil)
        guard let loaded = try BackupSchedule.load(machine.root) else { throw TestFailure("there is no schedule") }
        let header = try BackupReader(path).header
        let seal = try #require(header.schedule)
        // The key of a new backup is not that of an old one.
        #expect(try seal.sealedKey != BackupKeys(loaded).header.schedule?.sealedKey)
        #expect(
            code { _ = try seal.open(ownerKey: loaded.presharedKey, ownerID: header.owner.id, backupID: header.id) }
                != nil)
    }

    /// A thief who has a backup knows the public key, and not the pre-shared one.
    @Test func aBackupThatTheScheduleDidNotMakeIsRefused() throws {
        try schedule()
        let path = try run(days: 0).path
        guard let loaded = try BackupSchedule.load(machine.root) else { throw TestFailure("there is no schedule") }
        let header = try BackupReader(path).header
        let key = SecretBytes(random: 32)
        let forged = try ScheduleSeal.seal(
            key, publicKey: loaded.publicKey, presharedKey: SecretBytes(random: 32),
            sealedSecrets: loaded.sealedSecrets, ownerID: loaded.owner.id, backupID: header.id)
        let owner = try header.owner.open(.password(bytes(Machine.password)))
        #expect(
            code { _ = try forged.open(ownerKey: owner, ownerID: header.owner.id, backupID: header.id) }
                == .notAvailable)
    }

    @Test func theNewestAreKeptAndNothingElseIsRemoved() throws {
        try schedule()
        let foreign = ["letter.txt", "chatelaine-20200101T000000Z.chatelaine-backup", "a.chatelaine-backup"]
        for name in foreign { try Data("letter".utf8).write(to: URL(fileURLWithPath: directory + "/" + name)) }
        // One that a person has made, under a name like those of the schedule.
        try machine.backUp(to: directory + "/chatelaine-20210101T000000Z.chatelaine-backup")
        for day in 0..<5 {
            #expect(try run(days: Double(day)).removed.count == (day < 3 ? 0 : 1))
        }
        let own = try files.filter { $0.hasPrefix("chatelaine-2027") }
        #expect(own.count == 3)
        #expect(try files.count == 3 + foreign.count + 1)
        #expect(own.last == "chatelaine-20270119T080000Z.chatelaine-backup")
        // Those of an earlier schedule are its own.
        try schedule(keep: 1)
        #expect(try run(days: 10).removed.isEmpty)
        #expect(try files.count == 4 + foreign.count + 1)
    }

    @Test func twoRunsInOneSecondMakeTwoBackups() throws {
        try schedule()
        try run(days: 0)
        try run(days: 0)
        #expect(try files.count == 2)
    }

    @Test func whatAnInterruptedRunHasLeftIsRemoved() throws {
        try schedule()
        let left = directory + "/chatelaine-20270101T000000Z.chatelaine-backup.unfinished"
        try Data("CHBACKUP".utf8).write(to: URL(fileURLWithPath: left))
        try run(days: 0)
        #expect(try files.count == 1)
    }

    @Test func anOverdueOneIsSaid() throws {
        #expect(try ScheduleStatus(machine.root) == nil)
        try schedule()
        func isOverdue(hours: Double) throws -> Bool {
            try #require(try ScheduleStatus(machine.root, now: start + hours * 3600)).isOverdue
        }
        #expect(try !isOverdue(hours: 30))
        #expect(try isOverdue(hours: 40))
        #expect(BackupWarning.current(machine.root, now: start + 30 * 3600) == nil)
        #expect(BackupWarning.current(machine.root, now: start + 40 * 3600) == .overdue(last: nil))
        try run(days: 1)
        #expect(BackupWarning.current(machine.root, now: start + 64 * 3600) == .overdue(last: start + 86_400))
        #expect(try !isOverdue(hours: 40))
        #expect(try isOverdue(hours: 64))
        try schedule(keep: 3, .weekly)
        #expect(try !isOverdue(hours: 7 * 24))
        #expect(try isOverdue(hours: 9 * 24))
    }

    @Test func aFailureIsSaidUntilARunSucceeds() throws {
        try schedule()
        try FileManager.default.moveItem(atPath: directory, toPath: directory + " away")
        #expect(code { try run(days: 0) } == .notAvailable)
        let failed = try #require(try ScheduleStatus(machine.root, now: start))
        #expect(failed.isWrong)
        let reason = try #require(failed.state.failure)
        #expect(BackupWarning.current(machine.root, now: start) == .failed(at: start, reason: reason))
        #expect(failed.state.failure?.contains("is not there") == true)
        try FileManager.default.moveItem(atPath: directory + " away", toPath: directory)
        try run(days: 0.5)
        let succeeded = try #require(try ScheduleStatus(machine.root, now: start + 43_200))
        #expect(!succeeded.isWrong)
        #expect(BackupWarning.current(machine.root, now: start + 43_200) == nil)
        #expect(succeeded.state.file != nil)
    }

    @Test func aFailedRunRemovesNothing() throws {
        try schedule(keep: 1)
        try run(days: 0)
        let vault = machine.root.keychainPath(named: "vault.personal")
        try Data("damage".utf8).write(to: URL(fileURLWithPath: vault))
        #expect(code { try run(days: 1) } != nil)
        #expect(try files.count == 1)
    }

    @Test func aDamagedScheduleIsSaid() throws {
        try schedule()
        let path = machine.root.path + "/backup-schedule"
        try Data("short".utf8).write(to: URL(fileURLWithPath: path))
        #expect(code { try run(days: 0) } == .notAvailable)
        #expect(code { _ = try ScheduleStatus(machine.root) } == .notAvailable)
        guard case .unreadable = BackupWarning.current(machine.root) else {
            Issue.record("a damaged schedule is no warning")
            return
        }
    }

    @Test func itsBackupsOpenAfterTheScheduleWasRemoved() throws {
        try schedule()
        let path = try run(days: 0).path
        #expect(try BackupSchedule.remove(machine.root))
        #expect(try !BackupSchedule.remove(machine.root))
        #expect(code { try run(days: 1) } == .noSuchKeychain)
        #expect(try machine.open(path).check().isSound)
    }

    @Test(arguments: ["relative", "", "/with\nline"]) func aPlaceThatNoRunFindsIsRefused(path: String) {
        #expect(
            code {
                _ = try BackupSchedule(
                    directory: path, interval: .daily, keep: 1, secret: .password(bytes("x")), cost: .cheapForTests)
            } == .parameter)
    }
}
