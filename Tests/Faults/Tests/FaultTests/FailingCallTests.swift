import FaultModel
import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// A system call that fails leaves the old state or the new one, says so, and does no lasting harm.
@Suite(.serialized) struct FailingCallTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let kind: String
        let lasts: Bool
        var testDescription: String { lasts ? "\(kind) from the n-th call on" : "\(kind) once" }
    }

    static let faults = [
        Fault(kind: "ENOSPC", lasts: false), Fault(kind: "ENOSPC", lasts: true), Fault(kind: "EIO", lasts: false),
        Fault(kind: "EIO", lasts: true), Fault(kind: "EINTR", lasts: false), Fault(kind: "SHORT", lasts: false),
        Fault(kind: "READ", lasts: false), Fault(kind: "READ", lasts: true),
    ]

    @Test(arguments: faults) func anyFailingCallLeavesTheOldOrTheNewState(fault: Fault) throws {
        let directory = try TemporaryDirectory()
        let calls = try numberOfCalls(fault, directory)
        var harmless = 0
        for at in Rounds.positions(1..<calls + 1, "\(fault.testDescription)") {
            let root = directory("root-\(at)")
            let lines = try run(fault, at: at, root, directory)
            if !lines.contains(where: { $0.hasPrefix("error") }) { harmless += 1 }
            try checkAfterwards(
                root, possibleStates(lines, "\(fault.testDescription), call \(at)"),
                "\(fault.testDescription), call \(at)")
            try FileManager.default.removeItem(atPath: root)
        }
        print("\(fault.testDescription): \(calls) calls, \(harmless) of them without an error in any step")
        #expect(calls > 50)
    }

    /// How many calls there are that can fail in this way while nothing does.
    private func numberOfCalls(_ fault: Fault, _ directory: TemporaryDirectory) throws -> Int {
        let root = directory("root-0")
        let lines = try run(fault, at: 0, root, directory)
        #expect(!lines.contains { $0.hasPrefix("error") })
        try FileManager.default.removeItem(atPath: root)
        let text = try String(contentsOfFile: directory("count"), encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func run(_ fault: Fault, at call: Int, _ root: String, _ directory: TemporaryDirectory) throws -> [String] {
        let result = try Helper.run(
            ["scenario", root, fault.lasts ? "no" : "retry"],
            environment: [
                "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_KIND": fault.kind, "FAULT_AT": "\(call)",
                "FAULT_LASTS": fault.lasts ? "1" : "0", "FAULT_DIRECTORY": root, "FAULT_COUNT": directory("count"),
            ])
        #expect(result.exitCode == 0, "\(fault.testDescription), call \(call): \(result.lines)")
        #expect(result.lines.last == "end", "\(fault.testDescription), call \(call)")
        return result.lines
    }

    private static let statuses: Set<Int32> = [-25291, -25292, -36, -108, -25293, -25299, -25300, -25308]

    /// What the keychain may hold after the steps that the helper reported: a step that failed may have happened.
    private func possibleStates(_ lines: [String], _ place: String) -> Set<Scenario.State> {
        var states: Set<Scenario.State> = [.init()]
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            guard words.count >= 2, words[0] != "none", let step = Scenario.Step(rawValue: words[1]) else { continue }
            let after = Set(states.map { $0.after(step) })
            if words[0] == "ok" {
                states = after
            } else {
                states.formUnion(after)
                #expect(words.count == 4 && Self.statuses.contains(Int32(words[2]) ?? 0), "\(place): \(line)")
            }
        }
        return states
    }

    private func checkAfterwards(_ root: String, _ states: Set<Scenario.State>, _ place: String) throws {
        let keychain: Keychain
        do {
            keychain = try openFresh(root)
        } catch {
            Issue.record("\(place): cannot be opened any more: \(error)")
            return
        }
        let set = try Scenario.passcodes.first { try keychain.verify(passcode: passcode($0)) }
        if let set { try keychain.unlock(passcode: passcode(set)) }
        let items = try keychain.secrets().mapValues { Scenario.word($0) ?? "wrong" }
        let state = Scenario.State(items: items, passcode: set)
        #expect(states.contains(state), "\(place): \(state) is none of \(states)")
        try keychain.add("afterwards", "usable")
        #expect(try keychain.secret("afterwards") == "usable", "\(place)")
        keychain.close()
        #expect(try integrity(root) == "ok", "\(place)")
    }
}
