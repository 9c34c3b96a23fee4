import Dispatch
import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// An agent that is killed loses nothing that it has acknowledged, and its clients go on with the next one.
@Suite(.serialized) struct AgentKillTests {
    @Test func killedAgentKeepsEveryAcknowledgedWrite() throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory("home"))
        var expected: [String: String] = [:]
        var (throughAgent, unknown, unreachable) = (0, 0, 0)
        for round in 0..<Rounds.of(50, "SIGKILL of the agent in the middle of 500 writes") {
            let names = (0..<4).map { "client \($0) of \(round)" }
            let clients = try names.map { try agent.helper("agent-write", $0, "125") }
            for client in clients { try client.expect("open") }
            for client in clients { client.send() }
            // Somewhere in the middle: when one of the clients has been told so many times that its item is stored.
            for index in 0..<Int.random(in: 1..<100) { try clients[round % 4].expect("\(index)") }
            agent.kill()
            try agent.start()
            for (name, client) in zip(names, clients) {
                let last = try #require(client.remainingLines().last)
                let numbers = last.split(separator: " ").compactMap { Int($0) }
                try #require(last.hasPrefix("done") && numbers.count == 3, "\(name): \(last)")
                throughAgent += numbers[0]
                unknown += numbers[1]
                unreachable += numbers[2]
                for index in 0..<125 { expected["\(name) \(index)"] = "secret of \(name) \(index)" }
            }
            // As the next agent sees it, and, at the end, the file itself.
            let session = try agent.helper("agent-session")
            try session.expect("open")
            session.send("where")
            try session.expect("agent")
            session.closeInput()
            #expect(session.exitCode == 0)
        }
        agent.end()
        let found = try agent.keychain()
        #expect(try found.secrets() == expected)
        #expect(try integrity(directory("home/data")) == "ok")
        print(
            "SIGKILL of the agent: \(expected.count) acknowledged writes are there, \(throughAgent) of them through an agent; "
                + "a client was told \(unknown) times that the outcome is not known, \(unreachable) times that no agent runs"
        )
    }
}
