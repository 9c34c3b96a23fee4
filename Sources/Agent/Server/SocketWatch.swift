import CLinux
import Glibc
import KeychainServices

/// An inotify(7) watch on the socket and its directory: nothing wakes up until one of them is removed.
final class SocketWatch: Sendable {
    let descriptor: Int32
    private let path: String

    /// - Parameter path: the path of the socket.
    init(path: String) throws(KeychainError) {
        self.path = path
        descriptor = try .valid(clinux_inotify(), "watch its socket")
        renew()
    }

    deinit { close(descriptor) }

    /// Watches the directory that is there now, and the one above it, in which it would be made again.
    func renew() {
        var directory = path[...]
        for _ in 0..<2 {
            guard let slash = directory.lastIndex(of: "/"), slash != directory.startIndex else { return }
            directory = directory[..<slash]
            clinux_inotify_watch_removal(descriptor, String(directory))
        }
    }

    /// Consumes the events.
    func acknowledge() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
