import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeychainServices

/// What is pulled away under an agent, and comes back.
@Suite(.serialized) struct AgentLocationTests {
    private func ask(_ session: Helper, _ line: String) -> String {
        session.send(line)
        return session.line() ?? "nothing said"
    }

    /// Asks until the answer is right, or ten seconds are over.
    private func ask(_ session: Helper, _ line: String, until expected: String) -> String {
        let start = DispatchTime.now()
        var answer = ask(session, line)
        while answer != expected, DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds < 10_000_000_000 {
            answer = ask(session, line)
        }
        return answer
    }

    @Test(.enabled(if: isRoot, "needs root, to mount file systems")) func fullDiskIsAStatusUntilThereIsRoom() throws {
        let mount = try Mount(size: "3m")
        let agent = try AgentProcess(home: mount.path)
        let session = try agent.helper("agent-session")
        try session.expect("open")
        #expect(ask(session, "add before 1") == "added")
        fill(mount.path + "/filler")
        var failure = ""
        // A log that has room left takes some more.
        for index in 0..<2000 where !failure.hasPrefix("error") {
            failure = ask(session, "add full\(index) " + String(repeating: "s", count: 2000))
        }
        #expect(
            failure.hasPrefix("error -25291 with advice") || failure.hasPrefix("error -34 with advice"), "\(failure)")
        #expect(ask(session, "get before") == "1")
        #expect(ask(session, "where") == "agent")
        unlink(mount.path + "/filler")
        #expect(ask(session, "add after 2") == "added")
        #expect(ask(session, "get after") == "2")
        agent.end()
    }

    private func fill(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, zeros, zeros.count) > 0 {}
        close(descriptor)
    }

    @Test(.enabled(if: isRoot, "needs root, to mount file systems")) func readOnlyRootIsAMessageUntilItCanBeWritten()
        throws
    {
        let mount = try Mount(size: "8m")
        try AgentProcess(home: mount.path).end()
        try mount.remount("ro")
        let refused = try runTool(["CHATELAINE_HOME=\(mount.path)", AgentProcess.program, "agent"])
        #expect(refused.exitCode != 0)
        #expect(refused.text.contains("Read-only") || refused.text.contains("cannot be written"), "\(refused.text)")
        try mount.remount("rw")
        let agent = try AgentProcess(home: mount.path)
        let session = try agent.helper("agent-session")
        try session.expect("open")
        #expect(ask(session, "add after 2") == "added")
        #expect(ask(session, "where") == "agent")
        agent.end()
    }

    @Test(arguments: ["run/agent.socket", "run"]) func socketThatIsRemovedIsMadeAgain(what: String) throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory("home"))
        let early = try agent.helper("agent-session")
        try early.expect("open")
        #expect(ask(early, "add early 1") == "added")
        // In one step: an agent creates its socket again before a directory is empty.
        try FileManager.default.moveItem(atPath: directory("home/" + what), toPath: directory("gone"))
        try FileManager.default.removeItem(atPath: directory("gone"))
        // Who is connected stays so.
        #expect(ask(early, "get early") == "1")
        #expect(ask(early, "where") == "agent")
        // A later client finds the same agent, without a restart.
        let late = try agent.helper("agent-session")
        try late.expect("open")
        #expect(ask(late, "where", until: "agent") == "agent")
        #expect(ask(late, "get early") == "1")
        agent.end()
    }

    // MARK: - An agent that comes and goes

    @Test func programFollowsTheAgent() throws {
        let directory = try TemporaryDirectory()
        let home = directory("home")
        let session = try Helper(["agent-session"], environment: ["CHATELAINE_HOME": home])
        try session.expect("open")
        #expect(ask(session, "add before 1") == "added")
        #expect(ask(session, "where").hasPrefix(home + "/data/"))
        let agent = try AgentProcess(home: home)
        for round in 0..<Rounds.of(5, "agents that come and go") {
            #expect(ask(session, "where", until: "agent") == "agent")
            #expect(ask(session, "get before") == "1")
            #expect(ask(session, "add during\(round) 2") == "added")
            agent.end()
            // Also the call that notices that the agent has gone is made, on the files.
            #expect(ask(session, "get during\(round)") == "2")
            #expect(ask(session, "where").hasPrefix(home + "/data/"))
            #expect(ask(session, "add without\(round) 3") == "added")
            try agent.start()
        }
        #expect(ask(session, "where", until: "agent") == "agent")
        #expect(ask(session, "get without0") == "3")
        agent.end()
    }

    @Test func parentAndChildBothGoOnWithTheAgent() throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory("home"))
        let count = 20
        for round in 0..<Rounds.of(20, "forks of a client") {
            let result = try Helper.run(["agent-fork", "\(count)"], environment: agent.environment)
            #expect(result.exitCode == 0 && result.lines == ["child done", "parent done"], "\(round): \(result.lines)")
            let names = ["thread 0", "thread 1", "child", "parent", "parent afterwards"]
            var expected = ["before": "before the fork"]
            for name in names { for index in 0..<count { expected["\(name) \(index)"] = "secret of \(name) \(index)" } }
            let keychain = try agent.keychain()
            #expect(try keychain.secrets() == expected)
            try keychain.delete(Query(.genericPassword))
            keychain.close()
        }
        agent.end()
    }
}
