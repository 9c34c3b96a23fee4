import Agent
import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import KeyManagement
import TestSupport
import Testing

/// What was asked is written down, and nothing of what was said.
@Suite struct AuditTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    /// Texts that no record may have.
    private enum Said {
        static let secret = "SECRET-Tr0ub4dour"
        static let changed = "CHANGED-Tr0ub4dour"
        static let account = "ACCOUNT-kim"
        static let label = "LABEL-of-kim"
        static let passcode = "PASSCODE-right"
        static let wrong = "PASSCODE-wrong"
        static let all = [secret, changed, account, label, passcode, wrong]
    }

    private func useEverything(_ keychain: Keychain) throws {
        let query = Query(.genericPassword, [.account: .string(Said.account)])
        let attributes: Attributes = [.account: .string(Said.account), .label: .string(Said.label)]
        try keychain.add(NewItem(.genericPassword, attributes, data: Data(Said.secret.utf8)))
        #expect(throws: KeychainError.self) {
            try keychain.add(NewItem(.genericPassword, attributes, data: Data(Said.secret.utf8)))
        }
        _ = try keychain.items(matching: query, reading: .attributes)
        _ = try keychain.items(matching: query, reading: .data)
        try keychain.update(query, with: Changes(data: .replace(Data(Said.changed.utf8))))
        try keychain.setPasscode(passcode(Said.passcode))
        try keychain.lock()
        #expect(throws: KeychainError.self) { _ = try keychain.items(matching: query, reading: .data) }
        #expect(throws: KeychainError.self) { try keychain.unlock(passcode: passcode(Said.wrong)) }
        try keychain.unlock(passcode: passcode(Said.passcode))
        _ = try keychain.verify(passcode: passcode(Said.wrong))
        _ = try keychain.makeRecoveryKey()
        try keychain.changePasscode(from: passcode(Said.passcode), to: passcode(Said.passcode + "2"))
        try keychain.removePasscode(passcode(Said.passcode + "2"))
        try keychain.delete(query)
    }

    @Test func everyOperationLeavesARecordWithoutWhatWasSaid() throws {
        let records = try AgentRecords.inMemory()
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records))
        try useEverything(agent.keychain())
        agent.stop()
        let log = try directory.contents(below: "audit")
        for operation in [
            "add", "search", "read", "update", "set-passcode", "lock", "unlock", "verify-passcode", "make-recovery-key",
            "change-passcode", "remove-passcode", "delete",
        ] {
            #expect(log.contains("\"\(operation)\""), "no \(operation) in\n\(log)")
        }
        // The answers: a duplicate, a locked keychain, a wrong passcode.
        for status in ["-25299", "-25308", "-25293"] { #expect(log.contains(status), "no \(status)") }
        #expect(log.contains("genp"))
        #expect(log.contains("/test"))
        for said in Said.all {
            #expect(!log.contains(said), "\(said)")
            #expect(!log.contains(Data(said.utf8).base64EncodedString().dropLast(4)), "\(said) in base 64")
            #expect(!log.contains(said.utf8.map { String($0, radix: 16) }.joined()), "\(said) in hexadecimal")
        }
    }

    /// A batch, and what finds many items, leave a record for each.
    @Test func everyItemThatWasReadIsNamed() throws {
        let records = try AgentRecords.inMemory()
        let agent = try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records))
        let keychain = try agent.keychain()
        let references = try keychain.add(
            contentsOf: (0..<5).map { NewItem(.genericPassword, [.account: .string("\($0)")], data: Data()) })
        _ = try keychain.items(matching: Query(.genericPassword), reading: .data)
        agent.stop()
        let log = try directory.contents(below: "audit").lowercased()
        for reference in references {
            let id = reference.data.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(log.contains(id), "no \(id)")
        }
    }

    // MARK: - Groups and items

    /// One line of the log.
    private struct Line: Decodable {
        let operation: String?
        let `class`: String?
        let group: String?
        let item: String?
        let status: Int32?
        let subject: String?
        let strength: String?
        let times: Int?
    }

    private func lines() throws -> [Line] {
        try directory.contents(below: "audit").split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }

    private func agent(
        _ gate: OpenGate = OpenGate(), configure: @escaping (inout AgentServer.Configuration) -> Void = { _ in }
    ) throws -> TestAgent {
        let records = try AgentRecords.inMemory()
        return try TestAgent(
            in: directory, records: records, audit: Auditor(directory: directory("audit"), records: records),
            gate: gate, configure: configure)
    }

    private static func hexadecimal(_ reference: PersistentReference) -> String {
        reference.data.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: ["add", "update", "delete"])
    func everyItemThatWasChangedIsNamedWithItsGroup(operation: String) throws {
        let agent = try agent()
        let keychain = try agent.keychain(groups: ["one", "two"])
        let items = [("a", "one"), ("b", "two")].map { account, group in
            NewItem(.genericPassword, [.account: .string(account), .accessGroup: .string(group)], data: Data())
        }
        let references = try keychain.add(contentsOf: items + [NewItem(.genericPassword, [.account: "c"])])
        let query = Query(.genericPassword)
        #expect(try keychain.update(query, with: Changes([.label: .string(Said.label)])) == 3)
        #expect(try keychain.delete(query) == 3)
        agent.stop()
        let lines = try lines().filter { $0.operation == operation }
        #expect(lines.map(\.group) == ["one", "two", "one"])
        #expect(lines.map(\.item) == references.map(Self.hexadecimal))
        #expect(lines.allSatisfy { $0.class == "genp" && $0.status == 0 })
        #expect(try !directory.contents(below: "audit").contains(Said.label))
    }

    /// What is locked may be removed, and only its id is known then.
    @Test func aLockedItemThatWasRemovedIsNamed() throws {
        let agent = try agent()
        let keychain = try agent.keychain()
        let added = try keychain.add(NewItem(.genericPassword, [.account: "kim"], data: Data()))
        try keychain.setPasscode(passcode(Said.passcode))
        try keychain.lock()
        try keychain.delete(Query(added.persistentReference))
        agent.stop()
        let line = try #require(try lines().first { $0.operation == "delete" })
        #expect(line.item == Self.hexadecimal(added.persistentReference))
        #expect(line.status == 0)
    }

    @Test func changeWithoutEffectIsLoggedOnce() throws {
        let agent = try agent()
        let query = Query(.genericPassword, [.account: "unknown"])
        _ = try? agent.keychain().delete(query)
        agent.stop()
        #expect(try lines().filter { $0.operation == "delete" }.map { $0.item ?? "" } == [""])
    }

    // MARK: - Locks

    @Test(arguments: [AgentServer.LockCause.sleep, .session, .screen])
    func lockByTheDesktopIsLoggedOnce(cause: AgentServer.LockCause) throws {
        let agent = try agent()
        try agent.lock(because: cause)
        try agent.keychain().setPasscode(passcode(Said.passcode))
        try agent.lock(because: cause)
        try agent.lock(because: cause)
        agent.stop()
        let lines = try lines().filter { $0.operation?.hasPrefix("lock") == true }
        #expect(lines.map(\.operation) == ["lock: \(cause)"])
        #expect(lines.first?.strength == "agent" && lines.first?.status == 0)
    }

    @Test func aLockAfterATimeWithoutUseIsWrittenDown() throws {
        let agent = try agent {
            $0.autoLock = 1
            $0.second = 5_000_000
        }
        try agent.keychain().setPasscode(passcode(Said.passcode))
        #expect(agent.gate.lockedEvent.wait(timeout: .now() + 300) == .success)
        agent.stop()
        #expect(try lines().contains { $0.operation == "lock: idle" })
    }

    // MARK: - What was refused

    @Test func requestsThatWereRefusedAreWrittenDown() throws {
        var gate = OpenGate()
        gate.isCommandLine = false
        let agent = try agent(gate)
        let client = try agent.welcomedClient()
        let tooLong = [UInt8](Said.secret.utf8)
        let asked: [(WireRequest.OneOf_Body, [UInt8], String, Int32)] = [
            (.policyListing(.init()), [], "policy-listing", -34018),
            (.readLog(.init()), [], "read-log", -34018),
            (.makeRecoveryKey(.init()), [], "make-recovery-key", -34018),
            (.policyChange(.with { $0.change = .release("group") }), [], "policy: release", -34018),
            (WirePasscodeRequest(.unlock, first: 99).body, tooLong, "unlock", -50),
            (.search(.with { $0.query.itemClass = "none" }), [], "search", -25306),
            (.delete(.with { $0.query.itemClass = "none" }), [], "delete", -25306),
            (.addBatch(.with { $0.count = 0 }), [], "add", -50),
        ]
        for (body, secret, _, status) in asked {
            #expect(try client.ask(body, secret: secret).reply.failure.status == status, "\(body)")
        }
        try client.send(WireRequest.with { $0.id = 1 }, extra: [0xDA, 0x3E, 2, 8, 1])
        #expect(try client.receive(WireReply.self).failure.status == -4)
        agent.stop()
        let lines = try lines().filter { $0.operation != nil }
        #expect(lines.map(\.operation) == asked.map(\.2) + ["unknown request"])
        #expect(lines.map(\.status) == asked.map(\.3) + [-4])
        #expect(try !directory.contents(below: "audit").contains(Said.secret))
    }

    /// As many refusals as rotated the whole log out leave a few records, and what was done before is still there.
    @Test func refusalsDoNotPushOutWhatWasDoneBefore() throws {
        var gate = OpenGate()
        gate.isCommandLine = false
        let agent = try agent(gate)
        try agent.keychain().add("before", Said.secret)
        let client = try agent.welcomedClient()
        let (rounds, inRound) = (140, 500)
        for round in 0..<rounds {
            let frames = try (0..<inRound).flatMap { number in
                let request = WireRequest.with {
                    $0.id = UInt64(round * inRound + number)
                    $0.policyListing = .init()
                }
                return RawClient.frame(try request.serializedBytes())
            }
            client.send(frames)
            for _ in 0..<inRound { #expect(try client.receive(WireReply.self).failure.status == -34018) }
        }
        agent.stop()
        let lines = try lines()
        #expect(lines.contains { $0.operation == "add" && $0.status == 0 })
        let refusals = lines.filter { $0.operation == "policy-listing" }
        // A minute passes once or twice on a slow machine.
        #expect(refusals.count < 100)
        #expect(refusals.reduce(0) { $0 + ($1.times ?? 1) } == rounds * inRound)
    }

    @Test func unknownProgramIsLogged() throws {
        var gate = OpenGate()
        gate.isBlind = true
        let agent = try agent(gate)
        let client = try RawClient(agent.socketPath)
        try client.send(RawClient.hello())
        #expect(try client.receive(WireServerHello.self).failure.status == -34018)
        #expect(client.isHungUp())
        agent.stop()
        let line = try #require(try lines().first { $0.operation == "connect" })
        #expect(line.status == -34018)
        #expect(line.strength == "unidentified")
        #expect(line.subject == "process \(getpid())")
    }

    @Test func aRealAgentWritesItsLogBeforeItEnds() throws {
        let agent = try AgentProcess(home: directory.path)
        #expect(try agent.run("set", "mail", "one", input: Said.secret + "\n").status == 0)
        #expect(try agent.run("get", "mail", "one").text == Said.secret + "\n")
        agent.end()
        let log = try directory.contents(below: "data/audit")
        #expect(log.contains("\"read\""))
        #expect(log.contains(Built.chatelaine))
        #expect(!log.contains(Said.secret))
    }
}
