import Foundation
import TestSupport
import Testing

/// Access lists as scripts set them, with an agent and programs that are processes.
@Suite(.timeLimit(.minutes(60))) struct ListedProcessTests {
    private let directory: TemporaryDirectory
    private var path: String { directory("build.keychain-db") }

    init() throws { directory = try TemporaryDirectory(mode: 0o700) }

    private func tool(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: directory("bin"), withIntermediateDirectories: true)
        try ChildProcess.copy(Built.probe, to: directory("bin/\(name)"))
        return directory("bin/\(name)")
    }

    private func probe(_ tool: String, _ words: String..., in agent: AgentProcess) throws -> String {
        try AgentProcess.run(tool, words, home: agent.home).text
    }

    private func security(_ agent: AgentProcess, _ words: String...) throws -> Int32 {
        try AgentProcess.run(Built.chatelaine, ["security"] + words, home: agent.home).status
    }

    private func append(to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0]))
        try handle.close()
    }

    @Test func aScriptNamesAToolAndWhatReplacesItGetsNothing() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let (signer, copy, late) = (try tool("signer"), try tool("copy"), directory("bin/late"))
        #expect(try security(agent, "create-keychain", "-p", "sesame", path) == 0)
        for tool in [signer, copy] { #expect(try probe(tool, "portable-state", path, in: agent) == "locked\n") }
        // The agent has not seen the last one, which is not there yet.
        #expect(
            try security(
                agent, "add-generic-password", "-a", "kim", "-s", "shop", "-w", "x", "-T", signer, "-T", late, path)
                == 0)
        #expect(try probe(signer, "portable-state", path, in: agent) == "unlocked\n")
        #expect(try probe(copy, "portable-state", path, in: agent) == "locked\n")
        #expect(try probe(tool("late"), "portable-state", path, in: agent) == "locked\n")
        #expect(try probe(signer, "portable-list", path, copy, in: agent) == "failed: -25308\n")
        #expect(try probe(copy, "portable-list", path, copy, in: agent) == "failed: -25308\n")
        #expect(try probe(copy, "portable-state", path, in: agent) == "locked\n")

        try append(to: signer)
        #expect(try probe(signer, "portable-state", path, in: agent) != "unlocked\n")
        #expect(try security(agent, "lock-keychain", path) == 0)
        #expect(try security(agent, "unlock-keychain", "-p", "sesame", path) == 0)
        #expect(try probe(signer, "portable-state", path, in: agent) != "unlocked\n")
        // A path at which the agent knew no program is that of the first one that ran there, from the next unlock on.
        #expect(try probe(late, "portable-state", path, in: agent) == "unlocked\n")
        #expect(try probe(copy, "portable-state", path, in: agent) == "locked\n")
    }

    @Test func thePasswordInTheCallMakesListsCount() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let signer = try tool("signer")
        #expect(try security(agent, "create-keychain", "-p", "sesame", path) == 0)
        #expect(try security(agent, "add-generic-password", "-a", "kim", "-s", "shop", "-w", "x", "-A", path) == 0)
        #expect(try probe(signer, "portable-state", path, in: agent) == "unlocked\n")
        #expect(try security(agent, "lock-keychain", path) == 0)
        #expect(try probe(signer, "portable-state", path, in: agent) == "locked\n")
        let command = ["set-key-partition-list", "-S", "apple-tool:,apple:", "-s", "-k"]
        for (password, status, state) in [("guess", Int32(51), "locked\n"), ("sesame", 0, "unlocked\n")] {
            let run = try AgentProcess.run(
                Built.chatelaine, ["security"] + command + [password, path], home: agent.home)
            #expect(run.status == status)
            #expect(try probe(signer, "portable-state", path, in: agent) == state)
        }
    }

    /// Nobody is there who could agree to open the group of the command line.
    @Test func onTheDevicesKeychainAScriptNamesNobody() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let signer = try tool("signer")
        #expect(try probe(signer, "portable-state", path, in: agent) == "failed: -25294\n")
        _ = try AgentProcess.run(signer, ["count", "-", "shop", "kim"], home: agent.home)
        let add = ["add-generic-password", "-a", "kim", "-s", "shop", "-w", "x", "-T"]
        let refused = try AgentProcess.run(Built.chatelaine, ["security"] + add + [signer], home: agent.home)
        #expect(refused.status == 36)
        #expect(try security(agent, "find-generic-password", "-a", "kim") == 44)
        #expect(try AgentProcess.run(Built.chatelaine, ["security"] + add + [""], home: agent.home).status == 0)
        #expect(try security(agent, "find-generic-password", "-a", "kim") == 0)
        let read = try AgentProcess.run(signer, ["read", "chatelaine", "shop", "kim"], home: agent.home)
        #expect(read.status == 1 && !read.text.contains("x\n"))
    }
}
