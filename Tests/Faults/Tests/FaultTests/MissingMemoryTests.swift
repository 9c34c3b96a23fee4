import Foundation
import TestSupport
import Testing

/// The command line where libsodium gets no memory or no random bytes: an error with a reason, never a signal.
@Suite(.serialized) struct MissingMemoryTests {
    private func run(
        _ kind: String, at call: Int, _ words: [String], _ directory: TemporaryDirectory, input: String = ""
    ) throws -> (status: Int32, complaint: String) {
        var variables = ProcessInfo.processInfo.environment
        variables.merge([
            "LD_PRELOAD": BuiltPrograms.path("libFaultShim.so"), "FAULT_KIND": kind, "FAULT_AT": "\(call)",
            "FAULT_LASTS": "1", "FAULT_DIRECTORY": directory("nowhere"), "FAULT_COUNT": directory("count"),
            "CHATELAINE_HOME": directory("home"),
        ]) { $1 }
        let errors = directory("errors")
        try Data().write(to: URL(fileURLWithPath: errors))
        let status = try ChildProcess.run(
            [BuiltPrograms.path("chatelaine")] + words, variables: variables, input: input, errors: .file(errors)
        ).status
        return (status, try String(contentsOfFile: errors, encoding: .utf8))
    }

    @Test(
        arguments: ["MEMORY", "RANDOM"],
        [["set", "mail", "alice", "-g", "chatelaine"], ["get", "mail", "alice", "-g", "chatelaine"], ["status"]])
    func isAnError(kind: String, words: [String]) throws {
        let directory = try TemporaryDirectory()
        #expect(try run("NONE", at: 0, ["set", "mail", "alice"], directory, input: "secret").status == 0)
        #expect(try run(kind, at: 0, words, directory, input: "other").status == 0)
        let text = try String(contentsOfFile: directory("count"), encoding: .utf8)
        let calls = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(calls > 0 || kind == "RANDOM")
        for at in Rounds.positions(1..<calls + 1, "\(kind) \(words)") {
            let (status, complaint) = try run(kind, at: at, words, directory, input: "other")
            #expect((0...1).contains(status), "\(kind) \(words), call \(at): \(status) \(complaint)")
            if status != 0 { #expect(complaint.contains("next: "), "\(kind) \(words), call \(at): \(complaint)") }
        }
        // Nothing was lost.
        #expect(try run("NONE", at: 0, ["get", "mail", "alice"], directory).status == 0)
    }
}
