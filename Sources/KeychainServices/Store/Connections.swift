import Dispatch
import Foundation
import Glibc
import Synchronization

/// The connections of one process to one keychain: one that writes, a few that read, and the lock that writers of all
/// processes take turns with.
final class Connections: Sendable {
    /// Readers in use at the same time; more threads wait for one.
    static let mostReaders = 4
    /// How long a writer waits for its turn.
    static let patience = DispatchTimeInterval.seconds(30)

    private let path: String?
    private let patience: DispatchTimeInterval
    private let lock: FileLock?
    private let writer: Connection
    private let idle = Mutex<[Connection]>([])
    private let slots = DispatchSemaphore(value: mostReaders)
    /// Which file it is, whatever its name leads to later.
    private let identity: FileIdentity?

    /// Opens the keychain at `path`, which exists.
    init(path: String, patience: DispatchTimeInterval) throws {
        self.path = path
        self.patience = patience
        lock = try FileLock(path: path + ".lock")
        identity = FileIdentity(path)
        // SQLite would make an empty file.
        guard identity != nil else { throw KeychainError.movedWhileOpen }
        writer = try Connection(path: path, role: .writer)
        // A process that renames or deletes the keychain is alone with the file; this one may have waited for it to finish.
        guard isCurrent else {
            writer.close()
            throw KeychainError.movedWhileOpen
        }
    }

    /// A keychain in memory.
    init() throws {
        path = nil
        patience = Self.patience
        lock = nil
        identity = nil
        writer = try Connection(path: nil, role: .writer)
    }

    /// False once somebody has put another file in the place of this one, or removed it.
    var isCurrent: Bool { path == nil || FileIdentity(path ?? "") == identity }

    func read<Result>(_ body: (Connection.Context) throws -> Result) throws -> Result {
        // A database in memory belongs to the one connection that made it.
        guard let path else { return try writer.use(body) }
        slots.wait()
        defer { slots.signal() }
        let connection = try idle.withLock { $0.popLast() } ?? Connection(path: path, role: .reader)
        defer { idle.withLock { $0.append(connection) } }
        return try connection.use(body)
    }

    /// Runs `body` when it is this writer's turn.
    func write<Result>(_ body: (Connection.Context) throws -> Result) throws -> Result {
        guard let lock else { return try writer.use(body) }
        return try lock.whileHolding(patience: patience) { try writer.use(body) }
    }

    /// Nobody may be using a connection.
    func close() {
        writer.close()
        for reader in idle.withLock({ readers in
            defer { readers = [] }
            return readers
        }) {
            reader.close()
        }
    }
}

/// Device and inode number of a file.
private struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
