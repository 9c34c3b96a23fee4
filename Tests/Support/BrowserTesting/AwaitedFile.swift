import Foundation
import Glibc
import TestSupport

/// A file that another program will write into a directory.
final class AwaitedFile {
    private let path: String
    private let changes: Int32

    /// Watches from now on.
    init(_ name: String, in directory: String) throws {
        path = "\(directory)/\(name)"
        changes = inotify_init1(Int32(IN_CLOEXEC))
        guard inotify_add_watch(changes, directory, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            throw TestFailure("\(directory) cannot be watched")
        }
    }

    deinit { close(changes) }

    /// Waits at most two minutes until there is something in it.
    func text() throws -> String {
        while true {
            if let text = try? String(contentsOfFile: path, encoding: .utf8), !text.isEmpty { return text }
            var wanted = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 120_000) > 0 else { throw TestFailure("\(path) is not written") }
            var events = [UInt8](repeating: 0, count: 4_096)
            _ = read(changes, &events, events.count)
        }
    }
}
