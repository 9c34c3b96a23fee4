import AccessPolicy
import AgentClient
import CLinux
import Foundation
import KeyManagement
import KeychainServices
import ProcessIdentity
import Secrets
import TestSupport
import Testing

@testable import Agent

/// What one process unlocks serves the next one, through the agent, until a lock.
@Suite(.timeLimit(.minutes(60))) struct PortableKeychainTests {
    private let directory: TemporaryDirectory
    private let agent: TestAgent
    private var path: String { directory("build.keychain-db") }

    init() throws {
        directory = try TemporaryDirectory(mode: 0o700)
        agent = try TestAgent()
    }

    private func keys(_ groups: [String] = [TestAgent.group]) throws -> any UnlockedKeys {
        try UserKeychains.unlockedKeys(at: agent.socketPath, groups: groups)
    }

    /// The keychain as a new process has it.
    private func open(_ groups: [String] = [TestAgent.group]) throws -> PortableKeychain {
        let keys = try keys(groups)
        return try PortableKeychain(path: path, cost: .cheapForTests) { () throws(KeychainError) in keys }
    }

    private func items(_ keychain: PortableKeychain) -> Keychain {
        keychain.keychain { () throws(KeychainError) in AccessGroups([TestAgent.group]) }
    }

    private func expectLocked(_ keychain: PortableKeychain) {
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            _ = try items(keychain).items(matching: Query(.genericPassword))
        }
    }

    @Test func eachStepOfABuildIsAProcessOfItsOwn() throws {
        try open().create(password: passcode("sesame"))
        try items(open()).add("kim", "secret")
        #expect(try open().settings() == .initial)
        try open().set(PortableSettings(locksOnSleep: false, interval: 21_600))
        try open().lock()
        expectLocked(try open())
        #expect(throws: KeychainError(.authenticationFailed, "")) { try open().unlock(password: passcode("guess")) }
        expectLocked(try open())
        try open().unlock(password: passcode("sesame"))
        let found = try items(open()).items(matching: Query(.genericPassword), reading: .data)
        #expect(found.first?.data == Data("secret".utf8))
        try open().delete()
        #expect(throws: KeychainError(.noSuchKeychain, "")) { try open().unlock(password: passcode("sesame")) }
    }

    @Test func aProgramWithoutTheGroupDoesNotGetTheKey() throws {
        try open(["one", "team"]).create(password: passcode("sesame"))
        #expect(try open(["team"]).isUnlocked())
        for groups in [["two"], ["*"], ["two", "*"]] { expectLocked(try open(groups)) }
        // A group that only looks the same is another.
        try open(["caf\u{e9}"]).unlock(password: passcode("sesame"))
        #expect(try open(["caf\u{e9}"]).isUnlocked())
        expectLocked(try open(["cafe\u{301}"]))
        // Who has the password is given it, and takes it from none.
        try open(["two"]).unlock(password: passcode("sesame"))
        #expect(try open(["two"]).isUnlocked())
        #expect(try open(["one"]).isUnlocked())
        try open(["two"]).lock()
        expectLocked(try open(["one"]))
    }

    /// The key of a file is for ever, and for writing: more than a token opens.
    @Test(arguments: [true, false]) func theGroupOfATokenOpensNoPortableKeychain(isReadOnly: Bool) throws {
        let policy = try PolicyKeeper(.inMemory())
        let expiry = Date() + 3600
        let grant = try policy.change { document throws(PolicyError) in
            let made = try document.makeToken(
                group: "team", readOnly: isReadOnly, uid: 1000, expires: expiry, label: "build", now: Date())
            do throws(TokenRefusal) { return try document.present(made.text, uid: 1000, now: Date()) } catch {
                throw .notFound("token")
            }
        }
        let service = try Keychain.inMemory(accessGroups: AccessGroups(["*"])).service()
        let program = try OpenGate().inspect(ProcessCredentials(clinux_credentials()), pidfd: -1)
        let admissions = Admissions(OpenGate(), service)
        var session = admissions.makeSession(of: program, wanted: ["one", "team"], token: grant)
        try admissions.admit(&session)
        #expect(session.keychain.accessGroups.names == ["one", "team"])
        #expect(PortableKeyRequests.groups(of: session) == ["one"])
        session = admissions.makeSession(of: program, wanted: ["one", "team"], token: nil)
        try admissions.admit(&session)
        #expect(PortableKeyRequests.groups(of: session) == ["one", "team"])
    }

    @Test func aProgramThatIsConnectedLosesItWithTheLock() throws {
        let keychain = try open()
        try keychain.create(password: passcode("sesame"))
        try items(keychain).add("kim", "secret")
        try keys().lock(nil)
        expectLocked(keychain)
        // One that ends keeps nothing, and neither does its successor.
        try keychain.unlock(password: passcode("sesame"))
        try agent.restart()
        expectLocked(keychain)
    }

    @Test func suspendLocksAndALockedScreenDoesNot() throws {
        try open().create(password: passcode("sesame"))
        for cause in [AgentServer.LockCause.session, .screen, .idle] { try agent.lock(because: cause) }
        #expect(try open().isUnlocked())
        try agent.lock(because: .sleep)
        expectLocked(try open())
        try open().unlock(password: passcode("sesame"))
        try open().set(PortableSettings(locksOnSleep: false, interval: nil))
        try agent.lock(because: .sleep)
        #expect(try open().isUnlocked())
    }

    @Test func aLockThatComesWhileAPasswordIsCheckedWins() throws {
        let keys = try keys()
        let number = try keys.lockNumber()
        try keys.lock(Array(repeating: 1, count: 16))
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try keys.keep(
                SecretBytes(random: 32), of: Array(repeating: 1, count: 16), settings: .initial, since: number)
        }
        // A number of the future is none.
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try keys.keep(
                SecretBytes(random: 32), of: Array(repeating: 1, count: 16), settings: .initial, since: .max)
        }
    }

    @Test func requestsOfTheWrongSizeAreRefused() throws {
        let keys = try keys()
        for (key, id) in [(31, 16), (33, 16), (0, 16), (32, 15), (32, 0), (32, 100_000)] {
            #expect(throws: KeychainError(.parameter, "")) {
                try keys.keep(
                    SecretBytes(random: key), of: Array(repeating: 1, count: id), settings: .initial,
                    since: keys.lockNumber())
            }
        }
    }

    @Test func oneProgramLeavesRoomForOthers() throws {
        let crowd = try keys(["crowd"])
        func keep(_ number: Int, _ keys: any UnlockedKeys) throws {
            try keys.keep(
                SecretBytes(random: 32), of: [UInt8](repeating: 0, count: 15) + [UInt8(number)], settings: .initial,
                since: keys.lockNumber())
        }
        for number in 0..<UnlockedKeyTable.share { try keep(number, crowd) }
        #expect(throws: KeychainError(.notAvailable, "")) { try keep(200, crowd) }
        try keep(201, keys(["other"]))
    }
}
