import AgentProtocol
import Dispatch
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// Bytes that are no frames, and programs that do not take what they asked for.
@Suite struct FrameTests {
    private let agent: TestAgent
    init() throws { agent = try TestAgent() }

    private func header(_ message: UInt32, _ secret: UInt32) -> [UInt8] {
        withUnsafeBytes(of: message.littleEndian) { Array($0) } + withUnsafeBytes(of: secret.littleEndian) { Array($0) }
    }

    @Test(arguments: [(1 << 30, 0), (0, 1 << 30), (.max, .max), (17 << 20, 1)] as [(UInt32, UInt32)])
    func aFrameThatIsTooLongIsHungUpOnAtOnce(message: UInt32, secret: UInt32) throws {
        let before = try agent.welcomedClient()
        let client = try agent.welcomedClient()
        client.send(header(message, secret))
        #expect(client.isHungUp())
        #expect(try before.ask(.lockState(.init())).reply.lockState.state == 0)
    }

    @Test func emptyFrameIsAnUnknownRequest() throws {
        let client = try agent.welcomedClient()
        client.send(header(0, 0))
        #expect(try client.receive(WireReply.self).failure.status == -4)
    }

    @Test func malformedMessageClosesTheConnection() throws {
        let client = try agent.welcomedClient()
        client.send(RawClient.frame([0xFF, 0xFF, 0xFF]))
        #expect(client.isHungUp())
        #expect(try agent.isServing())
    }

    @Test(arguments: [1, 7, 8, 9, 40]) func othersAreServedDuringHalfAFrameAndSilence(count: Int) throws {
        let silent = try (0..<10).map { _ in try agent.welcomedClient() }
        let silentFromTheStart = try (0..<10).map { _ in try RawClient(agent.socketPath) }
        let half = Array((header(1000, 1000) + [UInt8](repeating: 0, count: 32)).prefix(count))
        for client in silent + silentFromTheStart { client.send(half) }
        #expect(try agent.isServing())
        let keychain = try agent.keychain()
        try keychain.add("one", "1")
        #expect(try keychain.secret("one") == "1")
    }

    @Test func halfAFrameEndsTheConnectionWhenItsTimeIsOver() throws {
        let agent = try TestAgent { $0.frameTime = 50_000_000 }
        // A greeting that never comes, half a greeting, half a request.
        let (mute, stammering) = (try RawClient(agent.socketPath), try RawClient(agent.socketPath))
        stammering.send(Array(header(100, 0).prefix(3)))
        #expect(mute.isHungUp())
        #expect(stammering.isHungUp())
        let client = try agent.welcomedClient()
        client.send(Array(header(100, 0)))
        #expect(client.isHungUp())
        #expect(try agent.isServing())
    }

    /// What comes byte by byte has no more time than what comes at once.
    @Test func aTrickleEndsWhenItsTimeIsOver() throws {
        let agent = try TestAgent { $0.frameTime = 50_000_000 }
        let client = try agent.welcomedClient()
        client.send(header(1 << 24, 0))
        var sent = 0
        while client.send([0]), sent < 1 << 24 { sent += 1 }
        #expect(sent < 1 << 24)
        #expect(client.isHungUp())
    }

    @Test func idleConnectionIsKeptAfterTheGreeting() throws {
        let agent = try TestAgent { $0.frameTime = 1_000_000 }
        let client = try RawClient(agent.socketPath)
        // A slow machine may need longer than a millisecond to greet.
        guard let welcome = try? client.greet(), !welcome.hasFailure else { return }
        let other = try RawClient(agent.socketPath)
        #expect(other.isHungUp())
        #expect(try client.ask(.lockState(.init())).reply.lockState.state == 0)
    }

    @Test func aFrameInManyPiecesIsOne() throws {
        let client = try agent.welcomedClient()
        let request = WireRequest.with {
            $0.id = 3
            $0.add.item.itemClass = "genp"
            $0.add.item.secrets.hasData_p = true
            $0.add.item.secrets.dataLength = 6
        }
        for byte in RawClient.frame(try request.serializedBytes(), Array("secret".utf8)) { client.send([byte]) }
        let frame = try client.receiveFrame()
        #expect(try WireReply(serializedBytes: frame.message).item.persistentReference.count == 20)
        #expect(frame.secret == Array("secret".utf8))
    }

    @Test func severalFramesInOnePieceAreSeveral() throws {
        let client = try agent.welcomedClient()
        let frames = try (1...50).map { id in
            let request = WireRequest.with {
                $0.id = UInt64(id)
                $0.lockState = .init()
            }
            return RawClient.frame(try request.serializedBytes())
        }
        client.send(frames.flatMap { $0 })
        for id in 1...50 { #expect(try client.receive(WireReply.self).id == UInt64(id)) }
    }

    @Test func aRequestThatIsCutOffDoesNothing() throws {
        let request = WireRequest.with {
            $0.id = 1
            $0.add.item.itemClass = "genp"
            $0.add.item.secrets.hasData_p = true
            $0.add.item.secrets.dataLength = 6
        }
        let frame = RawClient.frame(try request.serializedBytes(), Array("secret".utf8))
        for count in 0..<frame.count {
            let client = try agent.welcomedClient()
            client.send(Array(frame.prefix(count)))
        }
        #expect(try agent.isServing())
        #expect(try agent.served.items(matching: Query(.genericPassword)).isEmpty)
    }

    // MARK: - Random bytes

    /// The same ones in every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64 = 0x43_4b_41_50
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
        mutating func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
        }
    }

    @Test func randomBytesDoNotEndTheAgent() throws {
        var numbers = Numbers()
        for round in 0..<10_000 {
            let bytes = numbers.bytes(.random(in: 0...64, using: &numbers))
            // One after another: the agent has hung up before the next one comes, or does so soon.
            guard let client = try? RawClient(agent.socketPath) else { continue }
            switch round % 4 {
            case 0: client.send(bytes)
            case 1: client.send(RawClient.frame(bytes))
            case 2:
                guard (try? client.greet()) != nil else { continue }
                client.send(RawClient.frame(bytes, numbers.bytes(.random(in: 0...8, using: &numbers))))
            default:
                // A request of a kind that there is, with anything in it.
                guard (try? client.greet()) != nil else { continue }
                let tag = UInt8.random(in: 2...15, using: &numbers) << 3 | 2
                client.send(RawClient.frame([8, 1, tag, UInt8(bytes.count)] + bytes))
            }
        }
        #expect(try agent.isServing())
        let keychain = try agent.keychain()
        try keychain.add("one", "1")
        #expect(try keychain.secret("one") == "1")
    }

    // MARK: - Answers that are not read

    private func add(items count: Int, ofBytes size: Int) throws {
        try agent.served.with(accessGroups: AccessGroups([TestAgent.group])).add(
            contentsOf: (0..<count).map {
                NewItem(.genericPassword, [.account: .string("\($0)")], data: Data(count: size))
            })
    }

    private func requireServed() throws {
        // A second's patience would be enough for one who is not held up; thirty seconds are what a deaf one may take.
        let start = DispatchTime.now()
        #expect(try agent.isServing())
        let keychain = try agent.keychain()
        try keychain.add("one", "1")
        #expect(try keychain.secret("one") == "1")
        #expect(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds < 20_000_000_000)
    }

    @Test func longUnreadAnswerDelaysNoOtherClient() throws {
        try add(items: 200, ofBytes: 10_000)
        let deaf = try (0..<12).map { _ in try agent.welcomedClient() }
        let search = WireSearch.with {
            $0.query.itemClass = "genp"
            $0.parts = 3
        }
        for client in deaf { try client.send(.search(search), id: 1) }
        try requireServed()
    }

    /// Every answer is short, and none of them is read.
    @Test(arguments: ["state", "change", "unknown"]) func manyUnreadAnswersDelayNoOtherClient(kind: String) throws {
        let body: WireRequest.OneOf_Body? =
            switch kind {
            case "state": .lockState(.init())
            case "change": .delete(.with { $0.query = WireQuery(Query(.genericPassword, [.account: "unknown"])) })
            default: nil
            }
        let request = WireRequest.with {
            $0.id = 1
            $0.body = body
        }
        let frames = [[UInt8]](repeating: RawClient.frame(try request.serializedBytes()), count: 4000).flatMap { $0 }
        let deaf = try (0..<12).map { _ in try agent.welcomedClient() }
        for client in deaf {
            // As many as the socket takes: the agent stops reading when its answers are not taken.
            _ = frames.withUnsafeBytes { Glibc.send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        }
        // One that can be answered comes last: all before it have been taken up by then.
        for client in deaf.prefix(1) { _ = try client.receive(WireReply.self) }
        try requireServed()
    }

    /// In a process of its own, whose threads are not those of the tests.
    @Test func watchersThatDoNotReadHoldNoOtherUp() throws {
        let directory = try TemporaryDirectory()
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        func client() throws -> RawClient {
            let client = try RawClient(agent.socketPath)
            try #require(!client.greet().hasFailure)
            return client
        }
        let deaf = try (0..<8).map { _ in try client() }
        for watcher in deaf { try watcher.send(.watch(.init()), id: 1) }
        let writer = try client()
        func change() throws -> WireReply {
            let add = WireAdd.with {
                $0.item.itemClass = "genp"
                $0.item.attributes = [WireAttribute(.account, .string(UUID().uuidString))]
            }
            return try writer.ask(.add(add)).reply
        }
        // More than there is room for in a socket.
        for _ in 0..<600 { #expect(try change().item.persistentReference.count == 20) }
        let watcher = try client()
        try watcher.send(.watch(.init()), id: 1)
        // The watch is there when what came after it is answered.
        #expect(try watcher.ask(.lockState(.init()), id: 2).reply.id == 2)
        let start = DispatchTime.now()
        _ = try change()
        #expect(try watcher.receive(WireReply.self).body == .changed(.init()))
        #expect(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds < 20_000_000_000)
        withExtendedLifetime(deaf) {}
    }

    /// Few items, with attributes that fill the socket.
    @Test func largeUnreadAttributesDelayNoOtherClient() throws {
        let comment = String(repeating: "c", count: 400_000)
        try agent.served.with(accessGroups: AccessGroups([TestAgent.group])).add(
            NewItem(.genericPassword, [.account: "large", .comment: .string(comment)], data: Data()))
        let deaf = try (0..<12).map { _ in try agent.welcomedClient() }
        for client in deaf {
            try client.send(
                .search(
                    .with {
                        $0.query.itemClass = "genp"
                        $0.parts = 1
                    }), id: 1)
        }
        try requireServed()
    }

    /// Requests that come together are answered one after another, also behind one that another thread answers.
    @Test func requestsInOneWriteAreAllAnswered() throws {
        let client = try agent.welcomedClient()
        let item = WireNewItem.with {
            $0.itemClass = "genp"
            $0.secrets.hasData_p = true
            $0.secrets.dataLength = 6
        }
        var bytes: [UInt8] = []
        func append(_ id: UInt64, _ body: WireRequest.OneOf_Body, _ secret: String = "") throws {
            let request = WireRequest.with {
                $0.id = id
                $0.body = body
            }
            bytes += RawClient.frame(try request.serializedBytes(), Array(secret.utf8))
        }
        for id: UInt64 in 1...40 {
            switch id % 3 {
            case 0: try append(id, .lockState(.init()))
            case 1:
                var added = item
                added.attributes = [
                    WireAttribute.with {
                        $0.key = 0x6163_6374; $0.text = "account \(id)"
                    }
                ]
                try append(id, .add(.with { $0.item = added }), "secret")
            default: try append(id, .status(.init()))
            }
        }
        // In pieces that do not end where frames do.
        for piece in [3, 200, 333] { client.send(Array(bytes.prefix(piece))); bytes.removeFirst(piece) }
        client.send(bytes)
        for id: UInt64 in 1...40 {
            let reply: WireReply = try client.receive()
            #expect(reply.id == id)
            #expect(reply.failure.status == 0, "\(reply)")
        }
    }
}
