import CChatelaineSQLite
import Foundation
import GRDB
import GRDBSQLite

/// One SQLite connection with the settings that a keychain needs, and the buffers of the thread that uses it.
///
/// GRDB's pool is not used: it sets the log mode, the synchronisation and the checkpoints by itself, and writes to the file
/// when it opens it, without this module's lock (Docs/decisions/0004-connections.md).
final class Connection: @unchecked Sendable {
    // Sendable: everything but `queue` is accessed only inside of `queue`.
    enum Role { case reader, writer }

    private let queue: DatabaseQueue
    private let scratch = KeyScratch()
    private let log = LogState()
    private let counter: CommitCounter?

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - path: nil for a keychain in memory.
    ///   - counter: counts the changes; nil for a connection that neither counts nor compares.
    init(path: String?, role: Role, counter: CommitCounter? = nil) throws {
        self.counter = counter
        if let path { try KeychainRoot.checkFiles(of: path) }
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        // Only for moments that this module's lock does not cover: another process recovers the log, or holds it to close it.
        configuration.busyMode = .timeout(10)
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in try Self.configure(db, role: role, isFile: path != nil) }
        queue =
            try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
            ?? DatabaseQueue(configuration: configuration)
        queue.unsafeRead { db in
            chatelaine_sqlite_count_log_frames(UnsafeMutableRawPointer(db.sqliteConnection), log.frames)
        }
    }

    /// Opens a copy of a keychain in memory, which cannot be changed.
    convenience init(_ image: consuming KeychainImage, counter: CommitCounter? = nil) throws {
        try self.init(path: nil, role: .writer, counter: counter)
        let code = queue.unsafeRead { db in image.open(in: db.sqliteConnection) }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Opens a connection for reading only: to a copy in memory, where SQLite cannot open the file because nothing can be written next to it.
    static func reading(_ path: String, counter: CommitCounter? = nil) throws -> Connection {
        do {
            return try Connection(path: path, role: .reader, counter: counter)
        } catch {
            guard KeychainImage.isNeeded(for: path) else { throw error }
            return try Connection(KeychainImage(path), counter: counter)
        }
    }

    deinit {
        try? queue.close()
    }

    func close() { try? queue.close() }

    private static func configure(_ db: Database, role: Role, isFile: Bool) throws {
        try harden(db)
        try db.execute(
            sql: """
                PRAGMA mmap_size = 0;
                PRAGMA cell_size_check = ON;
                PRAGMA secure_delete = ON;
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -500;
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA synchronous = FULL;
                """)
        if role == .reader { try db.execute(sql: "PRAGMA query_only = ON") }
        guard isFile else { return }
        // Durability depends on these two settings, so SQLite is asked for the values that it actually uses.
        guard try text(db, "PRAGMA synchronous") == "2", try text(db, "PRAGMA journal_mode") == "wal" else {
            throw KeychainError(
                .notAvailable, "the keychain file is damaged: it is not in the mode that makes writes durable",
                remedy: "examine it with: chatelaine doctor")
        }
    }

    /// Sets what keeps a damaged or forged file from doing harm. The log stays when the connection closes.
    static func harden(_ db: Database) throws {
        let code = chatelaine_sqlite_harden(UnsafeMutableRawPointer(db.sqliteConnection))
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func text(_ db: Database, _ sql: String) throws -> String {
        let row = try PreparedStatement(db, sql)
        return try row.step() ? row.text(at: 0) : ""
    }

    /// The objects of a transaction.
    struct Context {
        let db: Database
        let scratch: KeyScratch
        let log: LogState
        let counter: CommitCounter?
    }

    /// Calls `body` with this connection, outside of a transaction.
    func use<Result>(_ body: (Context) throws -> Result) throws -> Result {
        try queue.unsafeRead { db in try body(Context(db: db, scratch: scratch, log: log, counter: counter)) }
    }
}

extension Connection.Context {
    enum Transaction: String {
        /// Reads only.
        case deferred = "BEGIN DEFERRED"
        case immediate = "BEGIN IMMEDIATE"

        /// The statement that ends the transaction. SQLite does not commit a transaction that has met a damaged page. A transaction that
        /// has only read needs no commit, so it is rolled back, and the intact rows it has read are valid.
        var end: String { self == .deferred ? "ROLLBACK" : "COMMIT" }
    }

    /// Calls `body` in a transaction, which is committed or rolled back as a whole.
    func inTransaction<Result>(_ kind: Transaction, _ body: () throws -> Result) throws -> Result {
        try PreparedStatement(db, kind.rawValue).run()
        do {
            let result = try body()
            try PreparedStatement(db, kind.end).run()
            return result
        } catch {
            // After some errors SQLite has already rolled back, so that another ROLLBACK would fail.
            if sqlite3_get_autocommit(db.sqliteConnection) == 0 { try? PreparedStatement(db, "ROLLBACK").run() }
            throw error
        }
    }

    /// Moves the write-ahead log into the file. Does not wait for readers: frames that they still need stay in the log.
    ///
    /// - Parameter truncating: whether to truncate the log to zero bytes, so that old contents are erased.
    /// - Returns: whether the whole log was moved.
    /// - Throws: `.notAvailable` if acknowledged changes are missing: the log, in which they may be, stays as it is.
    @discardableResult
    func checkpoint(truncating: Bool) throws -> Bool {
        try checkBeforeMoving()
        sqlite3_busy_timeout(db.sqliteConnection, 0)
        defer { sqlite3_busy_timeout(db.sqliteConnection, 10_000) }
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        var inLog: Int32 = 0
        var moved: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, mode, &inLog, &moved)
        if truncating, code == SQLITE_OK { log.frames.pointee = 0 }
        log.wasCheckpointed = true
        guard code == SQLITE_OK || code == SQLITE_BUSY else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        let isComplete = code == SQLITE_OK && inLog == moved
        if isComplete { noteMoved() }
        return isComplete
    }
}

/// The state of the write-ahead log as one connection knows it.
final class LogState {
    /// The number of frames in the log after this connection's last commit; SQLite writes it.
    let frames: UnsafeMutablePointer<Int32>
    /// Whether this connection has moved the log to the file before, so that SQLite starts the log from the beginning.
    var wasCheckpointed = false
    /// Whether this connection has compared the main file with the commit counter.
    var wasCompared = false

    init() {
        frames = .allocate(capacity: 1)
        frames.initialize(to: 0)
    }

    deinit { frames.deallocate() }
}
