import AccessPolicy
import Agent
import AgentClient
import Authentication
import Dispatch
import Foundation
import KeychainServices
import PasswordVault
import Synchronization
import TrustedPlatform

final class ProgramSwitch: Sendable {
    private let state = Mutex((name: "test", terminal: TerminalGrant.Terminal?.none, role: Program.Role?.none))
    private let strength = Mutex((isLookedAtForMark: false, isSecured: false))
    /// The name of the command line, where another program is that as well.
    static let commandLine = "chatelaine"

    var name: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// Nil: as ``name`` says.
    var role: Program.Role? {
        get { state.withLock { $0.role } }
        set { state.withLock { $0.role = newValue } }
    }

    /// Whether the agent tells secured programs from others.
    var isLookedAtForMark: Bool {
        get { strength.withLock { $0.isLookedAtForMark } }
        set { strength.withLock { $0.isLookedAtForMark = newValue } }
    }

    var isSecured: Bool {
        get { strength.withLock { $0.isSecured } }
        set { strength.withLock { $0.isSecured = newValue } }
    }

    var terminal: TerminalGrant.Terminal? {
        get { state.withLock { $0.terminal } }
        set { state.withLock { $0.terminal = newValue } }
    }
}

/// An agent on threads of this process that has vaults.
final class VaultAgent: Sendable {
    let socketPath: String
    let policy: PolicyKeeper
    private let gate: Gate
    /// What programs are taken for from now on.
    let program = ProgramSwitch()
    private let records: AgentRecords
    private let server = Mutex<AgentServer?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Takes every program for the same one.
    struct Gate: Gatekeeper {
        var isCommandLine = true
        let program: ProgramSwitch
        static let subject: Subject = .unidentified

        func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
            let isCommandLine = isCommandLine || program.name == ProgramSwitch.commandLine
            let subject = program.isSecured ? try? Subject.secured(path: "/test") : try? .system(path: "/test")
            var found = Program(
                credentials: credentials, path: "/test", subject: subject ?? Self.subject, process: program.name,
                fingerprint: "test \(program.isSecured)", session: "session", terminal: program.terminal,
                witness: nil, role: program.role ?? (isCommandLine ? .commandLine : .other))
            found.isLookedAtForMark = program.isLookedAtForMark
            return found
        }

        func admit(
            _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
        ) throws(KeychainError) -> Admission { Admission(groups: AccessGroups(wanted)) }

        func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool { true }
        func grantTerminal(of program: Program) {}
        func locked() {}
    }

    init(in directory: String, isCommandLine: Bool = true) throws {
        socketPath = directory + "/run/agent.socket"
        gate = Gate(isCommandLine: isCommandLine, program: program)
        records = try AgentRecords.inMemory()
        policy = try PolicyKeeper(records)
    }

    func start(
        _ vaults: VaultDirectory, clocks: PasscodeAttempts.Clocks? = nil, reader: (any BiometricReader)? = nil,
        tpm: TPMAddress? = nil
    ) throws {
        var configuration = AgentServer.Configuration(socketPath: socketPath)
        if let clocks { configuration.clocks = clocks }
        configuration.tpm = tpm
        var authenticators = Authenticators()
        authenticators.reader = reader
        let keychain = try Keychain.inMemory(accessGroups: AccessGroups(["*"]))
        let server = try AgentServer(
            configuration, service: keychain.service(), gatekeeper: gate, policy: policy, records: records,
            vaults: vaults, authenticators: authenticators)
        self.server.withLock { $0 = server }
        Thread.detachNewThread { [ended] in
            server.run()
            ended.signal()
        }
    }

    /// Returns when the last connection has been hung up.
    func stop() {
        guard let server = server.withLock({ $0.take() }) else { return }
        server.stop()
        ended.wait()
    }

    func lock(because cause: AgentServer.LockCause) throws { try server.withLock { $0 }?.lock(because: cause) }

    func pool() throws -> ConnectionPool { ConnectionPool(path: socketPath, groups: []) }
}
