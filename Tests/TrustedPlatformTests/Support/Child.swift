import Foundation
import Glibc

/// A process that a test has started, with its standard output in a pipe.
final class Child {
    let pid: pid_t
    private let output: Int32

    init(
        _ arguments: [String], environment: [String]? = nil, input: String? = nil, errors: String = "/dev/null"
    ) throws {
        var ends: [Int32] = [0, 0]
        // Not a pipe: other tests start processes at the same time, which must not get its ends, and pipe2() is not to be had.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Problem("socketpair") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let argv = arguments.map { strdup($0) } + [nil]
        let inherited = ProcessInfo.processInfo.environment.map { $0.key + "=" + $0.value }
        let envp = ((environment ?? []) + inherited).map { strdup($0) } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, arguments[0], &actions, nil, argv, envp)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Problem("\(arguments[0]): \(String(cString: strerror(code)))")
        }
        self.pid = pid
        output = ends[0]
    }

    deinit { close(output) }

    /// The next line of what it prints; the rest if it ends first. Waits ten seconds at most for each part.
    func line() throws -> String { try Self.line(from: output) }

    static func line(from descriptor: Int32) throws -> String {
        var bytes: [UInt8] = []
        while true {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10_000) > 0 else { throw Problem("nothing printed") }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1, byte != 10 else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// All that it prints.
    func text() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Waits for its end; its exit status, or 128 and the number of the signal.
    @discardableResult func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }
}
