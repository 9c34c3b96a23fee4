import CLinux
import Dispatch
import Foundation
import Glibc
import LinuxSupport

/// A lock that one thread of one process at a time holds: an open-file-description lock on a separate file, and within
/// the process a semaphore before it.
///
/// The kernel has no call that waits for such a lock with a timeout. So a separate thread waits on behalf of a writer, and if the
/// writer's time runs out first, that thread releases the lock as soon as it gets it.
final class FileLock: Sendable {
    private let path: String
    private let file: Descriptor
    private let semaphore = DispatchSemaphore(value: 1)

    init(path: String) throws(KeychainError) {
        self.path = path
        file = try Descriptor(openingOwn: path, O_RDWR | O_CREAT)
    }

    /// Calls `body` while holding the lock.
    ///
    /// - Parameter timeout: the timeout; a keychain's writers wait 30 s.
    /// - Throws: `.notAvailable`, with the name of the holder, at the timeout.
    func whileHolding<Result>(timeout: DispatchTimeInterval, _ body: () throws -> Result) throws -> Result {
        let deadline = DispatchTime.now() + timeout
        guard semaphore.wait(timeout: deadline) == .success else { throw busy }
        defer { semaphore.signal() }
        switch clinux_ofd_lock(file.number, false) {
        case 0:
            defer { _ = clinux_ofd_unlock(file.number) }
            writeHolder()
            return try body()
        case EAGAIN:
            let held = try waitForLock(deadline: deadline)
            defer {
                _ = clinux_ofd_unlock(held)
                close(held)
            }
            writeHolder()
            return try body()
        case let code: throw KeychainError.system("lock", path, errno: code)
        }
    }

    /// Returns a descriptor that holds the lock. It is a separate open file: after a timeout, the waiting thread's lock and unlock
    /// must not affect the lock of the next writer in this process.
    private func waitForLock(deadline: DispatchTime) throws(KeychainError) -> Int32 {
        let descriptor = try Descriptor(openingOwn: path, O_RDWR).release()
        let now = DispatchTime.now()
        let left = deadline > now ? (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 : 0
        switch clinux_ofd_lock_within(descriptor, Int64(clamping: left)) {
        case 0: return descriptor
        case ETIMEDOUT: throw busy
        case let code:
            close(descriptor)
            throw .system("lock", path, errno: code)
        }
    }

    /// Writes the holder's process to the file, for the error of others whose timeout expires.
    ///
    /// What an earlier holder has left behind the line counts as nothing. The file is not truncated: a keychain's commit counter is further
    /// behind (``CounterRecord/offset``).
    private func writeHolder() {
        let text = "\(getpid()) \(CommandLine.arguments.first ?? "?")".utf8.prefix(200) + Array("\n".utf8)
        let bytes = Array(text)
        var known = [UInt8](repeating: 0, count: bytes.count)
        if pread(file.number, &known, known.count, 0) == known.count, known == bytes { return }
        // A failure here only affects that error's text, and must not prevent the write.
        _ = pwrite(file.number, bytes, bytes.count, 0)
    }

    private var busy: KeychainError {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = max(0, pread(file.number, &buffer, buffer.count, 0))
        let holder = String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)
        let words = holder.split(separator: " ", maxSplits: 1)
        let name = words.count == 2 ? "process \(words[0]) (\(words[1]))" : "another process"
        return KeychainError(
            .notAvailable, "\(name) has been writing to the keychain for too long",
            remedy: "end it, or try again when it is done")
    }
}
