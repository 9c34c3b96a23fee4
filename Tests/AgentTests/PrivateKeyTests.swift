import Agent
import AgentProtocol
import AsymmetricKeys
import Dispatch
import Foundation
import Glibc
import KeyManagement
import KeychainServices
import Synchronization
import TestSupport
import Testing

/// Private keys stay in the agent, whatever a program asks, and whatever becomes of the agent meanwhile.
@Suite struct PrivateKeyTests {
    private let directory: TemporaryDirectory
    private let key: AgentKey

    init() throws {
        directory = try TemporaryDirectory()
        key = try AgentKey()
    }

    // MARK: - The memory of the program

    private func run(_ program: String, _ words: [String], _ agent: AgentProcess, input: String = "") throws -> (
        text: String, status: Int32
    ) {
        let result = try AgentProcess.run(program, words, home: agent.home, input: input)
        return (result.text.trimmingCharacters(in: .whitespacesAndNewlines), result.status)
    }

    /// Stores the key for a program, in a process of it that has ended when this returns. Returns its reference and group.
    private func add(
        extractable: Bool, _ program: String, _ agent: AgentProcess
    ) throws -> (reference: String, group: String) {
        let result = try run(
            program, ["add-key", extractable ? "1" : "0"], agent,
            input: Data(key.representation).base64EncodedString() + "\n")
        try #require(result.status == 0, "\(result.text)")
        let words = result.text.split(separator: " ").map(String.init)
        try #require(words.count == 2, "\(words)")
        return (words[0], words[1])
    }

    /// A program signs with the key, and asks for its data in every way; the same search finds an extractable key in its memory.
    @Test(arguments: [false, true]) func theKeyIsInTheMemoryOfNoProgram(extractable: Bool) throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        let reference = try add(extractable: extractable, Built.probe, agent).reference
        let program = try ChildProcess(
            [Built.probe, "use-key", reference], variables: AgentProcess.environment(home: agent.home), input: .piped)
        let line = try #require(program.line())
        #expect(try key.hasMade(#require(Data(base64Encoded: line))))
        #expect(program.line() == (extractable ? "yes" : "no"))
        for part in [key.scalar, Array(key.scalar.reversed())] {
            let isThere = try OtherMemory.has(part, of: program.id)
            #expect(isThere == (extractable && part == key.scalar))
        }
    }

    // MARK: - Requests

    /// Whatever the protocol has for the key's item, no frame of the agent's has the key.
    @Test func noRequestIsAnsweredWithTheKey() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        let reference = try keychain.add(key.item).persistentReference
        let label = AttributeValue.data(Data(try key.key.publicKey().label()))
        try keychain.update(Query(reference), with: Changes([.applicationLabel: label]))
        try keychain.add(NewItem(.certificate, [.publicKeyHash: label, .serialNumber: 1], data: Data([1])))
        let client = try agent.welcomedClient()
        var id: UInt64 = 0
        var answers = 0
        func ask(_ body: WireRequest.OneOf_Body, _ secret: [UInt8] = []) throws -> WireReply {
            id += 1
            try client.send(body, id: id, secret: secret)
            let (message, part) = try client.receiveFrame()
            answers += 1
            for bytes in [message, part] {
                #expect(!bytes.withUnsafeBytes { OtherMemory.isIn($0, key.scalar) })
            }
            return try WireReply(serializedBytes: message)
        }
        let queries = [Query(reference), Query(.key), Query(.identity)].map { WireQuery($0) }
        for parts in [0, 1, 2, 3, 6, 7, 255, .max] as [UInt32] {
            for query in queries {
                let reply = try ask(
                    .search(
                        .with {
                            $0.query = query
                            $0.parts = parts
                        }))
                #expect((reply.failure.status == -25316) == (parts & 3 == 2), "\(parts)")
            }
        }
        for change in [WireAttribute(.extractable, 1), WireAttribute(.keyClass, 2), WireAttribute(.keyClass, 0)] {
            for query in queries {
                let update = WireUpdate.with {
                    $0.query = query
                    $0.attributes = [change]
                }
                #expect(try ask(.update(update)).failure.status < 0)
            }
        }
        // What is stored comes back as it was stored, without this.
        let parts = SecretPart(data: Data(key.representation), secretAttributes: [:])
        let added = try ask(.add(.with { $0.item = WireNewItem(key.item, parts) }), key.representation)
        #expect(added.failure.status == 0 && added.item.persistentReference.count == 20)
        let use = WireUseKey(reference, key.signing)
        #expect(try ask(.useKey(use), AgentKey.message).failure.status == 0)
        #expect(answers > 30)
        #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
    }

    /// Requests that no library of ours sends.
    @Test func malformedUsesAreRefused() throws {
        let agent = try TestAgent()
        let reference = try agent.keychain().add(key.item).persistentReference
        let client = try agent.welcomedClient()
        let right = WireUseKey(reference, key.signing)
        #expect(try client.ask(.useKey(right), secret: AgentKey.message).reply.failure.status == 0)
        for (status, change) in [
            (-50, { $0.operation = 9 }), (-50, { $0.operation = .max }), (-50, { $0.operation = 1 }),
            (-50, { $0.keyType = 0 }), (-50, { $0.keyType = .max }), (-50, { $0.keyType = 105 }),
            (-50, { $0.algorithm = "" }), (-50, { $0.algorithm = "algid:sign:RSA:raw" }),
            (-4, { $0.algorithm = "algid:kem:ML-KEM" }),
            (-50, { $0.inputLength = 8 }), (-50, { $0.inputLength = .max }), (-50, { $0.persistentReference = Data() }),
            (-50, { $0.persistentReference = Data("genp".utf8) + Data(count: 16) }),
            (-25300, { $0.persistentReference = Data("keys".utf8) + Data(count: 16) }),
            (-25300, { $0.persistentReference = Data("idnt".utf8) + Data(count: 16) }),
            (-25293, { $0.authentication.context = 7 }),
        ] as [(Int32, (inout WireUseKey) -> Void)] {
            var use = right
            change(&use)
            #expect(try client.ask(.useKey(use), secret: AgentKey.message).reply.failure.status == status, "\(use)")
        }
        #expect(try client.ask(.useKey(right), secret: AgentKey.message).reply.failure.status == 0)
    }

    /// A small request may not have the agent take much memory for its answer.
    @Test func derivedKeysAreLimited() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        let reference = try keychain.add(key.item).persistentReference
        func status(_ count: Int) -> Int32 {
            keychain.statusOfSigning(
                by: reference,
                PrivateKeyRequest(
                    .exchange, .exchange(.standard, .sha256), type: .ellipticCurve, input: key.key.publicRepresentation,
                    parameters: ExchangeParameters(count: count)))
        }
        #expect(status(1 << 20) == 0)
        for count in [(1 << 20) + 1, .max, 0, -1] { #expect(status(count) == -50) }
        #expect(try agent.isServing())
    }

    /// An agent of an earlier release is not sent what it does not know.
    @Test func anAgentOfAnEarlierReleaseIsAStatus() throws {
        let agent = try ScriptedAgent(in: directory) { _, _ in .hangUp }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [TestAgent.group])
        let error = #expect(throws: KeychainError.self) {
            _ = try keychain.signature(by: PersistentReference(itemClass: .key, id: .makeRandom()), key.signing)
        }
        #expect(error?.code == .unimplemented && error?.remedy?.contains("restart the agent") == true)
        #expect(agent.end().isEmpty)
    }

    // MARK: - Whose key it is

    @Test func anotherProgramUsesTheKeyOnlyIfItIsShared() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        // Two programs, which differ in their places alone.
        let (owner, other) = (directory("owner/agent-probe"), directory("other/agent-probe"))
        for copy in [owner, other] {
            try FileManager.default.createDirectory(
                atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try ChildProcess.copy(Built.probe, to: copy)
        }
        let (reference, group) = try add(extractable: false, owner, agent)
        #expect(try run(owner, ["use-key", reference], agent).text.hasSuffix("\nno"))
        #expect(try run(other, ["use-key", reference], agent) == ("-25300", 1))
        let shared = try agent.run("apps", "share", group, other)
        #expect(shared.status == 0, "\(shared.text)")
        #expect(try run(other, ["use-key", reference], agent).text.hasSuffix("\nno"))
        #expect(try agent.run("apps", "unshare", group, other).status == 0)
        #expect(try run(other, ["use-key", reference], agent) == ("-25300", 1))
    }

    // MARK: - What becomes of the agent

    @Test func aLockBetweenTwoSignaturesEndsThem() throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let reference = try keychain.add(key.item).persistentReference
        try keychain.setPasscode(passcode("1234"))
        for _ in 0..<3 {
            // The second time the agent has the key in memory.
            for _ in 0..<2 { #expect(try key.hasMade(keychain.signature(by: reference, key.signing))) }
            try keychain.lock()
            #expect(keychain.statusOfSigning(by: reference, key.signing) == -25308)
            try keychain.unlock(passcode: passcode("1234"))
        }
        #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
        try keychain.delete(Query(reference))
        #expect(keychain.statusOfSigning(by: reference, key.signing) == -25300)
    }

    @Test func aNewAgentAnswers() throws {
        let agent = try TestAgent()
        let keychain = try agent.keychain()
        let reference = try keychain.add(key.item).persistentReference
        for _ in 0..<3 {
            #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
            try agent.restart()
        }
        agent.stop()
        #expect(keychain.statusOfSigning(by: reference, key.signing) == -25291)
        try agent.startAgain()
        #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
    }

    /// It is stopped, so that it cannot answer, and killed while the program waits.
    @Test func anAgentThatIsKilledMeanwhileIsAStatus() throws {
        let agent = try AgentProcess(home: directory.path)
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let reference = try keychain.add(key.item).persistentReference
        #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
        kill(agent.process.id, SIGSTOP)
        let status = Mutex<Int32>(0)
        let hasEnded = DispatchSemaphore(value: 0)
        let signing = key.signing
        Thread.detachNewThread {
            let ended = keychain.statusOfSigning(by: reference, signing)
            status.withLock { $0 = ended }
            hasEnded.signal()
        }
        agent.kill()
        #expect(hasEnded.wait(timeout: .now() + 300) == .success)
        #expect(status.withLock { $0 } == -25291)
        let next = try AgentProcess(home: directory.path)
        defer { next.end() }
        #expect(try key.hasMade(keychain.signature(by: reference, key.signing)))
    }

    /// Keys on curves and large ones, each by half of the threads.
    @Test func sixteenThreadsSignAtOnce() throws {
        let agent = try AgentProcess(home: directory.path)
        defer { agent.end() }
        let keychain = try Keychain.served(at: agent.socketPath, groups: [])
        let keys = [key, try AgentKey(.rsa(bits: 2048))]
        let references = try keys.map { try keychain.add($0.item).persistentReference }
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { thread in
            let (key, reference) = (keys[thread % 2], references[thread % 2])
            for _ in 0..<25 {
                let isRight = try? key.hasMade(keychain.signature(by: reference, key.signing))
                if isRight != true { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    // MARK: - The log

    @Test func theLogHasEachUse() throws {
        let records = try AgentRecords.inMemory()
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records))
        let keychain = try agent.keychain()
        let reference = try keychain.add(key.item).persistentReference
        let id = reference.data.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        _ = try keychain.signature(by: reference, key.signing)
        try keychain.delete(Query(reference))
        #expect(keychain.statusOfSigning(by: reference, key.signing) == -25300)
        agent.stop()
        let uses = try directory.contents(below: "audit").split(separator: "\n").filter { $0.contains("\"use\"") }
        try #require(uses.count == 2, "\(uses)")
        #expect(uses[0].contains(id) && uses[0].contains("keys") && uses[0].contains(TestAgent.group))
        #expect(uses[1].contains("-25300") && uses[1].contains("keys"))
    }
}
