import CLinux
import Foundation
import Glibc
import KeychainServices
import LinuxSupport

/// The directory in which the system service keeps the data of one account.
///
/// ```
/// root/       the keychains
/// incoming/   keychains that are being moved here
/// arrived/    keychains that are complete, and replace root/ at the next start
/// lock        held by the process that serves the account
/// ```
package final class AccountDirectory: Sendable {
    package let path: String
    /// The directory of the keychains.
    package var root: KeychainRoot { KeychainRoot(path: path + "/root") }
    private let lock: Int32

    /// Waits until no other process serves the account, and completes a move that was begun.
    ///
    /// - Throws: `.notAvailable` if another process still serves it, or the directory cannot be used or belongs to
    ///   another account than that of the service.
    package init(_ path: String) throws(KeychainError) {
        self.path = path
        for directory in [(path as NSString).deletingLastPathComponent, path] {
            if mkdir(directory, 0o700) == 0 {
                try Self.synchronize((directory as NSString).deletingLastPathComponent)
            } else if errno != EEXIST {
                throw .ofSystem("make the directory “\(directory)”")
            }
        }
        try KeychainRoot.checkDirectory(path)
        lock = try Descriptor(openingOwn: path + "/lock", O_RDWR | O_CREAT).release()
        let error = clinux_ofd_lock_within(lock, Self.timeout)
        guard error == 0 else {
            // After that the descriptor belongs to the thread that still waits.
            if error != ETIMEDOUT { close(lock) }
            throw .ofSystem("wait for the end of another process that has “\(path)”", errno: error)
        }
        try settle()
    }

    deinit { close(lock) }

    /// The milliseconds that the end of another process may take.
    private static let timeout: Int64 = 30_000

    /// Puts keychains that have arrived in their place. Interrupted at any point, it is completed the next time.
    private func settle() throws(KeychainError) {
        remove(Self.incoming)
        let (arrived, root, before) = (path + "/" + Self.arrived, path + "/root", path + "/before")
        let hasArrived = access(arrived, F_OK) == 0
        // Not known is not “no”: what is stored now would be replaced later.
        guard hasArrived || errno == ENOENT else { throw .ofSystem("look for “\(arrived)”") }
        if hasArrived {
            remove("before")
            if rename(root, before) != 0, errno != ENOENT { throw .ofSystem("move “\(root)”") }
            guard rename(arrived, root) == 0 else { throw .ofSystem("move “\(arrived)”") }
            try Self.synchronize(path)
        }
        remove("before")
    }

    // MARK: - Arrival

    private static let incoming = "incoming"
    private static let arrived = "arrived"

    /// The directory for files that are being moved here.
    var incoming: KeychainRoot { KeychainRoot(path: path + "/" + Self.incoming) }

    /// Makes an empty ``incoming``.
    func makeIncoming() throws(KeychainError) {
        remove(Self.incoming)
        for directory in ["", "/keychains", "/audit", "/former-keys"] where mkdir(incoming.path + directory, 0o700) != 0
        {
            throw .ofSystem("make a directory for the keychains that arrive")
        }
    }

    /// Makes the files in ``incoming`` replace the keychains at the next start. Durable when this returns.
    func commitIncoming() throws(KeychainError) {
        let path = incoming.path
        for directory in ["", "/keychains", "/audit", "/former-keys"] {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path + directory) else {
                throw KeychainError(.notAvailable, "cannot list what has arrived", remedy: "check the disk")
            }
            for name in names { try Self.synchronize(path + directory + "/" + name) }
        }
        try Self.synchronize(path)
        let arrived = self.path + "/" + Self.arrived
        guard rename(path, arrived) == 0 else { throw .ofSystem("keep what has arrived") }
        do throws(KeychainError) {
            try Self.synchronize(self.path)
        } catch {
            // The sender is told that the move has failed, so it must have.
            guard rename(arrived, path) == 0 else { return }
            try? Self.synchronize(self.path)
            throw error
        }
    }

    func removeIncoming() { remove(Self.incoming) }

    private static func synchronize(_ path: String) throws(KeychainError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw .ofSystem("open “\(path)”") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .ofSystem("make “\(path)” durable") }
    }

    private func remove(_ name: String) { try? FileManager.default.removeItem(atPath: path + "/" + name) }
}
