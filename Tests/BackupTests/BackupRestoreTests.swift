import Foundation
import Glibc
import KeyManagement
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import Backup

/// A backup that is made on one machine and restored on another, which has a device key of its own.
@Suite struct BackupRestoreTests {
    private let (old, new): (Machine, Machine)
    private let file: String

    init() throws {
        (old, new) = (try Machine(), try Machine())
        file = old("home.chatelaine-backup")
        // The new machine has been used, for something else.
        try new.makeVault("own")
    }

    @Test func aKeychainOpensElsewhereWithItsPasscode() throws {
        try old.add("mail")
        try old.add("always", .always)
        try old.keychain().setPasscode(bytes("1234"))
        try old.keychain().lock()
        try old.backUp(to: file)
        try new.restore(file)
        let keychain = try new.keychain()
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        #expect(code { try keychain.unlock(passcode: bytes("4321")) } == .authenticationFailed)
        try keychain.unlock(passcode: bytes("1234"))
        #expect(try new.accounts(keychain) == ["mail", "always"])
        // It goes on as a keychain of this machine.
        try new.add("later", to: keychain)
        try keychain.changePasscode(from: bytes("1234"), to: bytes("5678"))
        try keychain.lock()
        try keychain.unlock(passcode: bytes("5678"))
        #expect(try new.accounts(keychain) == ["mail", "always", "later"])
        #expect(
            try Doctor(root: new.root, passcode: bytes("5678")).examine().findings.filter { $0.severity == .error }
                .isEmpty)
        #expect(try new.titles("own") == ["Bank of own"])
    }

    @Test func aKeychainWithoutAPasscodeOpensWithTheBackupsPasswordAlone() throws {
        try old.add("mail")
        try old.backUp(to: file)
        try new.restore(file)
        #expect(try new.accounts() == ["mail"])
        let keychain = try new.keychain()
        try keychain.setPasscode(bytes("1234"))
        #expect(try new.accounts(keychain) == ["mail"])
    }

    @Test func vaultsOpenElsewhereWithTheirMasterPasswords() throws {
        try old.makeVault("personal")
        try old.makeVault("work", password: "other password")
        try old.backUp(to: file)
        try new.restore(file)
        #expect(new.vaults.names() == ["own", "personal", "work"])
        #expect(try new.titles("personal") == ["Bank of personal"])
        #expect(try new.titles("work", password: "other password") == ["Bank of work"])
        #expect(code { _ = try new.titles("work") } == .authenticationFailed)
    }

    @Test func aMachineThatWasNeverUsedTakesARestore() throws {
        let empty = try Machine()
        try old.makeVault("personal")
        try old.add("mail")
        try old.backUp(to: file)
        try empty.restore(file)
        #expect(try empty.titles("personal") == ["Bank of personal"])
        #expect(try empty.accounts() == ["mail"])
        #expect(try old.root.deviceKeyForBackup().id != empty.root.deviceKeyForBackup().id)
    }

    /// A restored keychain is backed up again, with the device key that opens it.
    @Test func aRestoredKeychainIsRestoredOnAThirdMachine() throws {
        try old.makeVault("personal")
        try old.backUp(to: file)
        try new.restore(file)
        try new.backUp(to: new("second"))
        let third = try Machine()
        try third.restore(new("second"))
        #expect(try third.titles("personal") == ["Bank of personal"])
        #expect(try third.titles("own") == ["Bank of own"])
    }

    @Test func aRecoveryKeyOpensABackup() throws {
        let key = Vault.newRecoveryKey()
        try old.makeVault("personal")
        try old.backUp(to: file, .recoveryKey(key.copy()))
        #expect(try BackupReader(file).takesRecoveryKey)
        #expect(code { try new.restore(file, .recoveryKey(Vault.newRecoveryKey())) } == .authenticationFailed)
        #expect(code { try new.restore(file, .recoveryKey(bytes("ABCD"))) } == .parameter)
        #expect(code { try new.restore(file) } == .authenticationFailed)
        try new.restore(file, .recoveryKey(key))
        #expect(try new.titles("personal") == ["Bank of personal"])
    }

    @Test func anotherPasswordOpensNothing() throws {
        try old.makeVault("personal")
        try old.backUp(to: file)
        #expect(code { try new.restore(file, .password(bytes("guess"))) } == .authenticationFailed)
        #expect(new.vaults.names() == ["own"])
    }

    // MARK: - What stays

    @Test func itemsOfThisDeviceStayAndAreCounted() throws {
        let keychain = try old.keychain()
        try keychain.setPasscode(bytes("1234"))
        for protection in ProtectionClass.allCases { try old.add(protection.code, protection, to: keychain) }
        let manifest = try old.backUp(to: file)
        let entry = try #require(manifest.entries.first)
        #expect(entry.items == ["ak": 1, "ck": 1, "dk": 1])
        #expect(entry.leftOut == ["aku": 1, "cku": 1, "dku": 1, "akpu": 1])
        try new.restore(file)
        let restored = try new.keychain()
        try restored.unlock(passcode: bytes("1234"))
        #expect(try new.accounts(restored) == ["ak", "ck", "dk"])
        #expect(try old.accounts(keychain).count == 7)
        // New items of these classes have a key here as well.
        try new.add("new", .whenPasscodeSetThisDeviceOnly, to: restored)
        #expect(try new.accounts(restored).contains("new"))
    }

    /// Not only are the rows missing: no page of the copy has what was in them.
    @Test func nothingOfAnItemThatStaysIsInTheCopy() throws {
        try old.add("stays", .alwaysThisDeviceOnly)
        let large = Data((0..<50_000).map { _ in UInt8.random(in: 0...255) })
        try old.keychain().add(NewItem(.genericPassword, [.account: "large", .accessible: "dku"], data: large))
        let manifest = try old.backUp(to: file)
        #expect(try #require(manifest.entries.first).size < 50_000)
    }

    @Test func theAgentsRecordsAndDeletedVaultsAreNamedAsAbsent() throws {
        try old.makeVault("personal")
        try old.makeVault("gone")
        try old.vaults.delete("gone")
        _ = try old.keychain("agent")
        let manifest = try old.backUp(to: file)
        #expect(manifest.entries.map(\.file) == ["vault.personal"])
        #expect(manifest.absent.contains("the deleted vault gone"))
        #expect(manifest.absent.contains { $0.contains("agent") })
    }

    @Test func aRootWithoutKeychainsIsRefused() throws {
        #expect(code { try Machine().backUp(to: file) } == .noSuchKeychain)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// The device key is lost, and the keychains are there: a restore of anything opens them again.
    @Test func aLostDeviceKeyComesBackWithABackup() throws {
        try old.makeVault("personal")
        try old.makeVault("work")
        try old.backUp(to: file)
        try old.makeVault("later")
        #expect(unlink(old.root.deviceKeyPath) == 0)
        #expect(code { _ = try old.titles("later") } == .notAvailable)
        let outcome = try old.restore(file, only: ["personal"], as: "copy")
        #expect(outcome.broughtDeviceKeyBack)
        #expect(try old.titles("later") == ["Bank of later"])
        #expect(try old.titles("copy") == ["Bank of personal"])
        #expect(try !new.restore(file).broughtDeviceKeyBack)
    }

    // MARK: - Choice

    @Test func aKeychainThatExistsIsNotReplacedUnasked() throws {
        try old.makeVault("own", password: "another")
        try old.makeVault("personal")
        try old.backUp(to: file)
        #expect(code { try new.restore(file) } == .duplicateItem)
        #expect(new.vaults.names() == ["own"], "all or none")
        try new.restore(file, only: ["own"], as: "own-old")
        #expect(try new.titles("own-old", password: "another") == ["Bank of own"])
        #expect(try new.titles("own") == ["Bank of own"])
        try new.restore(file, only: ["personal"])
        #expect(new.vaults.names() == ["own", "own-old", "personal"])
    }

    @Test func whatIsReplacedIsBackedUpWithAllOfItsItems() throws {
        try old.add("from backup")
        try old.backUp(to: file)
        try new.add("mail")
        try new.add("device", .whenUnlockedThisDeviceOnly)
        try new.keychain().close()
        let outcome = try new.restore(file, replacing: true)
        #expect(try new.accounts() == ["from backup"])
        let saved = try #require(outcome.saved)
        #expect(saved.hasPrefix(new.root.path))
        // The same password opens it, and nothing of it was left out: it never leaves this device.
        #expect(try new.open(saved).check().isSound)
        try new.restore(saved, replacing: true)
        #expect(try new.accounts() == ["mail", "device"])
        // Elsewhere the items of the device stay away even so.
        let third = try Machine()
        try third.add("its own")
        try third.restore(saved, replacing: true)
        #expect(try third.accounts() == ["mail"])
    }

    @Test func aKeychainThatIsInUseElsewhereIsNotReplaced() async throws {
        try old.makeVault("own", password: "another")
        try old.backUp(to: file)
        let path = new.root.keychainPath(named: "vault.own")
        let reader = try ChildProcess(
            [
                "python3", "-c",
                "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('begin'); "
                    + "c.execute('select count(*) from item').fetchone(); print('open', flush=True); sys.stdin.read()",
                path,
            ],
            input: .piped)
        try reader.expectLine("open")
        #expect(code { try new.restore(file, replacing: true) } == .notAvailable)
        #expect(try new.titles("own") == ["Bank of own"])
    }

    @Test(arguments: ["nothing", "vault.nothing", ""]) func aNameThatIsNotInTheBackupIsSaid(name: String) throws {
        try old.makeVault("personal")
        try old.backUp(to: file)
        #expect(code { try new.restore(file, only: [name]) } == .itemNotFound)
    }

    @Test(arguments: ["", "..", "a/b", "ä", String(repeating: "x", count: 65)])
    func anImpossibleNewNameIsRefused(name: String) throws {
        try old.makeVault("personal")
        try old.backUp(to: file)
        #expect(code { try new.restore(file, only: ["personal"], as: name) } == .parameter)
        #expect(new.vaults.names() == ["own"])
    }

    @Test func aNameThatAKeychainAndAVaultHaveIsAmbiguous() throws {
        try old.makeVault("work")
        try old.add("mail", to: old.keychain("work"))
        try old.backUp(to: file)
        #expect(code { try new.restore(file, only: ["work"]) } == .parameter)
        try new.restore(file, only: ["vault.work"])
        #expect(new.vaults.names() == ["own", "work"])
    }

    // MARK: - Consistency

    /// Eight threads add items in pairs meanwhile: a copy never has one of a pair.
    @Test func aBackupHasOneMomentOfAKeychainThatIsWritten() async throws {
        let keychain = try old.keychain()
        try old.add("first", to: keychain)
        let machine = old
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<40 {
                        let name = "\(thread) \(number)"
                        try keychain.add(
                            contentsOf: ["a", "b"].map {
                                NewItem(
                                    .genericPassword, [.account: .string("\(name)\($0)")],
                                    data: Data("secret of \(name)\($0)".utf8))
                            })
                    }
                }
            }
            group.addTask {
                for number in 0..<6 { try machine.backUp(to: machine("backup \(number)")) }
            }
            try await group.waitForAll()
        }
        for number in 0..<6 {
            let third = try Machine()
            let path = old("backup \(number)")
            #expect(try third.open(path).check().isSound)
            try third.restore(path)
            let accounts = try third.accounts()
            #expect(accounts.contains("first"))
            for account in accounts where account.hasSuffix("a") {
                #expect(accounts.contains(account.dropLast() + "b"), "\(account)")
            }
            #expect(accounts.count % 2 == 1)
        }
        #expect(try old.accounts().count == 641)
    }
}
