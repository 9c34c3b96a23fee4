import AccessPolicy
import AgentClient
import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Agent

/// Access lists of the device's keychain: a list that names another program opens a group to it if a person agrees, and in no other way.
@Suite(.timeLimit(.minutes(60))) struct AccessListTests {
    private static let other = "/usr/bin/id"
    private static let third = "/usr/bin/true"

    private let policy: PolicyKeeper

    init() throws {
        policy = try PolicyKeeper(.inMemory())
        try bind(TestAgent.group, to: .system(path: "/test"))
    }

    private func bind(_ group: String, to subject: Subject) throws {
        try policy.change { document throws(PolicyError) in
            try document.apply(document.groups(for: subject, proposed: [group], now: Date()))
        }
    }

    private func agent(_ subject: Subject? = nil, records: AgentRecords? = nil) throws -> TestAgent {
        var gate = OpenGate()
        gate.subject = try subject ?? .system(path: "/test")
        return try TestAgent(records: records, gate: gate, policy: policy)
    }

    /// A person in front of a prompter, who answers by the other program's path, until the agent ends.
    private final class Person: Sendable {
        let asked = Mutex<[String]>([])
        let refusals = Mutex<[KeychainError.Code]>([])
        private let ended = DispatchSemaphore(value: 0)

        init(
            _ agent: TestAgent, inWindows: Bool = true, passcode text: String = "",
            _ verdict: @escaping @Sendable (String) -> WireQuestionAnswer.Verdict
        ) {
            let isThere = DispatchSemaphore(value: 0)
            let administration = AgentAdministration(at: agent.socketPath)
            Thread.detachNewThread { [self] in
                try? administration.showQuestions(.with { $0.showsSheetsInTerminals = inWindows }) { list in
                    isThere.signal()
                    for question in list.questions {
                        asked.withLock {
                            $0.append("\(question.matter) \(question.sharedGroup) \(question.sharedWith)")
                        }
                        let id = question.id
                        do throws(KeychainError) {
                            try administration.answer(id, verdict(question.sharedWith), passcode: passcode(text))
                        } catch {
                            refusals.withLock { $0.append(error.code) }
                            try? administration.answer(id, .deny, passcode: passcode(""))
                        }
                    }
                    return true
                }
                isThere.signal()
                ended.signal()
            }
            isThere.wait()
        }

        /// To be called after the agent has ended.
        func wait() { ended.wait() }
    }

    private func question(_ path: String) -> String { "shareGroup \(TestAgent.group) \(path)" }

    private func list(_ programs: [String]?) throws -> Data {
        try AccessList(entries: [
            .init(paths: programs, name: "item", authorizations: ["ACLAuthorizationDecrypt"])
        ]).encoded()
    }

    private func item(_ account: String, _ list: Data) -> NewItem {
        NewItem(
            .genericPassword, [.account: .string(account), .service: "agent", .accessList: .data(list)],
            data: Data("secret".utf8))
    }

    private func add(_ list: Data, to agent: TestAgent, as account: String = "kim") -> KeychainError? {
        error { _ = try agent.keychain().add(item(account, list)) }
    }

    private var sharedWith: [String] { policy.document.shares(of: TestAgent.group).map(\.subject.key) }

    // MARK: - A person decides

    @Test(arguments: [WireQuestionAnswer.Verdict.deny, .denyAlways, .fallBack, .allowOnce, .allowSession, .allowAlways])
    func aPersonDecides(verdict: WireQuestionAnswer.Verdict) throws {
        let agent = try agent()
        let person = Person(agent) { _ in verdict }
        let isYes = [.allowOnce, .allowSession, .allowAlways].contains(verdict)
        #expect(try add(list([Self.other]), to: agent)?.code == (isYes ? nil : .userCanceled))
        #expect(sharedWith == (isYes ? [Self.other] : []))
        #expect(try agent.served.items(matching: Query(.genericPassword)).count == (isYes ? 1 : 0))
        #expect(person.asked.withLock { $0 } == [question(Self.other)])
        agent.stop()
        person.wait()
    }

    @Test func eachProgramIsAskedAboutOnce() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowOnce }
        #expect(try add(list([Self.other]), to: agent) == nil)
        #expect(try add(list([Self.other, "/test"]), to: agent, as: "robin") == nil)
        let keychain = try agent.keychain()
        let query = Query(.genericPassword, [.account: "kim"])
        let changes = Changes([.accessList: .data(try list([Self.third, Self.other]))])
        #expect(try keychain.update(query, with: changes) == 1)
        #expect(person.asked.withLock { $0 } == [question(Self.other), question(Self.third)])
        #expect(sharedWith.sorted() == [Self.other, Self.third])
        let kept = try keychain.items(matching: query).first?.accessList?.programs.paths
        #expect(kept == [Self.other, Self.third])
        agent.stop()
        person.wait()
    }

    // MARK: - The end of a share

    private func set(_ list: Data, of account: String, by keychain: Keychain) throws {
        let query = Query(.genericPassword, [.account: .string(account)])
        #expect(try keychain.update(query, with: Changes([.accessList: .data(list)])) == 1)
    }

    @Test func aShareEndsWithTheLastListThatNamesTheProgram() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowAlways }
        let keychain = try agent.keychain()
        #expect(try add(list([Self.other]), to: agent) == nil)
        #expect(try add(list([Self.other, Self.third]), to: agent, as: "robin") == nil)
        #expect(sharedWith.sorted() == [Self.other, Self.third])
        // Another list names it still.
        try set(list([]), of: "kim", by: keychain)
        #expect(sharedWith.sorted() == [Self.other, Self.third])
        try set(list([Self.third]), of: "robin", by: keychain)
        #expect(sharedWith == [Self.third])
        // A partition list, or a list for what is no use, is no end.
        let lists = AccessList(entries: [
            .init(paths: [Self.third], name: "item", authorizations: ["ACLAuthorizationDecrypt"]),
            .init(paths: [], name: "apple:", authorizations: ["ACLAuthorizationPartitionID"]),
        ])
        try set(lists.encoded(), of: "robin", by: keychain)
        #expect(sharedWith == [Self.third])
        // Lists that name nobody, like damaged ones, end the rest; a later list asks again.
        try set(Data([255]), of: "robin", by: keychain)
        #expect(sharedWith.isEmpty)
        try set(list([Self.third]), of: "kim", by: keychain)
        #expect(sharedWith == [Self.third])
        #expect(person.asked.withLock { $0.count } == 3)
        agent.stop()
        person.wait()
    }

    @Test func whatWasSharedByHandStays() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowAlways }
        let keychain = try agent.keychain()
        try policy.change { document throws(PolicyError) in
            try document.share(TestAgent.group, with: .system(path: Self.other), now: Date())
        }
        #expect(try add(list([Self.other, Self.third]), to: agent) == nil)
        try set(list([]), of: "kim", by: keychain)
        #expect(sharedWith == [Self.other])
        // Also if it was shared by hand after a list had shared it.
        try set(list([Self.third]), of: "kim", by: keychain)
        try policy.change { document throws(PolicyError) in
            try document.share(TestAgent.group, with: .system(path: Self.third), now: Date())
        }
        try set(list([]), of: "kim", by: keychain)
        #expect(sharedWith.sorted() == [Self.other, Self.third])
        agent.stop()
        person.wait()
    }

    /// A list that a restart finds in the policy is known to be one.
    @Test func theOriginOfAShareIsStored() throws {
        let subject = try Subject.system(path: Self.other)
        try policy.change { document throws(PolicyError) in
            try document.share(TestAgent.group, with: subject, isByLists: true, now: Date())
        }
        let again = try PolicyDocument(decoding: policy.document.encoded())
        #expect(try again.programsByLists(on: TestAgent.group, of: .system(path: "/test")) == [Self.other])
        #expect(again.programsByLists(on: TestAgent.group, of: subject).isEmpty)
    }

    /// A program that has the group by a share can change lists, and takes it from no other program.
    @Test func onlyTheOwnerEndsShares() throws {
        try policy.change { document throws(PolicyError) in
            try document.share(TestAgent.group, with: .system(path: Self.other), isByLists: true, now: Date())
        }
        let agent = try agent(.system(path: "/attacker"))
        var stored = try item("kim", list([Self.other]))
        stored.attributes[.accessGroup] = .string(TestAgent.group)
        try agent.served.add(stored)
        try set(list([]), of: "kim", by: agent.keychain())
        #expect(sharedWith == [Self.other])
    }

    @Test func oneNoSharesWithNone() throws {
        let agent = try agent()
        let person = Person(agent) { $0 == Self.third ? .deny : .allowOnce }
        #expect(try add(list([Self.other, Self.third]), to: agent)?.code == .userCanceled)
        #expect(sharedWith.isEmpty)
        let batch = error {
            _ = try agent.keychain().add(contentsOf: [item("a", list([Self.other])), item("b", list([Self.third]))])
        }
        #expect(batch?.code == .userCanceled && sharedWith.isEmpty)
        #expect(try agent.served.items(matching: Query(.genericPassword)).isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func withoutAPersonNothingIsShared() throws {
        let agent = try agent()
        #expect(try add(list([Self.other]), to: agent)?.code == .interactionNotAllowed)
        // Every program can make itself a terminal, where without a passcode it would answer itself.
        let attacker = Person(agent, inWindows: false) { _ in .allowAlways }
        #expect(try add(list([Self.other]), to: agent)?.code == .interactionNotAllowed)
        #expect(attacker.asked.withLock { $0 }.isEmpty && sharedWith.isEmpty)
        // A program that wants no questions gets none.
        let person = Person(agent) { _ in .allowAlways }
        let quiet = error {
            _ = try agent.keychain().add(item("kim", list([Self.other])), with: Authentication(interaction: .fail))
        }
        #expect(quiet?.code == .interactionNotAllowed && person.asked.withLock { $0 }.isEmpty)
        agent.stop()
        attacker.wait()
        person.wait()
    }

    @Test(arguments: [("guess", false), ("a passcode", true)])
    func aTerminalTakesThePasscode(typed: String, isRight: Bool) throws {
        let agent = try agent()
        try agent.served.setPasscode(passcode("a passcode"))
        let person = Person(agent, inWindows: false, passcode: typed) { _ in .allowAlways }
        #expect(try add(list([Self.other]), to: agent)?.code == (isRight ? nil : .userCanceled))
        #expect(sharedWith == (isRight ? [Self.other] : []))
        #expect(person.refusals.withLock { $0 } == (isRight ? [] : [.authenticationFailed]))
        agent.stop()
        person.wait()
    }

    // MARK: - What nobody is asked about

    @Test func aProgramThatNamesItselfOrAllProgramsSharesNothing() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowAlways }
        #expect(try add(list(["/test"]), to: agent) == nil)
        #expect(try add(list(nil), to: agent, as: "robin") == nil)
        #expect(try add(list([]), to: agent, as: "sam") == nil)
        #expect(person.asked.withLock { $0 }.isEmpty && policy.document.allShares.isEmpty)
        agent.stop()
        person.wait()
    }

    /// A program that has the group by a share, a token or an answer owns none of it.
    @Test func aProgramThatMayOnlyUseAnItemCannotShareIt() throws {
        let agent = try agent(.system(path: "/attacker"))
        let person = Person(agent) { _ in .allowAlways }
        for programs in [["/attacker", Self.other], [Self.other]] {
            #expect(try add(list(programs), to: agent)?.code == .missingEntitlement)
        }
        try agent.served.add(
            NewItem(
                .genericPassword, [.account: "victim", .accessGroup: .string(TestAgent.group)], data: Data("s".utf8)))
        let changes = Changes([.accessList: .data(try list([Self.other]))])
        let refusal = error {
            _ = try agent.keychain().update(Query(.genericPassword, [.account: "victim"]), with: changes)
        }
        #expect(refusal?.code == .missingEntitlement)
        #expect(person.asked.withLock { $0 }.isEmpty && policy.document.allShares.isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func aReservedGroupIsNotShared() throws {
        try policy.change { document throws(PolicyError) in
            try document.secure(TestAgent.group, by: .secured(path: "/test"), now: Date())
        }
        let agent = try agent(.secured(path: "/test"))
        let person = Person(agent) { _ in .allowAlways }
        #expect(try add(list([Self.other]), to: agent)?.code == .missingEntitlement)
        #expect(person.asked.withLock { $0 }.isEmpty && policy.document.allShares.isEmpty)
        agent.stop()
        person.wait()
    }

    /// A program that was never seen has no contents that a person could agree to: whatever comes to its path later is another one.
    @Test func programsThatTheAgentDoesNotKnowGetNothing() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowAlways }
        let unknown = [
            "/nothing/is/here", "/usr/bin/../bin/id", "//usr/bin/id", "/bin/sh", "/usr/bin/bash", "/proc/self/exe",
        ]
        #expect(try add(list(unknown), to: agent) == nil)
        #expect(person.asked.withLock { $0 }.isEmpty && policy.document.allShares.isEmpty)
        agent.stop()
        person.wait()
    }

    @Test func hostileListsNameNobody() throws {
        let agent = try agent()
        let person = Person(agent) { _ in .allowAlways }
        var crowd: [UInt8] = [2, 1, 0, 0, 0, 0, 0, 1, 0, 23] + Array("ACLAuthorizationDecrypt".utf8)
        withUnsafeBytes(of: UInt16(10_000).bigEndian) { crowd += $0 }
        for number in 0..<10_000 { crowd += [0, 5] + Array("/\(1000 + number % 9000)".utf8) + [0] }
        for (number, bytes) in [crowd, [], [255], Array(crowd.prefix(60_000))].enumerated() {
            #expect(add(Data(bytes), to: agent, as: "\(number)") == nil)
        }
        let kept = try agent.keychain().items(matching: Query(.genericPassword)).map(\.accessList)
        #expect(kept == Array(repeating: .namingNobody, count: 4))
        #expect(person.asked.withLock { $0 }.isEmpty && policy.document.allShares.isEmpty)
        agent.stop()
        person.wait()
    }
}
