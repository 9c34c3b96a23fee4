import AgentClient
import AgentProtocol
import Dispatch
import Foundation
import Glibc
import KeychainServices
import Synchronization
import TestSupport
import Testing

/// The client in the calling process: what it does when the agent goes, comes and does not answer.
@Suite struct ClientTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    @Test func aReadAfterARestartIsAnswered() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        try keychain.add("one", "1")
        for _ in 0..<10 {
            try agent.restart()
            #expect(try keychain.secret("one") == "1")
        }
    }

    /// The frame of a change that met a closed connection was never sent: it goes to the new agent.
    @Test func aChangeAfterARestartIsMadeOnce() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        for round in 0..<10 {
            try agent.restart()
            try keychain.add("\(round)", "secret")
        }
        #expect(try agent.served.items(matching: Query(.genericPassword)).count == 10)
    }

    @Test func severalConnectionsAtRestOutliveARestart() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        try keychain.add("one", "1")
        DispatchQueue.concurrentPerform(iterations: 16) { _ in _ = try? keychain.secret("one") }
        try agent.restart()
        for round in 0..<16 {
            #expect(try keychain.secret("one") == "1")
            try keychain.add("\(round)", "secret")
        }
    }

    @Test func withoutAnAgentThereIsAStatusAndAdvice() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        agent.stop()
        let error = try #require(error { _ = try keychain.secret("one") })
        #expect(error.code == .notAvailable)
        #expect(error.remedy?.contains("chatelaine agent") == true)
        try agent.start()
        #expect(try keychain.secret("one") == nil)
        agent.stop()
        #expect(throws: KeychainError(.notAvailable, "")) { try agent.keychain() }
    }

    private func error(_ body: () throws -> Void) -> KeychainError? { AgentTests.error(of: body) }

    // MARK: - An agent of a later version

    /// Field 1003, a message; and the same as one that `Attribute` has no value for.
    private static let unknownField: [UInt8] = [0xDA, 0x3E, 2, 8, 1]

    private static func item(_ account: String, last: Bool = false) -> WireReply {
        .with {
            $0.last = last
            $0.item.persistentReference = Data("genp".utf8) + Data(count: 16)
            $0.item.attributes = [WireAttribute(.account, .string(account))]
        }
    }

    /// Whatever comes before the answer that this version knows, and beside it, the answer is taken.
    @Test func unknownRepliesAndFieldsAreIgnored() throws {
        let unknown = (reply: WireReply(), extra: Self.unknownField)
        let agent = try ScriptedAgent(in: directory) { request, _ in
            switch request.body {
            case .search:
                .replies([
                    unknown, (Self.item("one"), Self.unknownField), unknown,
                    (Self.item("two", last: true), Self.unknownField),
                ])
            case .delete: .replies([unknown, unknown, (.with { $0.count.count = 7 }, Self.unknownField)])
            default: .replies([unknown, (.with { $0.lockState.state = 2 }, Self.unknownField)])
            }
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        for _ in 0..<3 {
            let items = try keychain.items(matching: Query(.genericPassword))
            #expect(items.map { $0[.account]?.string } == ["one", "two"])
            #expect(try keychain.delete(Query(.genericPassword)) == 7)
            #expect(try keychain.lockState() == .unlocked)
        }
        #expect(agent.end().count == 9)
    }

    /// A single answer of an unknown kind ends the request, but not the connection.
    @Test func unknownAnswerIsAStatus() throws {
        let agent = try ScriptedAgent(in: directory) { _, before in
            guard before % 2 == 0 else { return .answer(.count(.with { $0.count = 1 })) }
            return .replies([(.with { $0.last = true }, Self.unknownField)])
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let query = Query(.genericPassword)
        for _ in 0..<3 {
            let error = try #require(error { try keychain.delete(query) })
            #expect(error.code == .unimplemented)
            #expect(error.remedy != nil)
            #expect(try keychain.delete(query) == 1)
        }
        #expect(agent.end().count == 6)
    }

    /// An agent of an earlier release would make another key, and have that one count.
    @Test func agentThatConfirmsNoRecoveryKeyIsNotSentOne() throws {
        let agent = try ScriptedAgent(in: directory) { _, _ in .answer(.done(.init())) }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let error = try #require(error { try keychain.confirmRecoveryKey(SecretBytes(random: 20)) })
        #expect(error.code == .unimplemented)
        #expect(agent.end().isEmpty)
    }

    /// A value of a kind that is to come is left out; what else there is of the item is read.
    @Test func unknownAttributeIsLeftOut() throws {
        let agent = try ScriptedAgent(in: directory) { _, _ in
            var reply = Self.item("one", last: true)
            // A key, and a field that is none of the kinds of values.
            let later = try? WireAttribute(serializedBytes: [0x0D] + [0x6C, 0x62, 0x61, 0x6C] + Self.unknownField)
            reply.item.attributes += later.map { [$0] } ?? []
            return .replies([(reply, [])])
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let item = try #require(try keychain.items(matching: Query(.genericPassword)).first)
        #expect(item[.account] == "one")
        #expect(item.attributes.count == 1)
        _ = agent.end()
    }

    // MARK: - An agent that ends in the middle

    @Test(arguments: ["add", "update", "delete", "batch", "set passcode"])
    func aChangeThatMayHaveBeenMadeIsNotSentTwice(kind: String) throws {
        let agent = try ScriptedAgent(in: directory) { request, _ in
            // The first frame of a batch only says how many items come.
            if case .addBatch? = request.body { .silence } else { .hangUp }
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let query = Query(.genericPassword)
        let item = NewItem(.genericPassword, [.account: "one"], data: Data())
        let error = try #require(
            error {
                switch kind {
                case "add": try keychain.add(item)
                case "update": try keychain.update(query, with: Changes([.label: "new"]))
                case "delete": try keychain.delete(query)
                case "batch": try keychain.add(contentsOf: [item])
                default: try keychain.setPasscode(passcode("new passcode"))
                }
            })
        #expect(error.code == .notAvailable)
        #expect(error.reason.contains("not known"), "\(error)")
        #expect(error.remedy != nil)
        let sent = agent.end()
        #expect(sent.count == (kind == "batch" ? 2 : 1))
    }

    @Test func aReadIsAskedOnceMore() throws {
        let agent = try ScriptedAgent(in: directory) { _, before in
            before == 0 ? .hangUp : .answer(.count(.with { $0.count = 7 }))
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        #expect(try keychain.countOfItemsThatNeedPasscode() == 7)
        #expect(agent.end().count == 2)
    }

    @Test func aReadIsAskedNoMoreThanTwice() throws {
        let agent = try ScriptedAgent(in: directory) { _, _ in .hangUp }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        #expect(error { _ = try keychain.lockState() }?.code == .notAvailable)
        #expect(agent.end().count == 2)
    }

    @Test func anAnswerOfAnUnknownKindIsPassedOver() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        // A watching connection receives unsolicited messages; requests on other connections continue.
        let stream = keychain.changes()
        try keychain.add("one", "1")
        #expect(try keychain.secret("one") == "1")
        withExtendedLifetime(stream) {}
    }

    @Test func anAnswerWithoutItsPartsIsAStatus() throws {
        let agent = try ScriptedAgent(in: directory) { request, _ in
            switch request.body {
            case .add: .answer(.item(.init()))
            case .search:
                .answer(.item(.with { $0.secrets.dataLength = 1000 }))
            case .lockState: .answer(.lockState(.with { $0.state = 77 }))
            default: .hangUp
            }
        }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        #expect(throws: KeychainError(.parameter, "")) { _ = try keychain.lockState() }
        #expect(throws: KeychainError(.parameter, "")) { try keychain.add(NewItem(.genericPassword)) }
        #expect(throws: KeychainError(.parameter, "")) { try keychain.items(matching: Query(.genericPassword)) }
        _ = agent.end()
    }

    // MARK: - Threads

    @Test func sixteenThreadsShareOneKeychain() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { thread in
            do {
                for round in 0..<50 {
                    let account = "\(thread) \(round)"
                    try keychain.add(account, "secret of \(account)")
                    let found = try keychain.secret(account)
                    if found != "secret of \(account)" { throw KeychainError(.decode, "\(found ?? "nothing")") }
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try agent.served.items(matching: Query(.genericPassword)).count == 800)
    }

    /// A request that waits for a slow answer has a connection of its own.
    @Test func oneThatWaitsDelaysNoOther() throws {
        let waiting = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        let isDone = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        Thread.detachNewThread {
            // The progress of a passcode holds this request up for as long as the test likes.
            try? keychain.setPasscode(passcode("slow passcode")) { _, _ in
                if count.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    waiting.signal()
                    mayGoOn.wait()
                }
            }
            isDone.signal()
        }
        try #require(waiting.wait(timeout: .now() + 300) == .success)
        #expect(try keychain.secret("nothing") == nil)
        #expect(try keychain.status().counts.isEmpty)
        mayGoOn.signal()
        isDone.wait()
    }

    // MARK: - Whose socket

    /// What listens as another user gets nothing: not even a word.
    @Test(.enabled(if: isRoot, "needs root, to become another user")) func aSocketOfAnotherUserIsRefused() throws {
        let home = directory("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        for path in [directory.path, home] { chmod(path, 0o755) }
        chown(home, 65534, 65534)
        let agent = try AgentProcess(home: home, user: 65534)
        defer { agent.end() }
        let error = try #require(error { _ = try Keychain.served(at: home + "/run/agent.socket", groups: []) })
        #expect(error.code == .notAvailable)
        #expect(error.reason.contains("another user"))
    }

    /// The other way round: an agent hangs up on another user's program without a word.
    @Test(.enabled(if: isRoot, "needs root, to become another user")) func aProgramOfAnotherUserIsHungUpOn() throws {
        let home = directory("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        chown(home, 65534, 65534)
        chmod(directory.path, 0o755)
        let agent = try AgentProcess(home: home, user: 65534)
        defer { agent.end() }
        let client = try RawClient(home + "/run/agent.socket")
        #expect(client.isHungUp())
    }
}
