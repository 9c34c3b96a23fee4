import Foundation
import Glibc

/// Functions to run programs and time them.
enum ChildProcess {
    /// Runs this executable as a child, for measurements that need a process which has done nothing else before.
    ///
    /// - Returns: the integers that it prints.
    static func numbers(_ arguments: [String]) throws -> [Int] {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        return try numbers([own] + arguments, input: "")
    }

    /// Runs a command with a short `input` on its standard input.
    ///
    /// - Returns: the integers that it prints.
    static func numbers(_ command: [String], input: String) throws -> [Int] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        let (source, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (source, output)
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try source.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError(command.joined(separator: " ")) }
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }

    /// Runs a command with a short `input` on its standard input and its output discarded. Returns the nanoseconds from start to end.
    static func time(_ command: [String], input: String) throws -> (time: Int64, status: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("pipe") }
        _ = Array(input.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let start = monotonicNow()
        guard posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw BenchError("cannot run \(command[0])")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return (monotonicNow() - start, status)
    }
}
