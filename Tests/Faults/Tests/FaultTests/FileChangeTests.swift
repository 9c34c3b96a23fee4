import FaultModel
import Foundation
import TestSupport
import Testing

/// What ends in the middle of making or replacing a file leaves the old state or the new one, hides no other vault, and is taken
/// up or replaced by the next try.
@Suite(.serialized) struct FileChangeTests {
    @Test(arguments: FileChange.allCases, ChangeFault.allCases)
    func anyEndLeavesTheOldStateOrTheNew(change: FileChange, fault: ChangeFault) throws {
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
            let isDone = try fault.run(arguments(home, root), at: at, root, directory, place)
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
    private func numberOfCalls(_ home: ChangedHome, _ fault: ChangeFault, _ directory: TemporaryDirectory) throws -> Int
    {
        let root = directory("root-0")
        try FileManager.default.copyItem(atPath: directory("start"), toPath: root)
        #expect(try home.state(root) == .before)
        #expect(try fault.run(arguments(home, root), at: 0, root, directory, "\(home.change), no call"))
        #expect(try home.state(root) == .after)
        return try ChangeFault.numberOfCalls(directory)
    }

    private func arguments(_ home: ChangedHome, _ root: String) -> [String] {
        ["change-file", root, home.change.rawValue, home.key]
    }

    /// The next try does it, or says that it was done; nothing unfinished is left.
    private func tryAgain(_ home: ChangedHome, after state: ChangedHome.State, _ root: String, _ place: String) throws {
        let result = try Helper.run(arguments(home, root))
        #expect(result.lines == ["done"] || state == .after && result.exitCode == 1, "\(place), again: \(result)")
        #expect(try home.state(root) == .after, "\(place), again")
        #expect(try home.otherOpens(root), "\(place), again")
        let left = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.contains(".unfinished") }
        #expect(left.isEmpty || state == .after, "\(place), again: \(left)")
    }
}
