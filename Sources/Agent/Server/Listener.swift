import CLinux
import Foundation
import Glibc
import KeychainServices
import Synchronization

/// The listening socket of an agent, and the lock that keeps a second agent away.
final class Listener: Sendable {
    let descriptor: Int32
    let path: String
    private let lock: Int32
    /// The file of the socket.
    private let socketFile: FileNumbers?
    /// A descriptor to give up when there is no other.
    private let spare: Mutex<Int32>
    /// Whether the socket was made by a service manager, which then keeps it.
    private let isInherited: Bool

    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - inherited: a socket that listens already, or `nil`.
    ///   - lockPath: the file that keeps a second agent away; `nil` for one next to the socket.
    /// - Throws: `.notAvailable` if another agent is there, or the socket cannot be made.
    convenience init(path: String, inherited: Int32? = nil, lockPath: String? = nil) throws(KeychainError) {
        // A service manager's directory is the service manager's business.
        if inherited == nil || lockPath == nil { try Self.makeDirectory(of: path) }
        try self.init(path: path, inherited: inherited, lock: Self.takeLock(lockPath ?? path + ".lock"))
    }

    /// Replaces a listener whose socket was taken away.
    convenience init(path: String, replacing gone: Listener) throws(KeychainError) {
        try Self.makeDirectory(of: path)
        // The old lock's file may have gone with the socket, and another agent may have come.
        let isStillThere = gone.holdsLock
        let lock = isStillThere ? fcntl(gone.lock, F_DUPFD_CLOEXEC, 0) : try Self.takeLock(path + ".lock")
        guard lock >= 0 else { throw .ofSystem("keep its lock") }
        try self.init(path: path, inherited: nil, lock: lock)
    }

    private var holdsLock: Bool {
        var (own, named) = (stat(), stat())
        return fstat(lock, &own) == 0 && lstat(path + ".lock", &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }

    private init(path: String, inherited: Int32?, lock: Int32) throws(KeychainError) {
        self.path = path
        self.lock = lock
        isInherited = inherited != nil
        if let inherited {
            descriptor = inherited
        } else {
            // With the lock held no agent listens there: a file that is left is the socket of an agent that was killed.
            unlink(path)
            let made = clinux_unix_listen(path, 128)
            guard made >= 0 else {
                close(lock)
                throw .ofSystem("listen at “\(path)”", errno: -made)
            }
            descriptor = made
        }
        socketFile = FileNumbers(path)
        spare = Mutex(fcntl(lock, F_DUPFD_CLOEXEC, 0))
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let error = clinux_receive_credentials(descriptor)
        guard error == 0 else { throw .ofSystem("learn who sends", errno: error) }
    }

    deinit {
        if !isInherited, isOurs { unlink(path) }
        close(descriptor)
        spare.withLock { if $0 >= 0 { _ = close($0) } }
        close(lock)
    }

    /// Whether the socket is still there under its name.
    var isOurs: Bool { FileNumbers(path) == socketFile }

    private static func makeDirectory(of path: String) throws(KeychainError) {
        let directory = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw KeychainError(
                .notAvailable, "cannot make the directory “\(directory)” for the agent's socket",
                remedy: "set XDG_RUNTIME_DIR to a directory of your own")
        }
        var status = stat()
        guard stat(directory, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw KeychainError(
                .notAvailable, "the directory “\(directory)” of the agent's socket can be written by others",
                remedy: "let it belong to you, with mode 0700")
        }
    }

    private static func takeLock(_ path: String) throws(KeychainError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .ofSystem("lock “\(path)”") }
        guard clinux_ofd_lock(descriptor, false) == 0 else {
            let holder = pid(in: descriptor)
            close(descriptor)
            throw KeychainError(
                .notAvailable, "another agent\(holder.map { " (process \($0))" } ?? "") is there already",
                remedy: "use that one, or end it first")
        }
        // For people and for the message above; only the lock counts.
        ftruncate(descriptor, 0)
        let text = Array("\(getpid())\n".utf8)
        _ = pwrite(descriptor, text, text.count, 0)
        return descriptor
    }

    private static func pid(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Returns the next connection, or `nil` if none waits.
    func accept() -> Int32? {
        while true {
            let accepted = clinux_accept(descriptor)
            if accepted >= 0 { return accepted }
            guard accepted == -EMFILE || accepted == -ENFILE, turnAway() else { return nil }
        }
    }

    /// Ends a connection that waits while there is no descriptor left: it would wait in vain, and the poller would deliver its event
    /// again and again.
    private func turnAway() -> Bool {
        spare.withLock { spare in
            if spare >= 0 { close(spare) }
            let accepted = clinux_accept(descriptor)
            if accepted >= 0 { close(accepted) }
            spare = fcntl(lock, F_DUPFD_CLOEXEC, 0)
            return accepted >= 0
        }
    }
}

/// The numbers by which a file differs from another of the same name.
private struct FileNumbers: Equatable {
    let device: dev_t
    let inode: ino_t

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
