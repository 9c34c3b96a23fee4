import Foundation
import TestSupport
import Testing

@testable import KeychainServices

/// Many clients at once.
@Suite(.serialized) struct AgentCrowdTests {
    /// Sixteen processes of four threads.
    private func run(_ agent: AgentProcess, _ name: String, operations: Int) throws {
        let clients = try (0..<16).map { try agent.helper("agent-mixed", "\(name)-\($0)", "4", "\(operations)") }
        for client in clients { try client.expect("open") }
        for client in clients { client.send() }
        for client in clients { #expect(client.remainingLines() == ["done"]) }
    }

    @Test func sixtyFourClientsGetRightAnswersAndLeaveNothingBehind() throws {
        let directory = try TemporaryDirectory.inMemory()
        let agent = try AgentProcess(home: directory("home"))
        // Caches, threads and pages of the allocator are there after this.
        try run(agent, "first", operations: 60)
        let (memory, descriptors) = (agent.memory, agent.descriptors)
        try run(agent, "second", operations: Rounds.of(1000, "operations by each of 64 clients"))
        let (memoryAfter, descriptorsAfter) = (agent.memory, agent.descriptors)
        print(
            "64 clients: \(memory) KiB and \(descriptors) descriptors before, \(memoryAfter) KiB and "
                + "\(descriptorsAfter) descriptors afterwards")
        // 64,000 requests that each left a page of 4 KiB would be 250 MiB. What is allowed is what SQLite's caches of the
        // agent's threads grow with the file, and the allocator keeps for the next burst.
        #expect(memoryAfter < memory + 16 << 10)
        // Two for each connection would be 128.
        #expect(descriptorsAfter < descriptors + 16)
        agent.end()
        #expect(try integrity(directory("home/data")) == "ok")
    }
}
