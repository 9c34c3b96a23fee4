import Agent
import Authentication
import DesktopEvents
import Foundation
import KeychainServices
import LibCrypto
import LinuxSupport
import PasswordVault
import ProcessIdentity
import Secrets
import Synchronization
import TrustedPlatform

/// The common steps of every process that serves one user.
struct Serving {
    let configuration: AgentServer.Configuration
    let root: KeychainRoot
    let helper: IdentifyHelper
    /// The directories that this process needs to write in, in addition to that of the keychains, and to read in.
    let files: (writable: [String], readable: [String])
    /// The means by which users authenticate.
    let authenticators: Authenticators
    /// Whether its helper may look at secured programs.
    var tellsMarks = false
    /// Where keys in hardware are: chosen when the process starts, and by nothing that a program or a file of the keychain says.
    var token = KeyToken.ofSystemService
    /// The development mode for tests that run in a host; `nil` if it is off.
    var testHost: TestHost?

    /// Serves until it is told to end.
    ///
    /// - Parameters:
    ///   - desktop: makes the object that locks at events of the desktop.
    ///   - onStart: called when requests are served.
    func run(lockingWhen desktop: (AgentServer) -> DesktopLockObserver, onStart: () -> Void) throws {
        SecretMemory.keepReserve()
        // Rules apply only to directories that exist.
        try root.makeDirectories()
        for directory in files.writable {
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // Before the TPM's library, which would bring it in with a configuration, and before this process may no longer open every file. If it
        // is missing, the first use of a key says so.
        _ = try? CryptoLibrary.load()
        // Done while every TPM can be opened: afterwards only the computer's own can be opened for writing.
        let deviceKey = try root.holdSealedDeviceKey()
        let devices = configuration.tpm.map(\.paths) ?? []
        let openFiles = FileAccess.restrict(writable: files.writable + devices + [root.path], readable: files.readable)
        let keychain = try Keychain(root: root, accessGroups: AccessGroups(["*"]))
        let server = try server(keychain)
        // The keychains hold the key now.
        withExtendedLifetime(deviceKey) {}
        if let openFiles {
            Self.warn(
                server, "the agent cannot restrict its access to files: \(openFiles)",
                "no action is needed; the agent works normally")
        }
        if let problem = ProcessLimits.problemWithLockedMemory() {
            Self.warn(
                server, problem, "raise the limit of locked memory (ulimit -l, or LimitMEMLOCK= of systemd) to 8 MiB")
        }
        if let problem = SystemCalls.refuse(SystemCalls.intrusive) {
            Self.warn(
                server, "the agent cannot restrict its system calls: \(problem)",
                "no action is needed; the agent works normally")
        }
        // Before threads are created, since they inherit the signal mask.
        try server.stopOnSignals()
        onStart()
        let desktop = desktop(server)
        server.run()
        _ = ServiceManager.notifyStopping()
        desktop.stop()
        // The vaults and the agent's records as well: from now on the files alone may be copied.
        withExtendedLifetime(server) { KeychainLog.closeAll() }
    }

    /// Writes a warning to the service manager's log, and keeps it for `chatelaine status`.
    private static func warn(_ server: AgentServer, _ what: String, _ remedy: String) {
        server.note(what)
        StandardDescriptors.complain("chatelaine: warning: \(what)\n  next: \(remedy)\n")
    }

    /// Reports to the process that has started this one that it listens. If that process has ended meanwhile, the agent continues.
    ///
    /// - Parameter path: the path of the socket.
    static func announce(_ path: String) {
        let before = signal(SIGPIPE, SIG_IGN)
        StandardDescriptors.write("listening on \(path)\n", to: STDOUT_FILENO)
        signal(SIGPIPE, before)
    }

    private func server(_ keychain: Keychain) throws -> AgentServer {
        let service = try keychain.forAgent()
        service.setToken(token)
        let records = try AgentRecords(root: root)
        let policy = try PolicyKeeper(records)
        let gatekeeper = PolicyGatekeeper(
            policy, keychain: service, programs: BelongingPrograms(), helper: helper,
            lists: SystemLists(), tellsMarks: tellsMarks, testHost: testHost)
        return try AgentServer(
            configuration, service: service, gatekeeper: gatekeeper, policy: policy, records: records,
            vaults: VaultDirectory(root: root, passwordCost: .tuned, actsForAgent: true), authenticators: authenticators
        ) { () throws(KeychainError) in
            let audit = try Auditor(directory: root.path + "/audit", records: records)
            if let testHost { audit.note(testHost.logLine) }
            return audit
        }
    }

    /// Starts the helper that inspects other processes, before this process gives up the rights that this needs.
    static func startHelper() throws -> IdentifyHelper {
        guard let path = InstalledProgram.path(of: "chatelaine-identify"),
            let helper = try? IdentifyHelper(starting: path)
        else {
            throw KeychainError(
                .notAvailable, "the program “chatelaine-identify” cannot be started", remedy: "install it: make install"
            )
        }
        return helper
    }
}

extension Authenticators {
    /// Creates authenticators by the settings. Starts the programs that this process could not start later.
    ///
    /// - Parameter settings: the path of the settings; `nil` for none.
    init(settings: String?) throws {
        self.init()
        reader = SystemReader()
        account = try AccountPasswordCheck.chosen(by: Settings.read(settings), startsAtOnce: true)
    }
}

/// The lock at events of the desktop.
final class DesktopLockObserver: Sendable {
    private let signals = Mutex<LockSignals?>(nil)

    /// Starts listening on a separate thread, so that a bus that does not answer delays no request.
    ///
    /// - Parameter listen: begins to listen.
    init(
        _ server: AgentServer,
        listen: @escaping @Sendable (_ lock: @escaping @Sendable (LockSignals.Cause) -> Void) -> LockSignals
    ) {
        Thread.detachNewThread { [self] in
            let listening = listen { cause in try? server.lock(because: AgentServer.LockCause(cause)) }
            signals.withLock { $0 = listening }
        }
    }

    func stop() { signals.withLock { $0 }?.cancel() }
}

extension AgentServer.LockCause {
    init(_ cause: LockSignals.Cause) {
        switch cause {
        case .sleep: self = .sleep
        case .sessionLock: self = .session
        case .screenSaver: self = .screen
        }
    }
}
