import Foundation
import GRDB
import KeychainServices
import Testing

/// Each kind of damage, what the doctor says of it, and what a repair does: one ending for each.
@Suite struct DamageTests {
    enum Ending: Equatable {
        /// A repair puts it right, and at least so many of the 400 items are there.
        case repaired(items: Int)
        /// A repair changes nothing, and the advice is to restore the file.
        case restored
    }

    enum Damage: CaseIterable {
        case halfFile, firstPageAlone, emptyFile, noiseInHeader, noiseInTheMiddle, otherTables, otherKindOfFile
        case searchKey, deviceKeyGone, otherDeviceKey
        case item, searchTable, permissions, fileGoneAndLogLeft

        /// What `doctor` says, in any order, if that is certain, and how it ends.
        var expected: (kinds: Set<Diagnosis.Kind>, ending: Ending) {
            switch self {
            case .halfFile: ([], .repaired(items: 100))
            case .firstPageAlone, .emptyFile, .noiseInHeader, .searchKey, .otherDeviceKey: ([.notReadable], .restored)
            case .noiseInTheMiddle: ([], .repaired(items: 380))
            case .otherTables, .otherKindOfFile: ([.notReadable], .repaired(items: 400))
            case .deviceKeyGone: ([.deviceKey], .restored)
            case .item: ([.corruptItem], .repaired(items: 399))
            case .searchTable: ([.searchIndex], .repaired(items: 400))
            case .permissions: ([.permissions], .repaired(items: 400))
            case .fileGoneAndLogLeft: ([.strayLog], .repaired(items: 0))
            }
        }
    }

    private let temporary: TemporaryRoot
    private var path: String { temporary.root.keychainPath(named: "default") }

    init() throws {
        temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(
            contentsOf: (0..<400).map {
                NewItem(
                    .genericPassword, [.account: .string("\($0)"), .service: "test"], data: Data("secret \($0)".utf8))
            })
        keychain.close()
    }

    // MARK: - Damage

    private func sql(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func overwrite(at offset: UInt64, count: Int) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(repeating: 0xa5, count: count))
        try handle.close()
    }

    private func cut(to size: (UInt64) -> UInt64) throws {
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.truncate(atOffset: size(handle.seekToEnd()))
        try handle.close()
    }

    private func loseFile() throws {
        let keychain = try temporary.open()
        try keychain.add(NewItem(.genericPassword, [.account: "last"], data: Data("last".utf8)))
        // As a process leaves it that is killed.
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        keychain.close()
        for suffix in ["", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
    }

    private func cause(_ damage: Damage) throws {
        switch damage {
        case .halfFile: try cut { $0 / 2 / 4096 * 4096 }
        case .firstPageAlone: try cut { _ in 4096 }
        case .emptyFile: try cut { _ in 0 }
        case .noiseInHeader: try overwrite(at: 0, count: 16)
        case .noiseInTheMiddle:
            let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            try overwrite(at: UInt64(size / 4096 / 2 * 4096), count: 4096)
        case .otherTables: try sql("CREATE TABLE further (x)")
        case .otherKindOfFile: try sql("PRAGMA application_id = 1")
        case .searchKey: try sql("UPDATE keybag SET search = zeroblob(60)")
        case .deviceKeyGone: try FileManager.default.removeItem(atPath: temporary.root.deviceKeyPath)
        case .otherDeviceKey:
            let other = try TemporaryRoot()
            try other.open().close()
            let key = try Data(contentsOf: URL(fileURLWithPath: other.root.deviceKeyPath))
            try key.write(to: URL(fileURLWithPath: temporary.root.deviceKeyPath))
        case .item: try sql("UPDATE item SET secret = zeroblob(64) WHERE number = 3")
        case .searchTable: try sql("DELETE FROM search WHERE item = 2")
        case .permissions:
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        case .fileGoneAndLogLeft: try loseFile()
        }
    }

    // MARK: - Endings

    private func examine() throws -> [Diagnosis.Finding] {
        try Doctor(root: temporary.root).examine().findings.filter { $0.severity != .note }
    }

    private func contents() -> Data? { FileManager.default.contents(atPath: path) }

    @Test(arguments: Damage.allCases) func eachDamageHasOneEnding(_ damage: Damage) throws {
        try cause(damage)
        let found = try examine()
        let (kinds, ending) = damage.expected
        if !kinds.isEmpty { #expect(Set(found.map(\.kind)) == kinds, "\(found)") }
        try #require(!found.isEmpty)
        for finding in found where !finding.isRepairable {
            #expect(finding.remedy?.contains("chatelaine doctor") != true, "\(finding)")
        }
        let before = contents()
        let repaired = try Doctor(root: temporary.root).repair()
        switch ending {
        case .restored:
            #expect(!found.contains { $0.isRepairable })
            #expect(found.contains { $0.remedy?.contains("backup") == true }, "\(found)")
            #expect(repaired.repairs.isEmpty && repaired.backup == nil)
            #expect(contents() == before)
            #expect(try examine().map(\.text) == found.map(\.text))
        case .repaired(let items):
            #expect(found.contains { $0.isRepairable })
            #expect(!repaired.repairs.isEmpty)
            #expect(try examine().isEmpty)
            let left = try temporary.open().items(matching: Query(.genericPassword, [.service: "test"]), reading: .data)
            #expect(left.count >= items, "\(left.count)")
            #expect(Set(left.compactMap(\.data)).isSubset(of: (0..<400).map { Data("secret \($0)".utf8) }))
        }
    }

    /// An examination must not move the log to a damaged file either.
    @Test func lookingChangesNothing() throws {
        try cause(.halfFile)
        let before = contents()
        _ = try examine()
        #expect(contents() == before)
    }

    @Test func noNewKeychainBeginsBesideALogThatIsLeft() throws {
        try cause(.fileGoneAndLogLeft)
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        let error = #expect(throws: KeychainError(.notAvailable, "")) { try temporary.open() }
        #expect(error?.reason.contains("is gone, but its log") == true)
        #expect(error?.remedy?.contains("chatelaine doctor --repair") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
        let repaired = try Doctor(root: temporary.root).repair()
        let aside = try #require(repaired.backup)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == log)
        #expect(try Doctor(root: temporary.root).examine().findings.contains { $0.kind == .repairCopy })
        // With the file back from a backup, and the log next to it, nothing is lost; without it, an empty one begins.
        #expect(try temporary.open().items(matching: Query(.genericPassword)).isEmpty)
    }

    @Test func noOtherKeychainGetsTheNameOfALogThatIsLeft() throws {
        try temporary.open(name: "vault.work").close()
        try Data(repeating: 1, count: 100).write(
            to: URL(fileURLWithPath: temporary.root.keychainPath(named: "vault.home") + "-wal"))
        #expect(temporary.root.namesWithStrayLogs == ["vault.home"])
        #expect(throws: KeychainError(.notAvailable, "")) {
            try temporary.root.renameKeychain("vault.work", to: "vault.home")
        }
        #expect(temporary.root.keychainNames.contains("vault.work"))
    }
}
