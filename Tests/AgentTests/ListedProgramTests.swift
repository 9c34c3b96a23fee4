import AccessPolicy
import AgentClient
import Foundation
import KeyManagement
import Secrets
import TestSupport
import Testing

@testable import Agent
@testable import KeychainServices

/// Access lists of portable keychains: the agent gives the key to programs that they name, while the keychain is unlocked.
@Suite(.timeLimit(.minutes(60))) struct ListedProgramTests {
    private let directory: TemporaryDirectory
    private var path: String { directory("build.keychain-db") }

    init() throws { directory = try TemporaryDirectory(mode: 0o700) }

    /// An agent to which every program is the one at a path, by its connections with one group or another.
    private func agent(_ subject: Subject? = nil) throws -> TestAgent {
        var gate = OpenGate()
        gate.subject = try subject ?? .system(path: "/usr/bin/id")
        return try TestAgent(gate: gate)
    }

    private func open(_ group: String, _ agent: TestAgent) throws -> PortableKeychain {
        let keys = try UserKeychains.unlockedKeys(at: agent.socketPath, groups: [group])
        return try PortableKeychain(path: path, cost: .cheapForTests) { () throws(KeychainError) in keys }
    }

    private func items(_ keychain: PortableKeychain) -> Keychain {
        keychain.keychain { () throws(KeychainError) in AccessGroups([TestAgent.group]) }
    }

    private func lists(_ programs: [String]?) throws -> AttributeValue {
        .data(
            try AccessList(entries: [
                .init(paths: programs, name: "", authorizations: ["ACLAuthorizationSign"])
            ]).encoded())
    }

    private func add(_ account: String, _ programs: [String]?, to keychain: PortableKeychain) throws {
        try items(keychain).add(
            NewItem(
                .genericPassword, [.account: .string(account), .accessList: lists(programs)], data: Data("secret".utf8))
        )
    }

    private func set(_ programs: [String]?, of account: String, in keychain: PortableKeychain) throws {
        let query = Query(.genericPassword, [.account: .string(account)])
        #expect(try items(keychain).update(query, with: Changes([.accessList: lists(programs)])) == 1)
    }

    private func isUnlocked(_ group: String, _ agent: TestAgent) throws -> Bool { try open(group, agent).isUnlocked() }

    @Test func aListedProgramGetsTheKeyWhileItIsUnlocked() throws {
        let agent = try agent()
        try open("maker", agent).create(password: passcode("sesame"))
        #expect(try !isUnlocked("other", agent))
        try add("kim", ["/usr/bin/true"], to: open("maker", agent))
        #expect(try !isUnlocked("other", agent))
        try add("robin", ["/usr/bin/id"], to: open("maker", agent))
        #expect(try isUnlocked("other", agent))
        let found = try items(open("other", agent)).items(matching: Query(.genericPassword), reading: .data)
        #expect(found.first?.data == Data("secret".utf8))
        // A lock takes it from all, and the password gives it to all again: the lists are in the file.
        try open("maker", agent).lock()
        #expect(try !isUnlocked("other", agent))
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try open("maker", agent).unlock(password: passcode("guess"))
        }
        #expect(try !isUnlocked("other", agent))
        try agent.restart()
        try open("maker", agent).unlock(password: passcode("sesame"))
        #expect(try isUnlocked("other", agent))
        // Settings are another use of the key.
        try open("maker", agent).set(PortableSettings(locksOnSleep: false, interval: nil))
        #expect(try isUnlocked("other", agent))
        try set([], of: "robin", in: open("maker", agent))
        #expect(try !isUnlocked("other", agent))
        #expect(try isUnlocked("maker", agent))
    }

    @Test func aProgramThatAListNamesCannotNameOthers() throws {
        let agent = try agent()
        try open("maker", agent).create(password: passcode("sesame"))
        try add("kim", ["/usr/bin/id"], to: open("maker", agent))
        let listed = try open("other", agent)
        #expect(try listed.isUnlocked())
        for programs: [String]? in [["/usr/bin/true"], nil, []] {
            #expect(throws: KeychainError(.interactionNotAllowed, "")) { try set(programs, of: "kim", in: listed) }
            #expect(throws: KeychainError(.interactionNotAllowed, "")) { try add("robin", programs, to: listed) }
        }
        let kept = try items(open("maker", agent)).items(matching: Query(.genericPassword)).map(
            \.accessList?.programs.paths)
        #expect(kept == [["/usr/bin/id"]])
        // Nor with the message itself.
        let keys = try UserKeychains.unlockedKeys(at: agent.socketPath, groups: ["other"])
        for id in [Array(repeating: 1, count: 16), try keychainID()] {
            #expect(throws: KeychainError(.interactionNotAllowed, "")) { try keys.list(.init(), of: id) }
            #expect(throws: KeychainError(.interactionNotAllowed, "")) {
                _ = try keys.identify(["/usr/bin/id"], for: id)
            }
        }
        // Who gives the password may.
        try listed.unlock(password: passcode("sesame"))
        try set(["/usr/bin/true"], of: "kim", in: listed)
        #expect(try !isUnlocked("third", agent))
    }

    private func keychainID() throws -> [UInt8] { try PortableFile(path).readKey().keychainID }

    @Test func anyProgramOfTheUserGetsIt() throws {
        for (subject, isAdmitted) in [
            (try Subject.interpreter(path: "/bin/sh"), true), (try .system(path: "/usr/bin/true"), true),
            (.unidentified, false), (try .confined(.flatpak, id: "shop", path: "/app/shop"), false),
        ] {
            let agent = try agent(subject)
            try open("maker", agent).create(password: passcode("sesame"))
            try add("kim", nil, to: open("maker", agent))
            #expect(try isUnlocked("other", agent) == isAdmitted, "\(subject)")
            try open("maker", agent).delete()
        }
    }

    @Test func hostileListsNameNobody() throws {
        let agent = try agent()
        try open("maker", agent).create(password: passcode("sesame"))
        let keys = try UserKeychains.unlockedKeys(at: agent.socketPath, groups: ["maker"])
        let id = try keychainID()
        let paths = ["/usr/bin/../bin/id", "//usr/bin/id", "id", "", "/usr/bin/id\0", "/nothing/is/here"]
        var programs = AccessList.Programs()
        programs.named = Set(paths.map { .init($0, .ofRoot) })
        try keys.list(programs, of: id)
        #expect(try !isUnlocked("other", agent))
        #expect(try keys.identify(paths, for: id).allSatisfy { $0 == .unknown })
        // Nor with the right path and another identity.
        let other = [UInt8](repeating: 7, count: 32)
        for identity in [.unasked, .unknown, .trusted, .digest(other)] as [AccessList.Identity] {
            programs.named = [.init("/usr/bin/id", identity)]
            try keys.list(programs, of: id)
            #expect(try !isUnlocked("other", agent), "\(identity)")
        }
        programs.named = Set((0..<1025).map { .init("/usr/bin/\($0)", .ofRoot) } + [.init("/usr/bin/id", .ofRoot)])
        #expect(throws: KeychainError(.parameter, "")) { try keys.list(programs, of: id) }
        #expect(throws: KeychainError(.parameter, "")) {
            _ = try keys.identify((0..<257).map { "/usr/bin/\($0)" }, for: id)
        }
        #expect(try !isUnlocked("other", agent))
        // In the file too: bytes that are none, and more programs than anyone names.
        let maker = try open("maker", agent)
        for bytes in [Data([255]), Data(repeating: 1, count: 70_000)] {
            try items(maker).add(
                NewItem(
                    .genericPassword, [.account: .string("\(bytes.count)"), .accessList: .data(bytes)], data: Data()))
        }
        #expect(try !isUnlocked("other", agent))
        for number in 0..<5 {
            try add("crowd\(number)", (0..<250).map { "/opt/\(number)/\($0)" }, to: maker)
        }
        try add("kim", ["/usr/bin/id"], to: maker)
        #expect(try !isUnlocked("other", agent))
    }

    /// Two programs that change lists at the same time leave the agent with what the file says.
    @Test func theLastListCounts() throws {
        let agent = try agent()
        try open("maker", agent).create(password: passcode("sesame"))
        for account in ["one", "two"] { try add(account, [], to: open("maker", agent)) }
        let opened = try ["one", "two"].map { ($0, try open("maker", agent)) }
        for round in 0..<10 {
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                let (account, keychain) = opened[index]
                #expect(throws: Never.self) {
                    try set(["/usr/bin/id"], of: account, in: keychain)
                    try set([], of: account, in: keychain)
                }
            }
            #expect(try !isUnlocked("other", agent), "round \(round)")
        }
    }
}
