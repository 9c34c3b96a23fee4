import Dispatch
import Foundation
import Glibc
import KeyManagement
import Synchronization

/// The connections of one process to one keychain: one writer, a few readers, and the lock that serializes the writers of all
/// processes.
final class Connections: Sendable {
    /// The maximum number of readers in use at the same time; further threads wait for one.
    static let mostReaders = 4
    /// The time that a writer waits for the lock.
    static let lockTimeout = DispatchTimeInterval.seconds(30)

    private let path: String?
    private let lockTimeout: DispatchTimeInterval
    private let lock: FileLock?
    /// Notices changes that are missing; nil for a keychain in memory.
    let counter: CommitCounter?
    private let writer: Connection
    private let idle = Mutex<[Connection]>([])
    private let slots = DispatchSemaphore(value: mostReaders)
    /// The identity of the file, to detect that another file has replaced it.
    private let identity: FileIdentity?
    /// Whether this is a copy in memory of a file that cannot be written.
    private let isReadOnly: Bool

    /// Opens the existing keychain at `path`.
    ///
    /// - Parameter counterKey: the key of the commit counter; nil without a device key, and then changes are not counted.
    init(path: String, lockTimeout: DispatchTimeInterval, counterKey: CommitCounterKey?) throws {
        let identity = FileIdentity(path)
        // SQLite would make an empty file.
        guard identity != nil else { throw KeychainError.movedWhileOpen }
        self.lockTimeout = lockTimeout
        guard let (lock, counter, writer) = try Self.open(path, counterKey) else {
            (self.path, lock, self.identity, isReadOnly) = (nil, nil, nil, true)
            counter = counterKey.map { CommitCounter(ofKeychainAt: path, key: $0) }
            writer = try Connection(KeychainImage(path), counter: counter)
            return
        }
        (self.path, self.identity, isReadOnly) = (path, identity, false)
        (self.lock, self.counter, self.writer) = (lock, counter, writer)
        // A process that renames or deletes the keychain is alone with the file; this one may have waited for it to finish.
        guard isCurrent else {
            writer.close()
            throw KeychainError.movedWhileOpen
        }
    }

    /// Opens the file; nil where nothing can be written.
    private static func open(
        _ path: String, _ counterKey: CommitCounterKey?
    ) throws -> (FileLock, CommitCounter?, Connection)? {
        do {
            let lock = try FileLock(path: path + ".lock")
            // After the lock, which makes the file that the counter is in.
            let counter = counterKey.map { CommitCounter(ofKeychainAt: path, key: $0) }
            return (lock, counter, try Connection(path: path, role: .writer, counter: counter))
        } catch {
            guard KeychainImage.isNeeded(for: path) else { throw error }
            return nil
        }
    }

    /// Makes a keychain in memory.
    init() throws {
        path = nil
        lockTimeout = Self.lockTimeout
        lock = nil
        counter = nil
        identity = nil
        isReadOnly = false
        writer = try Connection(path: nil, role: .writer)
    }

    /// Whether the file is still the one at its path. False after it was replaced or removed.
    var isCurrent: Bool { path == nil || FileIdentity(path ?? "") == identity }

    func read<Result>(_ body: (Connection.Context) throws -> Result) throws -> Result {
        // A database in memory exists only in the one connection that made it.
        guard let path else { return try writer.use(body) }
        slots.wait()
        defer { slots.signal() }
        let connection = try idle.withLock { $0.popLast() } ?? Connection(path: path, role: .reader, counter: counter)
        defer { idle.withLock { $0.append(connection) } }
        return try connection.use(body)
    }

    /// Calls `body` while holding the writers' lock.
    func write<Result>(_ body: (Connection.Context) throws -> Result) throws -> Result {
        guard !isReadOnly else { throw KeychainError.readOnlyPlace }
        guard let lock else { return try writer.use(body) }
        return try lock.whileHolding(timeout: lockTimeout) { try writer.use(body) }
    }

    /// Closes the connections. No connection may be in use.
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

extension KeychainError {
    /// The error of a change where nothing can be written.
    fileprivate static var readOnlyPlace: KeychainError {
        KeychainError(
            .readOnly, "the keychain is where nothing can be written: it can only be read",
            remedy: "copy it to a directory of your own, and set CHATELAINE_HOME to that")
    }
}
