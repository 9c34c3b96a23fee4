import Glibc
import TestSupport
import Testing

/// An agent of the test's own, in the foreground; ended with the object.
final class RunningAgent {
    private let process: ChildProcess

    /// Returns when it listens.
    ///
    /// - Parameter words: what starts it, such as a program that limits it first.
    init(_ tool: CommandLineTool, by words: [String] = []) throws {
        let words = words + [CommandLineTool.executable, "agent"]
        process = try ChildProcess(words, variables: tool.variables, leadsSession: true)
        try process.expectLine("listening on ")
    }

    /// Ends it as a power cut does, as far as its files go.
    func kill() {
        process.send(SIGKILL)
        _ = process.wait()
    }

    /// Ends it as a service manager does, and gives its exit code.
    @discardableResult
    func end() -> Int32 {
        process.send(SIGTERM)
        return process.wait()
    }
}
