import Foundation
import Glibc
import Testing

/// A process of the helper, talked to line by line.
final class Helper {
    let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var buffer: [UInt8] = []

    /// The directory of the test executable, which the helper and the preloaded library are in as well.
    static let directory: String = {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()
    static let path = directory + "/fault-helper"

    /// - Parameter prefix: a program that runs the helper, with its arguments.
    init(_ arguments: [String], prefix: [String] = [], environment: [String: String] = [:], removing: [String] = [])
        throws
    {
        let all = prefix + [Self.path] + arguments
        process.executableURL = URL(fileURLWithPath: all[0])
        process.arguments = Array(all.dropFirst())
        var variables = ProcessInfo.processInfo.environment
        for name in removing { variables[name] = nil }
        process.environment = variables.merging(environment) { $1 }
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    /// The next line of output, or nil at the end of it.
    func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let chunk = output.fileHandleForReading.availableData
            // A line that a killed process did not finish is not said.
            if chunk.isEmpty { return nil }
            buffer += chunk
        }
    }

    func expect(_ expected: String) throws {
        let found = line()
        try #require(found == expected)
    }

    func send(_ text: String = "") {
        // A helper that has ended is noticed by what it says.
        try? input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    }

    func closeInput() { try? input.fileHandleForWriting.close() }

    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    /// All lines that are left, once the process has ended.
    func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        process.waitUntilExit()
        return lines
    }

    /// Exit code, or 128 and the signal.
    var exitCode: Int32 {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
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
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
}
