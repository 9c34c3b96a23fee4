import FaultModel
import Foundation
import TestSupport
import Testing

/// What ends in the middle of making or replacing a file leaves the old state or the new one, hides no other vault, and is taken up or replaced by
/// the next try.
@Suite(.serialized) struct FileChangeTests {
    /// A process that is killed before a call, and a disk that is full for one call or from one on.
    enum Fault: String, CaseIterable, Sendable {
        case kill, full, fullFromThenOn

        var variables: [String: String] {
            ["FAULT_KIND": self == .kill ? "KILL" : "ENOSPC", "FAULT_LASTS": self == .fullFromThenOn ? "1" : "0"]
        }
    }

    @Test(arguments: FileChange.allCases, Fault.allCases)
    func anyEndLeavesTheOldStateOrTheNew(change: FileChange, fault: Fault) throws {
        let directory = try TemporaryDirectory()
        let home = try ChangedHome(change)
        try home.make(directory("start"))
        let calls = try numberOfCalls(home, fault, directory)
        #expect(calls > 3, "\(change)")
        var found: [ChangedHome.State: Int] = [:]
        for at in Rounds.positions(1..<calls + 1, "\(change), \(fault)") {
            let place = "\(change), \(fault), call \(at)"
            let root = directory("root-\(at)")
            try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
            let isDone = try run(home, fault, at: at, root, directory, place)
            let state = try home.state(root)
            #expect(state == .before && !isDone || state == .after, "\(place): \(state)")
            #expect(try home.otherOpens(root), "\(place)")
            found[state, default: 0] += 1
            try tryAgain(home, after: state, root, place)
            try FileManager.default.removeItem(atPath: root)
        }
        print("\(change), \(fault): \(found[.before] ?? 0) before the change, \(found[.after] ?? 0) after it")
    }

    /// The number of calls that can fail so, while none does.
    private func numberOfCalls(_ home: ChangedHome, _ fault: Fault, _ directory: TemporaryDirectory) throws -> Int {
        let root = directory("root-0")
        try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
        #expect(try home.state(root) == .before)
        #expect(try run(home, fault, at: 0, root, directory, "\(home.change), \(fault), no call"))
        #expect(try home.state(root) == .after)
        let text = try String(contentsOfFile: directory("count"), encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Runs the helper, and returns whether it has said that the change is done.
    private func run(
        _ home: ChangedHome, _ fault: Fault, at call: Int, _ root: String, _ directory: TemporaryDirectory, _ place: String
    ) throws -> Bool {
        let variables = [
            "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_AT": "\(call)", "FAULT_DIRECTORY": root,
            "FAULT_COUNT": directory("count"),
        ]
        let result = try Helper.run(
            ["change-file", root, home.change.rawValue, home.key],
            environment: variables.merging(fault.variables) { $1 })
        if fault == .kill, call > 0 {
            #expect(result.exitCode == 128 + SIGKILL && result.lines.isEmpty, "\(place): \(result)")
        } else {
            #expect(result.exitCode == 0 || result.exitCode == 1 && result.lines.count == 1, "\(place): \(result)")
        }
        return result.lines == ["done"]
    }

    /// The next try does it, or says that it was done; nothing unfinished is left.
    private func tryAgain(_ home: ChangedHome, after state: ChangedHome.State, _ root: String, _ place: String) throws {
        let result = try Helper.run(["change-file", root, home.change.rawValue, home.key])
        #expect(result.lines == ["done"] || state == .after && result.exitCode == 1, "\(place), again: \(result)")
        #expect(try home.state(root) == .after, "\(place), again")
        #expect(try home.otherOpens(root), "\(place), again")
        let left = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains(".unfinished") }
        #expect(left.isEmpty || state == .after, "\(place), again: \(left)")
    }
}
