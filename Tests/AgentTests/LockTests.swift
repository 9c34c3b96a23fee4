import AccessPolicy
import Agent
import Dispatch
import Foundation
import KeychainServices
import KeyManagement
import Synchronization
import TestSupport
import Testing

/// What a lock means for those who are asking while it falls.
@Suite struct LockTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    private func fileKeychain() throws -> Keychain {
        try Keychain(
            root: KeychainRoot(path: directory("data")), accessGroups: AccessGroups(["*"]), passcodeCost: .cheapForTests
        )
    }

    private static let secrets = Set((0..<40).map { "secret \($0)" })

    private func makeItems(_ keychain: Keychain) throws {
        try keychain.add(
            contentsOf: (0..<40).map {
                NewItem(.genericPassword, [.account: .string("\($0)")], data: Data("secret \($0)".utf8))
            })
    }

    /// What a search gives: every secret, or the status of a locked keychain.
    private enum Outcome: Hashable { case all, locked, other(String) }

    private static func search(_ keychain: Keychain) -> Outcome {
        do {
            let items = try keychain.items(matching: Query(.genericPassword), reading: [.attributes, .data])
            let found = Set(items.map { $0.data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" })
            return found == secrets && items.count == 40 ? .all : .other("\(items.count) items")
        } catch {
            return error.code.rawValue == -25308 ? .locked : .other("\(error)")
        }
    }

    @Test func aSearchDuringALockIsWholeOrAStatus() throws {
        let agent = try TestAgent(fileKeychain(), in: directory)
        let keychain = try agent.keychain()
        try makeItems(keychain)
        try keychain.setPasscode(passcode("short passcode"))
        let outcomes = Mutex<[Outcome: Int]>([:])
        let goesOn = Mutex(true)
        let group = DispatchGroup()
        for _ in 0..<6 {
            group.enter()
            Thread.detachNewThread {
                while goesOn.withLock({ $0 }) {
                    let outcome = Self.search(keychain)
                    outcomes.withLock { $0[outcome, default: 0] += 1 }
                }
                group.leave()
            }
        }
        for _ in 0..<200 {
            try keychain.lock()
            try keychain.unlock(passcode: passcode("short passcode"))
        }
        goesOn.withLock { $0 = false }
        group.wait()
        let seen = outcomes.withLock { $0 }
        #expect(Set(seen.keys).isSubset(of: [.all, .locked]), "\(seen)")
        #expect(seen[.all, default: 0] > 0 && seen[.locked, default: 0] > 0, "\(seen)")
        #expect(Self.search(keychain) == .all)
    }

    @Test func aLockIsForAllWhoAreConnected() throws {
        let agent = try TestAgent(fileKeychain(), in: directory)
        let (one, other) = (try agent.keychain(), try agent.keychain())
        try makeItems(one)
        #expect(try one.lockState() == .noPasscode)
        try one.setPasscode(passcode("some passcode"))
        #expect(try other.lockState() == .unlocked)
        #expect(Self.search(other) == .all)
        try other.lock()
        #expect(try one.lockState() == .lockedAfterFirstUnlock)
        #expect(Self.search(one) == .locked)
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try one.add("another", "secret") }
        try one.unlock(passcode: passcode("some passcode"))
        #expect(Self.search(other) == .all)
    }

    /// What a new process of the agent knows: nothing that takes the passcode.
    @Test func anAgentStartsLocked() throws {
        do {
            let keychain = try fileKeychain()
            try makeItems(keychain.with(accessGroups: AccessGroups([TestAgent.group])))
            try keychain.add(
                NewItem(
                    .genericPassword,
                    [.account: "early", .service: "agent", .accessible: "dk", .accessGroup: .string(TestAgent.group)],
                    data: Data("early secret".utf8)))
            try keychain.setPasscode(passcode("some passcode"))
            keychain.close()
        }
        let home = directory.path
        let agent = try AgentProcess(home: home)
        defer { agent.end() }
        #expect(try agent.run("status").text.contains("passcode"))
        let client = try RawClient(agent.socketPath)
        _ = try client.greet()
        #expect(try client.ask(.lockState(.init())).reply.lockState.state == 1)
    }

    // MARK: - Time

    @Test func theKeychainLocksItselfAfterATimeWithoutUse() throws {
        let agent = try TestAgent(fileKeychain(), in: directory) {
            $0.autoLock = 1
            $0.second = 5_000_000
        }
        let keychain = try agent.keychain()
        try makeItems(keychain)
        for _ in 0..<3 {
            if try keychain.lockState() == .noPasscode {
                try keychain.setPasscode(passcode("some passcode"))
            } else {
                try keychain.unlock(passcode: passcode("some passcode"))
            }
            // Other tests of this process use keys as well, and put it off.
            #expect(agent.gate.lockedEvent.wait(timeout: .now() + 300) == .success)
            #expect(try keychain.lockState() == .lockedAfterFirstUnlock)
            #expect(Self.search(keychain) == .locked)
        }
    }

    /// The agent keeps the time: a program that has unlocked the keychain and was stopped keeps its connection, and nothing unlocked.
    @Test func aStoppedProgramKeepsNothingUnlocked() throws {
        let agent = try TestAgent(fileKeychain(), in: directory) {
            $0.autoLock = 1
            $0.second = 200_000_000
        }
        let keychain = try agent.keychain()
        try makeItems(keychain)
        try keychain.setPasscode(passcode("some passcode"))
        #expect(agent.gate.lockedEvent.wait(timeout: .now() + 300) == .success)
        let program = try ChildProcess(
            [Built.probe, "repeat", "unlock", "some passcode"],
            variables: AgentProcess.environment(home: directory.path), input: .piped)
        #expect(program.line() == "ready")
        program.write("\n")
        #expect(program.line() == "unlocked")
        program.send(SIGSTOP)
        #expect(agent.gate.lockedEvent.wait(timeout: .now() + 300) == .success)
        #expect(program.isRunning)
        #expect(Self.search(keychain) == .locked)
    }

    @Test func useKeepsTheKeychainOpen() throws {
        let interval: UInt64 = 400_000_000
        let agent = try TestAgent(fileKeychain(), in: directory) {
            $0.autoLock = 1
            $0.second = interval
        }
        let keychain = try agent.keychain()
        try makeItems(keychain)
        try keychain.setPasscode(passcode("some passcode"))
        let start = DispatchTime.now().uptimeNanoseconds
        var last = start
        var longestPause: UInt64 = 0
        while last - start < 3 * interval {
            guard Self.search(keychain) == .all else { break }
            let now = DispatchTime.now().uptimeNanoseconds
            longestPause = max(longestPause, now - last)
            last = now
        }
        // A machine that stood still for that long locks rightly.
        #expect(last - start >= 3 * interval || longestPause > interval / 2)
    }

    @Test func withoutATimeTheKeychainStaysOpen() throws {
        let agent = try TestAgent(fileKeychain(), in: directory) {
            $0.autoLock = 0
            $0.second = 1
        }
        let keychain = try agent.keychain()
        try keychain.setPasscode(passcode("some passcode"))
        #expect(try keychain.lockState() == .unlocked)
    }

    // MARK: - Requests that are under way

    /// Calls a function when the agent counts an attempt: the request has come then, and nothing has been derived yet.
    private final class Interruption: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        func onNextAttempt(_ new: @escaping @Sendable () -> Void) { body.withLock { $0 = new } }

        func clocks() -> PasscodeThrottle.Clocks {
            body.withLock { $0.take() }?()
            return PasscodeThrottle.Clocks(bootID: "boot", bootTime: 1000, wallTime: 1000)
        }
    }

    @Test(arguments: ["unlock", "change", "change because compromised", "remove"])
    func lockWinsOverARequestThatIsUnderWay(request: String) throws {
        let interruption = Interruption()
        let agent = try TestAgent(in: directory, records: .inMemory(), gate: .inTerminal) {
            $0.clocks = { interruption.clocks() }
        }
        let (keychain, other) = (try agent.keychain(), try agent.keychain())
        try keychain.add("kim", "secret")
        try keychain.setPasscode(passcode("old passcode"))
        if request == "unlock" { try keychain.lock() }
        interruption.onNextAttempt { try? other.lock() }
        let locked = KeychainError(.interactionNotAllowed, "")
        switch request {
        case "unlock": #expect(throws: locked) { try keychain.unlock(passcode: passcode("old passcode")) }
        case "remove": #expect(throws: locked) { try keychain.removePasscode(passcode("old passcode")) }
        default:
            try keychain.changePasscode(
                from: passcode("old passcode"), to: passcode("new passcode"), compromised: request != "change")
        }
        #expect(try agent.served.lockState() == .lockedAfterFirstUnlock)
        #expect(throws: locked) { try keychain.secret("kim") }
        try keychain.unlock(passcode: passcode(request.hasPrefix("change") ? "new passcode" : "old passcode"))
        #expect(try keychain.secret("kim") == "secret")
    }
}
