import Foundation
import Glibc
import TestSupport
import Testing

/// A process of the helper, talked to line by line.
final class Helper {
    let process: ChildProcess

    /// The helper, which lies next to the tests, as the preloaded library does.
    static let path = BuiltPrograms.path("fault-helper")

    /// - Parameter prefix: a program that runs the helper, with its arguments.
    init(_ arguments: [String], prefix: [String] = [], environment: [String: String] = [:], removing: [String] = [])
        throws
    {
        var variables = ProcessInfo.processInfo.environment
        for name in removing { variables[name] = nil }
        process = try ChildProcess(
            prefix + [Self.path] + arguments, variables: variables.merging(environment) { $1 }, input: .piped)
    }

    /// The next line of output, or nil at the end of it. A line that a killed process did not finish is not said.
    func line() -> String? { process.line() }

    func expect(_ expected: String) throws {
        let found = line()
        try #require(found == expected)
    }

    func send(_ text: String = "") { process.write(text + "\n") }

    func closeInput() { process.closeInput() }

    func kill() { process.send(SIGKILL) }

    /// All lines that are left, once the process has ended.
    func remainingLines() -> [String] {
        // A line that a killed process did not finish is not said.
        let lines = process.text().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        process.wait()
        return lines.map(String.init)
    }

    /// Exit code, or 128 and the signal.
    var exitCode: Int32 {
        let status = process.wait()
        return status < 0 ? 128 - status : status
    }

    /// Runs to the end.
    static func run(
        _ arguments: [String], prefix: [String] = [], environment: [String: String] = [:], removing: [String] = []
    ) throws -> (lines: [String], exitCode: Int32) {
        let helper = try Helper(arguments, prefix: prefix, environment: environment, removing: removing)
        helper.closeInput()
        let lines = helper.remainingLines()
        return (lines, helper.exitCode)
    }
}

/// Runs a program of the system.
@discardableResult
func runTool(_ arguments: [String]) throws -> (text: String, exitCode: Int32) {
    let (text, status) = try ChildProcess.run(["/usr/bin/env"] + arguments, errors: .piped)
    return (text, status < 0 ? 128 - status : status)
}
