import Glibc
import KeyManagement
import LinuxSupport
import Synchronization

/// The commit counter of a keychain, outside of its file: in the lock file, at a fixed place.
///
/// It notices acknowledged changes that are missing, because the log was damaged or lost, or an older file was put back. A counter that is
/// torn, missing, unreadable or another keychain's is not known, which is never an alarm
/// (Docs/decisions/0054-commit-counter.md).
final class CommitCounter: Sendable {
    /// -1 without a lock file that can be read.
    private let file: Int32
    private let key: Mutex<CommitCounterKey>

    /// Opens the counter of the keychain at `path`, whose lock file need not exist.
    init(ofKeychainAt path: String, key: CommitCounterKey) {
        file = Self.open(path + ".lock")
        self.key = Mutex(key)
    }

    deinit { if file >= 0 { close(file) } }

    private static func open(_ path: String) -> Int32 {
        // Where nothing can be written, the counter can still be read.
        for flags in [O_RDWR, O_RDONLY] {
            if let file = try? OwnFile.open(path, flags) { return file.release() }
        }
        return -1
    }

    /// Uses another key, after the device key was replaced.
    func replaceKey(_ new: CommitCounterKey) { key.withLock { $0 = new } }

    /// Reads the counter. Called before the snapshot with which it is compared is taken. Nil if it is not known.
    func read() -> CounterRecord? {
        bytes.flatMap { CounterRecord($0, key: key.withLock { $0 }) }
    }

    /// The bytes of the record: others after each change that another process was told is done. Nil if there are none.
    var bytes: [UInt8]? {
        guard file >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: CounterRecord.size)
        guard pread(file, &bytes, bytes.count, off_t(CounterRecord.offset)) == bytes.count else { return nil }
        return bytes
    }

    /// Stores the counter without making it durable: one that does not reach the disk is older or torn, and no alarm. Called while
    /// holding the writers' lock, after the changes that it counts are durable.
    func write(_ record: CounterRecord) {
        guard file >= 0 else { return }
        let bytes = record.bytes(key: key.withLock { $0 })
        // The change is durable, and must not fail because of its number.
        _ = retrying { pwrite(file, bytes, bytes.count, off_t(CounterRecord.offset)) }
    }
}
