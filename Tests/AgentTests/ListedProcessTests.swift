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

    private func security(_ agent: AgentProcess, _ words: String...) throws -> Int32 { try security(agent, words) }

    private func security(_ agent: AgentProcess, _ words: [String]) throws -> Int32 {
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
        #expect(try probe(copy, "portable-state", path, in: agent) == "locked\n")
    }

    /// The program at a path is the one that was there when the list was made, and none if there was none.
    @Test func whoComesToANamedPathLaterGetsNothing() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let (late, password) = (directory("bin/late"), ["unlock-keychain", "-p", "sesame", path])
        let add = ["add-generic-password", "-U", "-a", "kim", "-s", "shop", "-w", "x", "-T", late, path]
        #expect(try security(agent, "create-keychain", "-p", "sesame", path) == 0)
        #expect(try security(agent, add) == 0)
        _ = try tool("late")
        #expect(try probe(late, "portable-state", path, in: agent) == "locked\n")
        // The agent knows it by now. Neither an unlock, nor a restart, nor a change of the lists makes it the one that was named.
        let partitions = ["set-generic-password-partition-list", "-a", "kim", "-S", "apple:", "-k", "sesame", path]
        for (round, command) in [password, partitions, password].enumerated() {
            #expect(try security(agent, command) == 0)
            #expect(try probe(late, "portable-state", path, in: agent) == "locked\n", "round \(round)")
            #expect(try security(agent, "lock-keychain", path) == 0)
        }
        // Named again, it is.
        #expect(try security(agent, password) == 0)
        #expect(try security(agent, add) == 0)
        #expect(try probe(late, "portable-state", path, in: agent) == "unlocked\n")
        #expect(try security(agent, "lock-keychain", path) == 0)
        #expect(try security(agent, password) == 0)
        #expect(try probe(late, "portable-state", path, in: agent) == "unlocked\n")

        // Another file in its place, and through a link or a namespace the same file under another name.
        let copy = try tool("copy")
        #expect(try probe(copy, "portable-state", path, in: agent) == "locked\n")
        let inNamespace = try AgentProcess.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", late, "portable-state", path], home: agent.home
        )
        #expect(!inNamespace.text.contains("unlocked"))
        let bound = "mount --bind \(copy) \(late) && exec \(late) portable-state \(path)"
        let inMount = try AgentProcess.run(
            "/usr/bin/unshare", ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", bound], home: agent.home)
        #expect(!inMount.text.contains("unlocked"))
        try append(to: copy)
        try FileManager.default.removeItem(atPath: late)
        try FileManager.default.createSymbolicLink(atPath: late, withDestinationPath: copy)
        #expect(try probe(late, "portable-state", path, in: agent) != "unlocked\n")
        try FileManager.default.removeItem(atPath: late)
        try FileManager.default.moveItem(atPath: copy, toPath: late)
        #expect(try probe(late, "portable-state", path, in: agent) != "unlocked\n")
        #expect(try security(agent, password) == 0)
        #expect(try probe(late, "portable-state", path, in: agent) != "unlocked\n")
    }

    /// A list that names a link names nothing, whatever the link becomes.
    @Test func aLinkThatIsNamedIsNobody() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let (signer, link) = (try tool("signer"), directory("bin/link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: signer)
        #expect(try probe(link, "portable-state", path, in: agent) == "failed: -25294\n")
        #expect(try security(agent, "create-keychain", "-p", "sesame", path) == 0)
        let maker = try tool("maker")
        #expect(try probe(maker, "portable-unlock", path, "sesame", in: agent) == "unlocked\n")
        #expect(try probe(maker, "portable-list", path, link, in: agent) == "done\n")
        #expect(try probe(link, "portable-state", path, in: agent) == "locked\n")
        try FileManager.default.removeItem(atPath: link)
        try ChildProcess.copy(Built.probe, to: link)
        #expect(try security(agent, "unlock-keychain", "-p", "sesame", path) == 0)
        #expect(try probe(link, "portable-state", path, in: agent) == "locked\n")
        #expect(try probe(maker, "portable-state", path, in: agent) == "unlocked\n")
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
