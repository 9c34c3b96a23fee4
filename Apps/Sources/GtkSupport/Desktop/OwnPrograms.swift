import AgentClient
import Foundation
import Glibc

/// The programs that are installed with this one. They are found relative to this program, never by `PATH`.
public enum OwnPrograms {
    /// Returns the path of a program: next to this one, or in `PREFIX/bin` if this one is in `PREFIX/libexec/chatelaine`.
    ///
    /// - Returns: `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        firstPath(of: [name, "../libexec/chatelaine/\(name)", "../../bin/\(name)"], X_OK)
    }

    /// Returns the path of a file in the prefix of this program, such as `share/locale`.
    ///
    /// - Returns: `nil` if it does not exist.
    static func path(_ inPrefix: String) -> String? { firstPath(of: ["../\(inPrefix)", "../../\(inPrefix)"], R_OK) }

    /// Returns the first of some paths, relative to this program's directory, that allows the given use.
    private static func firstPath(of paths: [String], _ use: Int32) -> String? {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return paths.map { own.appendingPathComponent($0).standardized.path }.first { access($0, use) == 0 }
    }
}

/// A child process with data on its standard input.
public struct ChildProgram: Sendable {
    /// The process id.
    public let id: pid_t
    /// The descriptor of its standard output; to be closed.
    fileprivate let output: Int32

    /// Starts a program. Blocks until the program has read its input.
    ///
    /// - Parameters:
    ///   - words: the path and the arguments.
    ///   - input: the data for its standard input.
    ///   - isOfItsOwn: whether it runs in a session of its own, and so outlives this program.
    /// - Returns: `nil` if it cannot be started.
    public init?(_ words: [String], input: UnsafeRawBufferPointer, isOfItsOwn: Bool = false) {
        var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
        // A socket, not a pipe: a write without a reader must not end this program by a signal.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &toChild) == 0 else { return nil }
        guard socketpair(AF_UNIX, kind, 0, &fromChild) == 0 else {
            toChild.forEach { close($0) }
            return nil
        }
        let id = Self.spawn(words, input: toChild[1], output: fromChild[1], isOfItsOwn)
        close(toChild[1])
        close(fromChild[1])
        Self.send(input, to: toChild[0])
        close(toChild[0])
        guard let id else {
            close(fromChild[0])
            return nil
        }
        (self.id, output) = (id, fromChild[0])
    }

    private static func spawn(_ words: [String], input: Int32, output: Int32, _ isOfItsOwn: Bool) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID of <spawn.h>, which the C library's headers show only with _GNU_SOURCE.
        if isOfItsOwn { posix_spawnattr_setflags(&attributes, 0x80) }
        var arguments = words.map { strdup($0) } + [nil]
        let own = SecuredProcess.environmentForPrograms
        var variables = (own ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var (id, code) = (pid_t(), ENOENT)
        SecuredProcess.startingPrograms {
            let path = words.first ?? ""
            code =
                own == nil
                ? posix_spawn(&id, path, &actions, &attributes, &arguments, environ)
                : posix_spawn(&id, path, &actions, &attributes, &arguments, &variables)
        }
        return code == 0 ? id : nil
    }

    private static func send(_ input: UnsafeRawBufferPointer, to socket: Int32) {
        var rest = input[...]
        while !rest.isEmpty {
            let sent = Glibc.send(
                socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Blocks until the program has written its first line. Must be called only once.
    ///
    /// - Returns: `nil` if the program has ended or closed its standard output before.
    public func firstLine() -> String? {
        defer { close(output) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, line.count < 4096 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    /// Blocks until the program has closed its standard output. Must be called only once, and not with ``firstLine()``.
    ///
    /// - Parameter limit: the number of bytes at most.
    /// - Returns: what it has written; `nil` if that is more.
    public func output(limit: Int) -> Data? {
        defer { close(output) }
        var all = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while all.count <= limit {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return all }
            guard count > 0 || errno == EINTR else { return nil }
            if count > 0 { all += buffer[..<count] }
        }
        return nil
    }

    /// Blocks until the program has ended. Must be called only once.
    ///
    /// - Returns: the exit code; `nil` if a signal ended the program.
    @discardableResult public func wait() -> Int32? {
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }
}
