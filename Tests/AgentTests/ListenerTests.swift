import Agent
import CLinux
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// The agent's socket: one agent at a time, in a directory that belongs to no other user.
@Suite struct ListenerTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test func theSocketIsForItsOwnerAlone() throws {
        let agent = try TestAgent(in: directory)
        #expect(mode(agent.socketPath) == 0o600)
        #expect(mode(directory("run")) == 0o700)
        agent.stop()
        #expect(mode(agent.socketPath) == nil)
    }

    @Test func secondAgentNamesTheProcessOfTheFirst() throws {
        let first = try TestAgent(in: directory)
        let error = try #require(error { _ = try TestAgent(in: directory) })
        #expect(error.code == .notAvailable)
        #expect(error.reason.contains("another agent"))
        #expect(error.reason.contains("\(getpid())"))
        #expect(error.remedy != nil)
        #expect(try first.isServing())
    }

    @Test func aSecondProcessEndsWithAMessage() throws {
        let first = try AgentProcess(home: directory.path)
        defer { first.end() }
        let second = try first.run("agent")
        #expect(second.status != 0)
        #expect(second.text.contains("another agent"))
        #expect(second.text.contains("\(first.process.id)"))
        #expect(try first.run("status").status == 0)
    }

    @Test func unusedSocketIsTakenOver() throws {
        try FileManager.default.createDirectory(
            atPath: directory("run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        close(clinux_unix_listen(directory("run/agent.socket"), 1))
        try Data("77777\n".utf8).write(to: URL(fileURLWithPath: directory("run/agent.socket.lock")))
        #expect(try TestAgent(in: directory).isServing())
    }

    @Test func aKilledAgentIsReplaced() throws {
        let killed = try AgentProcess(home: directory.path)
        killed.kill()
        #expect(mode(killed.socketPath) != nil)
        let next = try AgentProcess(home: directory.path)
        defer { next.end() }
        #expect(try next.run("status").status == 0)
    }

    @Test func aTerminatedAgentLeavesNoSocket() throws {
        let agent = try AgentProcess(home: directory.path)
        agent.end()
        #expect(agent.process.wait() == 0)
        #expect(mode(agent.socketPath) == nil)
    }

    @Test(arguments: [0o777, 0o770, 0o702, 0o720]) func aDirectoryThatOthersMayWriteIsRefused(mode: Int) throws {
        try FileManager.default.createDirectory(atPath: directory("run"), withIntermediateDirectories: true)
        chmod(directory("run"), mode_t(mode))
        let error = try #require(error { _ = try TestAgent(in: directory) })
        #expect(error.code == .notAvailable)
        #expect(error.reason.contains(directory("run")))
        #expect(self.mode(directory("run/agent.socket")) == nil)
        chmod(directory("run"), 0o700)
        #expect(try TestAgent(in: directory).isServing())
    }

    @Test(.enabled(if: isRoot, "needs root, to give files away")) func aDirectoryOfAnotherUserIsRefused() throws {
        try FileManager.default.createDirectory(atPath: directory("run"), withIntermediateDirectories: true)
        chown(directory("run"), 65534, 65534)
        #expect(error { _ = try TestAgent(in: directory) }?.code == .notAvailable)
    }

    @Test func aPathThatIsTooLongForAnAddressWillDo() throws {
        let deep = directory(String(repeating: "d", count: 120))
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let agent = try AgentProcess(home: deep)
        defer { agent.end() }
        #expect(try agent.run("status").status == 0)
        let client = try RawClient(agent.socketPath)
        #expect(try !client.greet().hasFailure)
    }

    @Test func idleAgentEndsAfterItsTimeout() throws {
        let agent = try TestAgent(in: directory) {
            $0.idleExit = 1
            $0.second = 1_000_000
        }
        // The end of the server is the event; no request caused it.
        agent.waitForEnd()
        #expect(mode(agent.socketPath) == nil)
        try agent.start()
    }

    @Test func openConnectionKeepsTheAgentRunning() throws {
        let agent = try TestAgent(in: directory) {
            $0.idleExit = 1
            $0.second = 300_000_000
        }
        do {
            let client = try agent.welcomedClient()
            for _ in 0..<1000 { #expect(try client.ask(.lockState(.init())).reply.lockState.state == 0) }
        }
        agent.waitForEnd()
    }
}
