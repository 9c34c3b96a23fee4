import Foundation
import Glibc
import ProcessTesting
import Testing

/// An agent of the test's own, in the foreground; ended with the object.
final class RunningAgent {
    private let process: StartedProcess

    /// Returns when it listens.
    ///
    /// - Parameter words: what starts it, such as a program that limits it first.
    init(_ tool: CommandLineTool, by words: [String] = []) throws {
        let words = words + [CommandLineTool.executable, "agent"]
        let output = Pipe()
        let writing = output.fileHandleForWriting
        process = try StartedProcess(words, variables: tool.variables, leadsSession: true) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, writing.fileDescriptor, 1)
        }
        try writing.close()
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != 10 { line.append(byte) }
        let said = String(decoding: line, as: UTF8.self)
        try #require(said.hasPrefix("listening on "), "the agent does not listen: \(said)")
    }

    /// Ends it as a service manager does, and gives its exit code.
    @discardableResult
    func end() -> Int32 {
        process.send(SIGTERM)
        return process.wait()
    }
}
