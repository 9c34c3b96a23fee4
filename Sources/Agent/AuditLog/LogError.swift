import Glibc

/// The reason for which the log cannot be opened or written.
package enum LogError: Error, Hashable, Sendable {
    /// The key does not have 32 bytes.
    case invalidKey
    case outOfMemory
    /// Another process, or another part of this one, has the log open.
    case inUse(String)
    /// The directory is a symbolic link, belongs to another user, or others can write to it; the text is its path.
    case untrustedDirectory(String)
    /// A system call failed: the attempted action, and the errno value. Unwritten entries are kept, up to 1 MiB.
    case system(String, Int32)
    /// The records are written, but the head could not be stored; the next flush tries again.
    case headNotStored(String)

    /// Returns the error of the system call that has just failed.
    static func failed(_ action: String) -> LogError { .system(action, errno) }
}

extension LogError: CustomStringConvertible {
    /// The reason, and a remedy if there is one.
    package var description: String {
        switch self {
        case .invalidKey: "the key of the audit log must have 32 bytes"
        case .outOfMemory: "there is not enough guarded memory for the audit log"
        case .inUse(let path): "the audit log in “\(path)” is in use by another process; end that process first"
        case .untrustedDirectory(let path):
            "“\(path)” cannot hold the audit log: it must be a directory that belongs to this user and that no other user can write to"
        case .system(let action, let code): "cannot \(action) the audit log: \(String(cString: strerror(code)))"
        case .headNotStored(let reason): "the head of the audit log could not be stored: \(reason)"
        }
    }
}
