import Dispatch
import FaultModel
import Foundation
import TestSupport
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// A writer that is killed loses nothing that it was told is stored.
@Suite(.serialized) struct KillTests {
    @Test func killedWriterKeepsEveryAcknowledgedWrite() throws {
        let directory = try TemporaryDirectory()
        let root = directory("root")
        var model = WriterModel()
        var acknowledged = 0
        var killedWhileWriting = 0
        for round in 0..<Rounds.of(200, "SIGKILL of a writer") {
            let (last, opened) = try writeAndKill(root, from: model.count, round: round)
            acknowledged += last - model.count
            let found = try state(root)
            var possible = WriterModel(after: last)
            if found != possible.items {
                // The write under way when the process was killed may have happened.
                possible.perform()
                killedWhileWriting += 1
                try #require(found == possible.items, "round \(round) lost something")
            }
            try #require(!opened || last >= model.count)
            model = possible
            try #require(try integrity(root) == "ok", "round \(round)")
        }
        print(
            "SIGKILL of a writer: \(acknowledged) acknowledged writes, \(killedWhileWriting) more were stored unacknowledged"
        )
        #expect(acknowledged > 0)
    }

    /// Lets a writer run for a random time, which is what this test is about, and returns the last write it acknowledged.
    private func writeAndKill(_ root: String, from start: Int, round: Int) throws -> (last: Int, opened: Bool) {
        let helper = try Helper(["write", root, "\(start)"])
        var lines: [String] = []
        // Every fourth round ends while the keychain is opened and its log recovered.
        if round % 4 != 3 {
            for _ in 0...Int.random(in: 0...120) {
                guard let line = helper.line() else { break }
                lines.append(line)
            }
        }
        let pause = DispatchTimeInterval.microseconds(.random(in: 0...(round % 4 == 3 ? 60_000 : 3_000)))
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause)
        helper.kill()
        lines += helper.remainingLines()
        #expect(helper.exitCode == 128 + 9, "\(lines.last ?? "nothing said")")
        return (lines.last.flatMap { Int($0) } ?? start, !lines.isEmpty)
    }

    private func state(_ root: String) throws -> [String: String] {
        try openFresh(root).secrets()
    }

    /// A passcode change re-wraps the items batch by batch; killed in between, the next unlock goes on with it.
    @Test func killedPasscodeChangeIsFinishedByTheNextUnlock() throws {
        let directory = try TemporaryDirectory()
        let template = directory("template")
        let accounts = (0..<1500).map { "account \($0)" }
        do {
            let keychain = try openFresh(template)
            try keychain.add(
                contentsOf: accounts.map {
                    NewItem(.genericPassword, [.account: .string($0), .service: "faults"], data: Data($0.utf8))
                })
            keychain.close()
        }
        for round in 0..<Rounds.of(40, "SIGKILL of a passcode change") {
            let root = directory("round-\(round)")
            try FileManager.default.copyItem(atPath: template, toPath: root)
            let wasSet = try setPasscodeAndKill(root)
            let keychain = try openFresh(root)
            if try keychain.lockState() != .noPasscode {
                try keychain.unlock(passcode: passcode("1234"))
                #expect(try keychain.store.keys.keybag.retiredClassKeys.isEmpty)
            } else {
                #expect(!wasSet)
            }
            #expect(try keychain.secrets() == Dictionary(uniqueKeysWithValues: accounts.map { ($0, $0) }))
            keychain.close()
            #expect(try integrity(root) == "ok")
            try FileManager.default.removeItem(atPath: root)
        }
    }

    private func setPasscodeAndKill(_ root: String) throws -> Bool {
        let helper = try Helper(["set-passcode", root, "1234"])
        var lines: [String] = []
        for _ in 0...Int.random(in: 0...3) {
            if let line = helper.line() { lines.append(line) }
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(.random(in: 0...60_000)))
        helper.kill()
        lines += helper.remainingLines()
        return lines.contains("set")
    }
}
