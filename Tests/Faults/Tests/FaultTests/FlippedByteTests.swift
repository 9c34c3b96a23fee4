import Foundation
import GRDB
import TestSupport
import Testing

@testable import KeychainServices

/// A damaged file never brings a program down and never gives it a wrong secret.
@Suite(.serialized) struct FlippedByteTests {
    @Test func everyByteOfTheFileMayBeWrong() throws {
        let sample = try Sample()
        try sample.tryAll("flipped bytes of the file", sample.file.indices) { trial, position in
            var file = sample.file
            file[position] ^= 0xff
            try trial.put(file: file, log: nil)
        }
    }

    @Test func everyByteOfTheFileMayHaveOneWrongBit() throws {
        let sample = try Sample()
        try sample.tryAll("flipped bits of the file", sample.file.indices) { trial, position in
            var file = sample.file
            file[position] ^= 1 << (position % 8)
            try trial.put(file: file, log: nil)
        }
    }

    @Test func everyByteOfTheLogMayBeWrong() throws {
        let sample = try Sample()
        try sample.tryAll("flipped bytes of the log", sample.log.indices) { trial, position in
            var log = sample.log
            log[position] ^= 0xff
            try trial.put(file: sample.fileBeforeLog, log: log)
        }
    }

    @Test func everyByteOfTheDeviceKeyMayBeWrong() throws {
        let sample = try Sample()
        for position in sample.deviceKey.indices {
            let trial = try Trial(sample)
            try trial.put(file: sample.file, log: nil)
            var deviceKey = sample.deviceKey
            deviceKey[position] ^= 0xff
            try deviceKey.write(to: URL(fileURLWithPath: trial.root + "/device.key"))
            #expect(throws: KeychainError(.notAvailable, "")) { try openFresh(trial.root) }
        }
    }

    @Test func theFileMayEndAnywhere() throws {
        let sample = try Sample()
        try sample.tryAll("truncations of the file", 0..<sample.file.count) { trial, length in
            try trial.put(file: sample.file.prefix(length), log: nil)
        }
    }

    @Test func theLogMayEndAnywhere() throws {
        let sample = try Sample()
        try sample.tryAll("truncations of the log", 0..<sample.log.count) { trial, length in
            try trial.put(file: sample.fileBeforeLog, log: sample.log.prefix(length))
        }
    }

    @Test func theDeviceKeyMayEndAnywhere() throws {
        let sample = try Sample()
        for length in 0..<sample.deviceKey.count {
            let trial = try Trial(sample)
            try trial.put(file: sample.file, log: nil)
            try sample.deviceKey.prefix(length).write(to: URL(fileURLWithPath: trial.root + "/device.key"))
            #expect(throws: KeychainError(.notAvailable, "")) { try openFresh(trial.root) }
        }
    }
}

/// A small keychain with pages of 512 bytes: as a file, and as an older file with a log.
private final class Sample {
    let directory: TemporaryDirectory
    let deviceKey: Data
    let file: Data
    let fileBeforeLog: Data
    let log: Data
    let secrets: [String: String]
    /// What is in ``fileBeforeLog``: no damage of the log makes it go away.
    let accountsBeforeLog: Set<String>
    /// The rows by account, as SQLite gives them.
    let rows: [Int64: Row]
    let numbers: [String: Int64]
    let otherTables: [[Row]]

    init() throws {
        directory = try TemporaryDirectory.inMemory()
        let root = directory("sample")
        let keychain = try openFresh(root, pageSize: 512)
        var secrets: [String: String] = [:]
        for index in 0..<6 {
            // Every third is longer than a page.
            secrets["account \(index)"] = "secret \(index)" + String(repeating: ".", count: index % 3 == 2 ? 600 : 0)
        }
        accountsBeforeLog = Set(secrets.keys.prefix(4))
        for account in accountsBeforeLog { try keychain.add(account, secrets[account] ?? "") }
        keychain.close()
        fileBeforeLog = try Data(contentsOf: URL(fileURLWithPath: keychainPath(root)))
        for (account, secret) in secrets where !accountsBeforeLog.contains(account) {
            try keychain.add(account, secret)
        }
        log = try Data(contentsOf: URL(fileURLWithPath: keychainPath(root) + "-wal"))
        keychain.close()
        file = try Data(contentsOf: URL(fileURLWithPath: keychainPath(root)))
        deviceKey = try Data(contentsOf: URL(fileURLWithPath: root + "/device.key"))
        self.secrets = secrets
        var numbers: [String: Int64] = [:]
        for item in secrets.keys {
            let query = Query(.genericPassword, [.account: .string(item)])
            let reference = try keychain.items(matching: query).first?.persistentReference
            if case .id(let id)? = reference?.target {
                numbers[item] = try keychain.store.read { session in
                    try session.tags.tag(id, .genericPassword).withBytes {
                        try Int64.fetchOne(
                            session.db, sql: "SELECT item FROM search WHERE tag = ?", arguments: [Data($0)])
                    }
                }
            }
        }
        self.numbers = numbers
        (rows, otherTables) = try keychain.store.read { session in
            (try Self.rows(session.db), try Self.otherTables(session.db))
        }
    }

    static func rows(_ db: Database) throws -> [Int64: Row] {
        var rows: [Int64: Row] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM item") { rows[row["number"]] = row }
        return rows
    }

    /// What has to be whole for any item to be read.
    static func otherTables(_ db: Database) throws -> [[Row]] {
        try [
            "SELECT rowid, * FROM sqlite_schema", "SELECT * FROM keybag", "SELECT * FROM classkey",
            "SELECT * FROM search",
        ]
        .map { try Row.fetchAll(db, sql: $0) }
    }

    /// Does `damage` at every position in turn and looks at what is left.
    func tryAll(_ name: String, _ positions: Range<Int>, _ damage: (Trial, Int) throws -> Void) throws {
        var (readable, refused) = (0, 0)
        let positions = Rounds.positions(positions, name)
        let trial = try Trial(self)
        for position in positions {
            try damage(trial, position)
            let found = try trial.look("\(name), \(position)")
            readable += found.readable
            if !found.opens { refused += 1 }
        }
        print("\(name): \(readable) of \(positions.count * secrets.count) items readable, \(refused) files refused")
    }
}

/// A place for one damaged copy after the other.
private final class Trial {
    let sample: Sample
    let root: String

    init(_ sample: Sample) throws {
        self.sample = sample
        root = sample.directory("trial-" + UUID().uuidString)
        try FileManager.default.createDirectory(atPath: root + "/keychains", withIntermediateDirectories: true)
        try sample.deviceKey.write(to: URL(fileURLWithPath: root + "/device.key"))
    }

    func put(file: Data, log: Data?) throws {
        let path = keychainPath(root)
        // Without the counter of the copy before, whose changes would be missing in this one.
        for ending in ["-wal", "-shm", "-journal", ".lock"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
        try file.write(to: URL(fileURLWithPath: path))
        try log?.write(to: URL(fileURLWithPath: path + "-wal"))
    }

    /// Opens the copy and reads everything there should be.
    func look(_ place: String) throws -> (readable: Int, opens: Bool) {
        let whole = wholeItems()
        var readable: Set<String> = []
        var opens = true
        var refusal = ""
        do {
            let keychain = try openFresh(root)
            for account in sample.secrets.keys {
                do {
                    guard let secret = try keychain.secret(account) else { continue }
                    try #require(secret == sample.secrets[account], "\(place): a wrong secret")
                    readable.insert(account)
                } catch {
                    check(error, place)
                    refusal = "\(error)"
                }
            }
            do {
                for (account, secret) in try keychain.secrets() {
                    try #require(secret == sample.secrets[account], "\(place): a wrong secret in the list")
                }
            } catch {
                check(error, place)
            }
            write(keychain, place)
        } catch {
            check(error, place)
            refusal = "\(error)"
            opens = false
        }
        let lost = whole.subtracting(readable)
        #expect(lost.isEmpty, "\(place): SQLite still has these, the keychain does not: \(lost); \(refusal)")
        return (readable.count, opens)
    }

    /// Writing into a damaged file may work or be refused.
    private func write(_ keychain: Keychain, _ place: String) {
        do {
            try keychain.add("new", "a new secret")
            // Where the order of an index is damaged, the new entry may be put where no search comes by.
            let secret = try keychain.secret("new")
            #expect(secret == nil || secret == "a new secret", "\(place): a wrong secret")
            for account in sample.secrets.keys {
                try keychain.update(
                    Query(.genericPassword, [.account: .string(account)]), with: Changes([.label: "changed"]))
            }
        } catch {
            check(error, place)
        }
    }

    private func check(_ error: any Error, _ place: String) {
        guard let error = error as? KeychainError else {
            Issue.record("\(place): \(error)")
            return
        }
        #expect(
            [-25291, -25292, -25299, -25300, -26275, -36, -108].contains(error.code.rawValue), "\(place): \(error)")
        #expect(!error.reason.isEmpty)
    }

    /// The accounts whose rows SQLite alone still gives unchanged, with everything that is needed to open them.
    private func wholeItems() -> Set<String> {
        var configuration = Configuration()
        configuration.readonly = true
        // Before the schema is read, as in a keychain: pages whose cells lie outside of them are refused.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cell_size_check = ON") }
        if FileManager.default.fileExists(atPath: keychainPath(root) + "-wal") { return sample.accountsBeforeLog }
        guard let queue = try? DatabaseQueue(path: keychainPath(root), configuration: configuration) else { return [] }
        let whole = try? queue.unsafeRead { db -> Set<String> in
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Int(Schema.applicationID),
                try Int.fetchOne(db, sql: "PRAGMA user_version") == 2,
                try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal",
                try Sample.otherTables(db) == sample.otherTables
            else { return [] }
            return Set(
                try sample.numbers.filter { _, number in
                    try Row.fetchOne(db, sql: "SELECT * FROM item WHERE number = ?", arguments: [number])
                        == sample.rows[number]
                }.keys)
        }
        try? queue.close()
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: keychainPath(root) + ending) }
        return whole ?? []
    }
}
