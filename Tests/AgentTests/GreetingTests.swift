import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// Who may speak to the agent, and in which words.
@Suite struct GreetingTests {
    private let agent: TestAgent
    init() throws { agent = try TestAgent() }

    private func hello(_ change: (inout WireClientHello) -> Void) -> WireClientHello {
        var hello = RawClient.hello()
        change(&hello)
        return hello
    }

    @Test func greetingEndsInAWelcomeWithTheGroups() throws {
        let welcome = try RawClient(agent.socketPath).greet(groups: ["a", "b"])
        #expect(welcome.groups == ["a", "b"])
        #expect(!welcome.wildcard)
        #expect(!welcome.hasFailure)
        #expect(welcome.subject.path == "/test")
    }

    @Test(arguments: [0, 0x5041_4b42, 0x434b_4150, .max] as [UInt32])
    func anotherMagicNumberIsHungUpOnWithoutAWord(magic: UInt32) throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { $0.magic = magic })
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
        #expect(client.isHungUp())
    }

    @Test func anOldVersionIsToldWhatToUpgrade() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { $0.major = 0 })
        let answer: WireServerHello = try client.receive()
        #expect(answer.hasFailure)
        #expect(answer.failure.status == -25291)
        #expect(answer.failure.reason.contains("version"))
        #expect(answer.failure.remedy.contains(ProtocolVersion.release))
        #expect(answer.nonce.isEmpty)
        #expect(client.isHungUp())
    }

    @Test(arguments: [2, 1000, .max] as [UInt32]) func aLaterVersionIsAnsweredWithOurs(major: UInt32) throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { $0.major = major })
        let answer: WireServerHello = try client.receive()
        #expect(answer.major == 1)
        #expect(!answer.hasFailure)
        try client.send(WireProof.with { $0.nonce = answer.nonce })
        #expect(try !client.receive(WireWelcome.self).hasFailure)
    }

    @Test func unknownFeaturesAreIgnored() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { $0.features = ["telepathy", "", "ünïcode"] })
        let answer: WireServerHello = try client.receive()
        #expect(answer.features == ProtocolVersion.features)
        #expect(answer.nonce.count == 32)
    }

    /// A number, a fixed number of each size and bytes under numbers that this version does not have.
    private static let unknownFields: [UInt8] =
        [0xC0, 0x3E, 7] + [0xC9, 0x3E, 1, 2, 3, 4, 5, 6, 7, 8] + [0xD5, 0x3E, 1, 2, 3, 4] + [0xDA, 0x3E, 3, 1, 2, 3]

    @Test func unknownFieldsAreIgnored() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { _ in }, extra: Self.unknownFields)
        let answer: WireServerHello = try client.receive()
        try client.send(WireProof.with { $0.nonce = answer.nonce }, extra: Self.unknownFields)
        #expect(try !client.receive(WireWelcome.self).hasFailure)
        let request = WireRequest.with {
            $0.id = 9
            $0.lockState = .init()
        }
        try client.send(request, extra: Self.unknownFields)
        let reply: WireReply = try client.receive()
        #expect(reply.id == 9)
        #expect(reply.lockState.state == 0)
    }

    /// What a later version asks is refused with a status, and the next request is answered.
    @Test func unknownRequestIsAnswered() throws {
        let client = try agent.welcomedClient()
        try client.send(WireRequest.with { $0.id = 5 }, extra: [0xDA, 0x3E, 2, 8, 1])
        let reply: WireReply = try client.receive()
        #expect(reply.id == 5)
        #expect(reply.failure.status == -4)
        #expect(reply.failure.remedy.contains("upgrade"))
        #expect(try client.ask(.lockState(.init()), id: 6).reply.id == 6)
    }

    /// What is to be done may mean something else without the attribute: it is not done.
    @Test func unknownAttributeIsRefused() throws {
        let client = try agent.welcomedClient()
        let attribute = try WireAttribute(serializedBytes: [0x0D, 0x6C, 0x62, 0x61, 0x6C, 0xDA, 0x3E, 2, 8, 1])
        let delete = WireDelete.with {
            $0.query.itemClass = "genp"
            $0.query.attributes = [attribute]
        }
        #expect(try client.ask(.delete(delete)).reply.failure.status == -50)
        #expect(try client.ask(.lockState(.init()), id: 2).reply.id == 2)
    }

    @Test func everyNonceIsAnother() throws {
        let nonces = try (0..<20).map { _ in
            let client = try RawClient(agent.socketPath)
            try client.send(hello { _ in })
            return try client.receive(WireServerHello.self).nonce
        }
        #expect(Set(nonces).count == 20)
    }

    @Test(arguments: ["nothing", "another", "short", "long"]) func aWrongNonceIsHungUpOn(kind: String) throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { _ in })
        var nonce = try client.receive(WireServerHello.self).nonce
        switch kind {
        case "nothing": nonce = Data()
        case "another": nonce[31] ^= 1
        case "short": nonce.removeLast()
        default: nonce.append(0)
        }
        try client.send(WireProof.with { $0.nonce = nonce })
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
        #expect(client.isHungUp())
    }

    @Test func aHelloHasNoSecrets() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { _ in }, secret: [1])
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
    }

    /// A token, at the most, comes with the nonce.
    @Test(arguments: [1, 256, 257, 60_000]) func malformedTokenIsRefused(size: Int) throws {
        let client = try RawClient(agent.socketPath)
        try client.send(hello { _ in })
        let nonce = try client.receive(WireServerHello.self).nonce
        try client.send(WireProof.with { $0.nonce = nonce }, secret: [UInt8](repeating: 65, count: size))
        if size <= 256 { #expect(try client.receive(WireWelcome.self).failure.status == -25293) }
        #expect(client.isHungUp())
    }

    @Test(arguments: [(65536, 0), (65535, 2), (0, 65537)])
    func aGreetingOfMoreThan64KiBIsHungUpOn(message: Int, secret: Int) throws {
        let client = try RawClient(agent.socketPath)
        let isTooLong = message + secret > 65536
        let header = FrameHeader(messageLength: message, secretLength: secret).encoded
        client.send(withUnsafeBytes(of: header) { Array($0) })
        if isTooLong {
            // Before any of it has come.
            #expect(client.isHungUp())
        } else {
            // An unknown field, which makes the message 65,536 bytes long.
            let bytes: [UInt8] = try hello { _ in }.serializedBytes()
            let rest = message - bytes.count - 5
            let length: [UInt8] = [UInt8(rest & 0x7f | 0x80), UInt8(rest >> 7 & 0x7f | 0x80), UInt8(rest >> 14)]
            client.send(bytes + [0xDA, 0x3E] + length + [UInt8](repeating: 0, count: rest))
            #expect(try client.receive(WireServerHello.self).nonce.count == 32)
        }
    }

    @Test func nothingIsServedBeforeTheGreeting() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(.lockState(.init()), id: 1)
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
    }

    @Test func aProgramGetsAtMost64Groups() throws {
        let client = try RawClient(agent.socketPath)
        try client.send(RawClient.hello(groups: (0..<65).map { "group \($0)" }))
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
        #expect(try RawClient(agent.socketPath).greet(groups: (0..<64).map { "group \($0)" }).groups.count == 64)
    }

    // MARK: - Another process

    /// `cat` of the same user inherits the socket and sends what its parent could have sent.
    private func sendFromAnotherProcess(_ bytes: [UInt8], _ client: RawClient) throws {
        let file = agent.directory("frame-\(UUID().uuidString)")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        #expect(try ChildProcess(["/bin/cat", file], output: .descriptor(client.descriptor)).wait() == 0)
    }

    @Test func aHelloOfAnotherProcessIsHungUpOn() throws {
        let client = try RawClient(agent.socketPath)
        try sendFromAnotherProcess(RawClient.frame(try hello { _ in }.serializedBytes()), client)
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
    }

    private func lockStateFrame() throws -> [UInt8] {
        let request = WireRequest.with {
            $0.id = 1
            $0.lockState = .init()
        }
        return RawClient.frame(try request.serializedBytes())
    }

    @Test func aRequestOfAnotherProcessIsHungUpOn() throws {
        let client = try agent.welcomedClient()
        try sendFromAnotherProcess(try lockStateFrame(), client)
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
        #expect(try agent.isServing())
    }

    @Test func aFrameThatAnotherProcessEndsIsHungUpOn() throws {
        let client = try agent.welcomedClient()
        let frame = try lockStateFrame()
        client.send(Array(frame.dropLast()))
        try sendFromAnotherProcess(Array(frame.suffix(1)), client)
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
    }

    /// As on a kernel that gives no descriptor of the peer: its number and what is found under it have to do.
    @Test func peerIsIdentifiedByNumberOnOldKernels() throws {
        let agent = try TestAgent { $0.findsPeersByNumber = true }
        #expect(try agent.isServing())
        let silent = try RawClient(agent.socketPath)
        try sendFromAnotherProcess(RawClient.frame(try hello { _ in }.serializedBytes()), silent)
        #expect(throws: RawClient.NoAnswer.self) { try silent.receiveFrame() }
        let client = try agent.welcomedClient()
        try sendFromAnotherProcess(try lockStateFrame(), client)
        #expect(throws: RawClient.NoAnswer.self) { try client.receiveFrame() }
    }
}
