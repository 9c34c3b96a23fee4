import Agent
import AgentClient
import CLinux
import Dispatch
import Foundation
import Glibc
import KeychainServices
import KeyManagement
import PasswordVault
import Secrets
import TestSupport

/// An agent on threads of this process, at a socket of the test's own.
final class TestAgent {
    static let group = "com.example.tests"

    let directory: TemporaryDirectory
    let gate: OpenGate
    let socketPath: String
    /// The keychain behind it, with all groups.
    let served: Keychain
    private let configure: (inout AgentServer.Configuration) -> Void
    private let records: AgentRecords?
    private let audit: Auditor?
    private let policy: PolicyKeeper?
    private let authenticators: Authenticators
    private let vaults: VaultDirectory?
    private var server: AgentServer?
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - keychain: what it serves; one in memory if nil.
    ///   - gate: what it takes its clients for.
    ///   - policy: what the command line may look at and change; nil: nothing.
    ///   - authenticators: how people show who they are.
    ///   - vaults: of the password manager; nil: there is none.
    ///   - configure: changes the defaults.
    init(
        _ keychain: Keychain? = nil, in directory: TemporaryDirectory? = nil, records: AgentRecords? = nil,
        audit: Auditor? = nil, gate: OpenGate = OpenGate(), policy: PolicyKeeper? = nil,
        authenticators: Authenticators = Authenticators(), vaults: VaultDirectory? = nil,
        configure: @escaping (inout AgentServer.Configuration) -> Void = { _ in }
    ) throws {
        let directory = if let directory { directory } else { try TemporaryDirectory() }
        self.directory = directory
        socketPath = directory("run/agent.socket")
        served = if let keychain { keychain } else { try Keychain.inMemory(accessGroups: AccessGroups(["*"])) }
        (self.records, self.audit, self.configure) = (records, audit, configure)
        (self.gate, self.policy, self.authenticators, self.vaults) = (gate, policy, authenticators, vaults)
        try start()
    }

    deinit { stop() }

    func start() throws {
        var configuration = AgentServer.Configuration(socketPath: socketPath)
        configure(&configuration)
        let audit = self.audit
        let server = try AgentServer(
            configuration, service: served.service(), gatekeeper: gate, policy: policy, records: records,
            vaults: vaults, authenticators: authenticators
        ) { () throws(KeychainError) in audit }
        self.server = server
        Thread.detachNewThread { [ended] in
            server.run()
            ended.signal()
        }
    }

    /// Returns when the last connection has been hung up and the socket has gone.
    func stop() {
        guard let server else { return }
        self.server = nil
        server.stop()
        ended.wait()
    }

    /// Returns when it has ended by itself.
    func waitForEnd() {
        guard server != nil else { return }
        ended.wait()
        server = nil
    }

    /// As if the desktop had said so.
    func lock(because cause: AgentServer.LockCause) throws { try server?.lock(because: cause) }

    func restart() throws {
        stop()
        try startAgain()
    }

    /// Starts it after ``stop()``, as soon as the lock of the one that has ended is free.
    func startAgain() throws {
        while true {
            do {
                return try start()
            } catch let error as KeychainError where error.reason.hasPrefix("another agent") {
                // What another test starts at that moment has the lock as well, until it runs its own program.
                try waitForLock()
            }
        }
    }

    /// Waits in the kernel until no process has the agent's lock; another process may have it again afterwards.
    private func waitForLock() throws {
        struct StillLocked: Error { let code: Int32 }
        let lock = open(socketPath + ".lock", O_RDWR | O_CLOEXEC)
        guard lock >= 0 else { throw StillLocked(code: errno) }
        let error = clinux_ofd_lock_within(lock, 20_000)
        // The thread that still waits has the descriptor then.
        guard error != ETIMEDOUT else { throw StillLocked(code: error) }
        clinux_ofd_unlock(lock)
        close(lock)
        guard error == 0 else { throw StillLocked(code: error) }
    }

    /// A client of the library.
    func keychain(groups: [String] = [group]) throws -> Keychain { try .served(at: socketPath, groups: groups) }

    /// A connection that is welcome already.
    func welcomedClient() throws -> RawClient {
        let client = try RawClient(socketPath)
        _ = try client.greet()
        return client
    }

    /// Whether it serves the next client.
    func isServing() throws -> Bool {
        guard case .lockState? = try welcomedClient().ask(.lockState(.init())).reply.body else { return false }
        return true
    }
}

func passcode(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

extension Keychain {
    func add(_ account: String, _ secret: String) throws(KeychainError) {
        try add(NewItem(.genericPassword, [.account: .string(account), .service: "agent"], data: Data(secret.utf8)))
    }

    func secret(_ account: String) throws(KeychainError) -> String? {
        let query = Query(.genericPassword, [.account: .string(account), .service: "agent"])
        return try items(matching: query, reading: .data).first?.data.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What `body` throws, or nil.
func error(of body: () throws -> Void) -> KeychainError? {
    do {
        try body()
        return nil
    } catch {
        return error as? KeychainError
    }
}
