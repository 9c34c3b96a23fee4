import Foundation
import GRDB
import KeychainServices
import Testing

@Suite struct DoctorTests {
    private let temporary: TemporaryRoot
    private let path: String

    init() throws {
        temporary = try TemporaryRoot()
        path = temporary.root.keychainPath(named: "default")
    }

    private func fill(_ count: Int) throws {
        let keychain = try temporary.open()
        try keychain.add(
            contentsOf: (0..<count).map {
                NewItem(
                    .genericPassword, [.account: .string("account \($0)"), .service: "test"],
                    data: Data("secret \($0)".utf8))
            })
        keychain.close()
    }

    /// Changes the closed file behind the keychain's back.
    private func tamper(_ sql: String, name: String = "default") throws {
        let queue = try DatabaseQueue(path: temporary.root.keychainPath(named: name))
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func secrets() throws -> [String] {
        try temporary.open().items(matching: Query(.genericPassword, [.service: "test"]), reading: .data)
            .map { String(decoding: $0.data ?? Data(), as: UTF8.self) }
    }

    @Test func aGoodKeychainIsHealthy() throws {
        try fill(20)
        let diagnosis = try Doctor(root: temporary.root).examine()
        #expect(diagnosis.isHealthy)
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.items == 20)
    }

    @Test func missingKeychainIsHealthy() throws {
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
    }

    @Test func aDamagedItemMovesToTheQuarantineAndTheRestStays() throws {
        try fill(5)
        try tamper("UPDATE item SET secret = zeroblob(64) WHERE number = 3")
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.findings.map(\.kind) == [.corruptItem])
        let repaired = try Doctor(root: temporary.root).repair()
        #expect(repaired.backup.map(FileManager.default.fileExists(atPath:)) == true)
        #expect(try secrets() == ["secret 0", "secret 1", "secret 3", "secret 4"])
        let after = try Doctor(root: temporary.root).examine()
        #expect(after.isHealthy)
        #expect(after.findings.map(\.kind) == [.repairCopy, .quarantine])
        #expect(try Doctor(root: temporary.root).emptyQuarantine() == 1)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.repairCopy])
    }

    @Test(arguments: [
        "DELETE FROM search WHERE item = 2",
        "INSERT INTO search VALUES (zeroblob(16), 2)",
        "UPDATE search SET item = 99 WHERE item = 2",
    ])
    func wrongSearchTableIsRebuilt(damage: String) throws {
        try fill(5)
        try tamper(damage)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.searchIndex])
        _ = try Doctor(root: temporary.root).repair()
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.repairCopy])
        #expect(try secrets().count == 5)
    }

    @Test func readableItemsOfADamagedFileAreSalvaged() throws {
        try fill(400)
        // A page in the middle becomes noise; the item table's leaves take most of the file.
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: size / 4096 / 2 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        try handle.close()
        #expect(try !Doctor(root: temporary.root).examine().isHealthy)
        let repaired = try Doctor(root: temporary.root).repair()
        #expect(!repaired.repairs.isEmpty)
        #expect(try Doctor(root: temporary.root).examine().isHealthy)
        let left = try secrets()
        #expect(left.count >= 380)
        #expect(Set(left).isSubset(of: Set((0..<400).map { "secret \($0)" })))
    }

    @Test func permissionsThatAreTooWideAreFoundAndPutRight() throws {
        try fill(1)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.permissions])
        _ = try Doctor(root: temporary.root).repair()
        #expect(try Doctor(root: temporary.root).examine().findings.isEmpty)
    }

    @Test func aLostDeviceKeyIsNamedAndNothingIsReplaced() throws {
        try fill(1)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: temporary.root.deviceKeyPath)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.deviceKey])
        #expect(throws: KeychainError(.notAvailable, "")) { try temporary.open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: temporary.root.deviceKeyPath))
    }

    // MARK: - Copies from before repairs

    /// Makes keychains with the passcode “old”, and returns the paths of a copy of each.
    private func copies(of names: String...) throws -> [String] {
        for name in names {
            let keychain = try temporary.open(name: name)
            try keychain.setPasscode(secret("old"))
            keychain.close()
        }
        return try names.map { try copy(of: $0) }
    }

    /// Has a repair make a copy of a keychain. The copy gets a log, as that of a keychain in use has.
    private func copy(of name: String) throws -> String {
        try tamper("INSERT INTO search VALUES (zeroblob(16), 99)", name: name)
        let copy = try #require(try Doctor(root: temporary.root, name: name).repair().backup)
        try Data("log".utf8).write(to: URL(fileURLWithPath: copy + "-wal"))
        return copy
    }

    /// The files of the copies that are there.
    private func files(of copies: [String]) -> [String] {
        copies.flatMap { [$0, $0 + "-wal"] }.filter(FileManager.default.fileExists(atPath:))
    }

    @Test func copiesAreListedUntilTheyAreRemoved() throws {
        try fill(1)
        let copies = try [copy(of: "default"), copy(of: "default")]
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.isHealthy && found.findings.map(\.kind) == [.repairCopy, .repairCopy])
        for (finding, copy) in zip(found.findings, copies) {
            #expect(finding.severity == .note && finding.text.contains("“\(copy)”"))
            #expect(finding.remedy?.contains("chatelaine doctor --remove-copies") == true)
        }
        // No copy is made for copies.
        #expect(try Doctor(root: temporary.root).repair().backup == nil)
        #expect(try Doctor(root: temporary.root).removeCopies() == 2)
        #expect(files(of: copies).isEmpty)
        #expect(try Doctor(root: temporary.root).examine().findings.isEmpty)
        #expect(try secrets() == ["secret 0"])
    }

    @Test func copiesOfVaultsAreListedWithTheKeychain() throws {
        let copies = try copies(of: "default", "vault.work")
        func listed(by name: String) throws -> Int {
            try Doctor(root: temporary.root, name: name).examine().findings.count { $0.kind == .repairCopy }
        }
        #expect(try listed(by: "default") == 2)
        #expect(try listed(by: "vault.work") == 1)
        #expect(try Doctor(root: temporary.root, name: "vault.work").removeCopies() == 1)
        #expect(files(of: copies) == [copies[0], copies[0] + "-wal"])
    }

    /// A log has keys that an old passcode opens too.
    @Test func aLogThatIsLeftOfACopyIsOne() throws {
        try fill(1)
        let log = path + ".before-repair-1700000000-2-wal"
        try Data("log".utf8).write(to: URL(fileURLWithPath: log))
        let finding = try #require(try Doctor(root: temporary.root).examine().findings.first)
        #expect(finding.kind == .repairCopy && finding.text.contains("on 2023-11-14"))
        #expect(try Doctor(root: temporary.root).removeCopies() == 1)
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    @Test func filesThatOnlyLookLikeCopiesStay() throws {
        let vault = "vault.a.keychain.before-repair-17"
        _ = try copies(of: "default", vault)
        let others = ["", "-", "17x", "1-2-3", "-1", "253402300800", "17.keychain"].map {
            path + ".before-repair-" + $0
        }
        for other in others { try Data().write(to: URL(fileURLWithPath: other)) }
        #expect(try Doctor(root: temporary.root).removeCopies() == 2)
        #expect(others.allSatisfy(FileManager.default.fileExists(atPath:)))
        #expect(try temporary.open(name: vault).verify(passcode: secret("old")))
    }

    @Test func aCompromisedPasscodeTakesTheCopiesWithIt() throws {
        let copies = try copies(of: "default", "vault.work")
        let keychain = try temporary.open()
        try keychain.changePasscode(from: secret("old"), to: secret("new"))
        #expect(files(of: copies).count == 4)
        try keychain.changePasscode(from: secret("new"), to: secret("newer"), compromised: true)
        #expect(files(of: copies).isEmpty)
    }

    @Test func aCompromisedMasterPasswordTakesThoseOfItsVaultWithIt() throws {
        let copies = try copies(of: "default", "vault.work", "vault.home")
        try temporary.open(name: "vault.work")
            .changePasscode(from: secret("old"), to: secret("new"), compromised: true)
        #expect(files(of: copies) == [copies[0], copies[2]].flatMap { [$0, $0 + "-wal"] })
    }

    @Test func erasingTakesTheCopiesWithIt() throws {
        let copies = try copies(of: "default", "vault.work")
        try temporary.open().forAgent().erase()
        #expect(files(of: copies).isEmpty)
    }

    // MARK: - A later release

    /// Where a file says that a later release has made it.
    enum Place: CaseIterable {
        case file
        /// In the log, which no process has moved to the file yet.
        case log
        /// In the header of a file that SQLite does not open.
        case damagedFile
    }

    /// Changes the closed file as a later release would.
    private func makeLater(_ place: Place) throws {
        let manager = FileManager.default
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    CREATE TABLE later (secret BLOB NOT NULL) STRICT; INSERT INTO later VALUES (x'2a');
                    PRAGMA user_version = 3
                    """)
        }
        // Closing moves the log to the file: these are as a process that was killed leaves them.
        let files = place == .log ? [path, path + "-wal"] : []
        for file in files { try manager.copyItem(atPath: file, toPath: file + ".kept") }
        try queue.close()
        if place == .log {
            for suffix in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: path + suffix) }
        }
        for file in files { try manager.moveItem(atPath: file + ".kept", toPath: file) }
        // The header of SQLite's format has 100 bytes; the root of all tables follows.
        if place == .damagedFile { try overwrite(at: 100, with: Data(repeating: 0xa5, count: 8)) }
    }

    private func overwrite(at offset: UInt64, with bytes: Data) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    private func contents() throws -> [String: Data] {
        let directory = temporary.root.path + "/keychains"
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasSuffix("-shm") }
        return try Dictionary(
            uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)"))) })
    }

    @Test(arguments: Place.allCases) func aKeychainOfALaterReleaseIsLeftAlone(_ place: Place) throws {
        try fill(5)
        try makeLater(place)
        let before = try contents()
        let found = try Doctor(root: temporary.root).examine()
        #expect(found.findings.map(\.kind) == [.laterFormat])
        let finding = try #require(found.findings.first)
        #expect(finding.severity == .error && finding.text.contains("format 3"))
        #expect(finding.remedy == "upgrade chatelaine")
        do throws(KeychainError) {
            _ = try Doctor(root: temporary.root).repair()
            Issue.record("it was repaired")
        } catch {
            #expect(error == KeychainError(.notAvailable, "") && error.reason == finding.text)
            #expect(error.remedy == finding.remedy)
        }
        #expect(try contents() == before)
    }

    /// Else what a later release has changed would look like damage.
    @Test func aKeychainOfALaterReleaseIsNotExaminedFurther() throws {
        try fill(1)
        try makeLater(.file)
        try FileManager.default.removeItem(atPath: temporary.root.deviceKeyPath)
        #expect(try Doctor(root: temporary.root).examine().findings.map(\.kind) == [.laterFormat])
    }
}
