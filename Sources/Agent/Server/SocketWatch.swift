import CLinux
import Glibc
import KeychainServices

/// Notices that the socket, or the directory that it is in, was taken away: inotify(7), so that nothing wakes up until then.
final class SocketWatch: Sendable {
    let descriptor: Int32
    private let path: String

    /// - Parameter path: of the socket.
    init(path: String) throws(KeychainError) {
        self.path = path
        descriptor = try .valid(clinux_inotify(), "watch its socket")
        renew()
    }

    deinit { close(descriptor) }

    /// Watches the directory that is there now, and the one above it, where it would be made again.
    func renew() {
        var directory = path[...]
        for _ in 0..<2 {
            guard let slash = directory.lastIndex(of: "/"), slash != directory.startIndex else { return }
            directory = directory[..<slash]
            clinux_inotify_watch_removal(descriptor, String(directory))
        }
    }

    /// Takes notice of what was told.
    func acknowledge() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
