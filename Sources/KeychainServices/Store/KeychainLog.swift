import Glibc
import Synchronization

/// The write-ahead logs of keychains: what a copy of a keychain's file alone would lack.
///
/// A program that stays moves a log to its file from time to time, and the agent when there was a pause. A command, after which its user
/// may copy the file, moves it at every commit: a command that is killed leaves no more in the log than its last change.
package enum KeychainLog {
    private static let movesAtOnce = Atomic(false)

    static var isMovedAtOnce: Bool { movesAtOnce.load(ordering: .relaxed) }

    /// Has every commit to a keychain that this process opens from now on move the log to the file, as far as no reader holds it back.
    package static func moveAtEveryCommit() { movesAtOnce.store(true, ordering: .relaxed) }

    /// Moves the logs of those keychains below a root to their files that this process has changed since their logs were last moved.
    /// Readers are not waited for: what they hold back is moved by the next call.
    package static func moveChanges(in root: KeychainRoot) { StoreRegistry.shared.moveChanges(in: root) }

    /// Moves the logs of all keychains that this process has open to their files, and closes these until their next use. Readers of other
    /// processes are not waited for.
    package static func closeAll() { StoreRegistry.shared.closeAll() }
}

extension KeychainRoot {
    /// A log that is not empty: its file alone may lack the last changes.
    package struct Log: Hashable, Sendable {
        /// The path of the log. Without its last four letters it is that of the keychain.
        package let path: String
        /// The size in bytes.
        package let size: Int
    }

    /// The logs of keychains under this root that are not empty, by the names of the keychains.
    package var logs: [Log] {
        keychainNames.compactMap { name in
            let path = keychainPath(named: name) + Self.logSuffix
            var status = stat()
            guard lstat(path, &status) == 0, status.st_size > 0 else { return nil }
            return Log(path: path, size: Int(status.st_size))
        }
    }

    /// The ending of the name of a write-ahead log.
    private static let logSuffix = "-wal"
}
