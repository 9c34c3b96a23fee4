import Agent
import AgentProtocol
import Foundation
import KeychainServices
import TestSupport
import Testing

/// Every release understands what the programs of every earlier one send: `Frames/N` holds frames of release N's protocol.
@Suite struct KeptFrameTests {
    private static let frames = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Frames")

    private static func kept(_ version: String, _ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: frames.appendingPathComponent(version).appendingPathComponent(name + ".bin")))
    }

    /// Writes the frames of this version: `CHATELAINE_WRITE_FRAMES=1 swift test --filter KeptFrameTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_WRITE_FRAMES"] != nil))
    func writeTheFramesOfThisVersion() throws {
        let directory = Self.frames.appendingPathComponent("\(ProtocolVersion.major)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let hello = RawClient.hello(groups: [TestAgent.group])
        let proof = WireProof.with { $0.nonce = Data(repeating: 0xA5, count: ProtocolVersion.nonceSize) }
        var frames = [("hello", RawClient.frame(try hello.serializedBytes()))]
        frames.append(("proof", RawClient.frame(try proof.serializedBytes())))
        for request in KeptRequest.all {
            let message = WireRequest.with {
                $0.id = request.id
                $0.body = request.body
            }
            frames.append((request.name, RawClient.frame(try message.serializedBytes(), request.secret)))
        }
        for (name, bytes) in frames {
            try Data(bytes).write(to: directory.appendingPathComponent(name + ".bin"))
        }
    }

    /// Greets with the kept frames; the nonce alone is another one each time.
    private func greet(_ client: RawClient, _ version: String) throws {
        client.send(try Self.kept(version, "hello"))
        let answer: WireServerHello = try client.receive()
        try #require(!answer.hasFailure && answer.nonce.count == 32)
        var proof = try Self.kept(version, "proof")
        try #require(proof.suffix(32).allSatisfy { $0 == 0xA5 })
        proof.replaceSubrange(proof.count - 32..<proof.count, with: answer.nonce)
        client.send(proof)
        #expect(try client.receive(WireWelcome.self).groups == [TestAgent.group])
    }

    @Test(arguments: ["1"]) func requestsOfEveryVersionAreAnswered(version: String) throws {
        // With all that a request can be about.
        let (directory, records) = (try TemporaryDirectory(), try AgentRecords.inMemory())
        var gate = OpenGate()
        gate.subject = try .system(path: "/test")
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records),
            gate: gate, policy: PolicyKeeper(records)
        ) { $0.account = try? AccountDirectory(directory("account")) }
        let client = try RawClient(agent.socketPath)
        try greet(client, version)
        for request in KeptRequest.all {
            client.send(try Self.kept(version, request.name))
            var answers: [KeptRequest.Answer] = []
            while answers.count < request.answers {
                guard let frame = try? client.receiveFrame() else {
                    Issue.record("no answer to \(request.name)")
                    return
                }
                let reply = try WireReply(serializedBytes: frame.message)
                #expect(reply.id == request.id)
                if case .progress? = reply.body { continue }
                answers.append((reply, frame.secret))
            }
            #expect(request.isRight(answers), "\(request.name): \(answers.map(\.reply))")
        }
        #expect(try agent.isServing())
    }

    /// A watching connection hears of what another one changes.
    @Test(arguments: ["1"]) func watchersOfEveryVersionHearOfChanges(version: String) throws {
        // In a process of its own, whose threads are not those of the tests.
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        let watcher = try RawClient(agent.socketPath)
        // Not with the kept hello: its group is not this program's.
        try #require(!watcher.greet().hasFailure)
        watcher.send(try Self.kept(version, "watch"))
        // The agent has the watch when it has answered what came after it.
        watcher.send(try Self.kept(version, "lock-state"))
        let state: WireReply = try watcher.receive()
        #expect(state.body == .lockState(.with { $0.state = 0 }))
        let other = try RawClient(agent.socketPath)
        _ = try other.greet()
        other.send(try Self.kept(version, "add"))
        #expect(try other.receive(WireReply.self).hasItem)
        let heard: WireReply = try watcher.receive()
        #expect(heard.body == .changed(.init()))
    }
}

extension WireReply {
    fileprivate var hasItem: Bool { if case .item? = body { true } else { false } }
}
