import Foundation
import Glibc
import TestSupport
import Testing

/// What ends a change in the middle: a process that is killed before a call, and a disk that is full for one call or from one on.
enum ChangeFault: String, CaseIterable, Sendable {
    case kill, full, fullFromThenOn

    private var variables: [String: String] {
        ["FAULT_KIND": self == .kill ? "KILL" : "ENOSPC", "FAULT_LASTS": self == .fullFromThenOn ? "1" : "0"]
    }

    /// Runs the helper, of which one call on files below `root` fails so; none for call 0.
    ///
    /// - Returns: whether it has said that the change is done.
    func run(
        _ arguments: [String], at call: Int, _ root: String, _ directory: TemporaryDirectory, _ place: String
    ) throws -> Bool {
        let common = [
            "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_AT": "\(call)", "FAULT_DIRECTORY": root,
            "FAULT_COUNT": directory("count"),
        ]
        let result = try Helper.run(arguments, environment: common.merging(variables) { $1 })
        if self == .kill, call > 0 {
            #expect(result.exitCode == 128 + SIGKILL && result.lines.isEmpty, "\(place): \(result)")
        } else {
            #expect(result.exitCode == 0 || result.exitCode == 1 && result.lines.count == 1, "\(place): \(result)")
        }
        return result.lines == ["done"]
    }

    /// The number of calls in the last run that can fail so.
    static func numberOfCalls(_ directory: TemporaryDirectory) throws -> Int {
        let text = try String(contentsOfFile: directory("count"), encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
