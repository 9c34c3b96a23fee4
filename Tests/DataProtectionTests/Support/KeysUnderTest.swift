import AccessPolicy
import Agent
import AgentClient
import Foundation
import TestSupport
import Testing

@testable import DataProtection
@testable import KeyManagement
@testable import KeychainServices

/// Where the keychain is that has the keys.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case file, agent

    var testDescription: String { rawValue }
}

/// What a person has done to the keychain.
enum State: CaseIterable, Sendable {
    case noPasscode, beforeFirstUnlock, unlocked, lockedAfterFirstUnlock
}

/// A keychain of a test's own, and files beside it.
final class KeysUnderTest {
    static let group = "com.example.files"
    static let passcode = "1234"

    let directory: TemporaryDirectory
    private let transport: Transport
    private let groups: [String]
    private var open: Keychain?
    private var agent: AgentUnderTest?

    init(_ transport: Transport = .file, in directory: TemporaryDirectory? = nil, groups: [String] = [group]) throws {
        let directory = if let directory { directory } else { try TemporaryDirectory() }
        (self.directory, self.transport, self.groups) = (directory, transport, groups)
        try start()
    }

    deinit { end() }

    /// Not to be kept across ``restart()``.
    var keychain: Keychain {
        get throws { try #require(open) }
    }

    /// As another program has it.
    func keychain(groups: String...) throws -> Keychain { try keychain.with(accessGroups: AccessGroups(groups)) }

    private func start() throws {
        let root = KeychainRoot(path: directory("home"))
        switch transport {
        case .file:
            open = try Keychain(root: root, accessGroups: AccessGroups(groups), passcodeCost: .cheapForTests)
        case .agent:
            let served = try Keychain(root: root, accessGroups: AccessGroups(["*"]), passcodeCost: .cheapForTests)
            let agent = try AgentUnderTest(serving: served, in: directory("home"))
            self.agent = agent
            open = try agent.keychain(groups: groups)
        }
    }

    private func end() {
        open?.close()
        open = nil
        agent?.end()
        agent = nil
    }

    /// What the end of the process and a new start do.
    func restart() throws {
        end()
        try start()
    }

    func reach(_ state: State) throws {
        switch state {
        case .noPasscode: break
        case .unlocked: try keychain.setPasscode(secret(Self.passcode))
        case .lockedAfterFirstUnlock:
            try reach(.unlocked)
            try keychain.lock()
        case .beforeFirstUnlock:
            try reach(.unlocked)
            try restart()
        }
    }

    func unlock() throws { try keychain.unlock(passcode: secret(Self.passcode)) }

    // MARK: - Files

    func write(_ data: Data, _ fileClass: FileProtectionClass, _ name: String = "file") throws {
        let writer = try ProtectedFileWriter(directory(name), fileClass: fileClass, keys: keychain)
        try writer.write(contentsOf: data)
        try writer.finish()
    }

    func read(_ name: String = "file") throws -> Data {
        try ProtectedFileReader(directory(name), keys: keychain).readToEnd()
    }
}

/// An agent on threads of this process, at a socket of the test's own.
private final class AgentUnderTest {
    private let socketPath: String
    private let served: Keychain
    private let server: AgentServer
    private let ended = DispatchSemaphore(value: 0)

    init(serving keychain: Keychain, in directory: String) throws {
        socketPath = directory + "/run/agent.socket"
        served = keychain
        let server = try AgentServer(
            AgentServer.Configuration(socketPath: socketPath), service: keychain.service(), gatekeeper: OpenGate())
        self.server = server
        Thread.detachNewThread { [ended] in
            server.run()
            ended.signal()
        }
    }

    func end() {
        server.stop()
        ended.wait()
        served.lockForTest()
        served.close()
    }

    func keychain(groups: [String]) throws -> Keychain { try .served(at: socketPath, groups: groups) }
}

extension Keychain {
    /// Threads of the agent's may hold on to the keys for another instant; a process that ends takes them with it.
    fileprivate func lockForTest() {
        guard let local = try? service() as? LocalKeychain else { return }
        let store = local.store
        guard let keys = try? KeySet(opening: store.keys.keybag, deviceKey: store.keys.deviceKey) else { return }
        try? store.unlock(since: nil) { _ in keys }
    }
}

/// Gives every program the groups that it asks for.
private struct OpenGate: Gatekeeper {
    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        Program(
            credentials: credentials, path: "/test", subject: .unidentified, process: "test", fingerprint: "test",
            terminal: nil, witness: nil, role: .commandLine)
    }

    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission { Admission(groups: AccessGroups(wanted)) }

    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool { true }

    func grantTerminal(of program: Program) {}
    func locked() {}
}
