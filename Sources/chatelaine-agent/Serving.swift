import Agent
import Authentication
import DesktopEvents
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault
import ProcessIdentity
import Synchronization
import TrustedPlatform

/// What every process does that serves one user.
struct Serving {
    let configuration: AgentServer.Configuration
    let root: KeychainRoot
    let helper: IdentifyHelper
    /// Directories that this process needs to write in, beside that of the keychains, and to read in.
    let files: (writable: [String], readable: [String])
    /// How people show who they are.
    let authenticators: Authenticators

    /// Serves until it is to end.
    ///
    /// - Parameters:
    ///   - desktop: what tells when to lock.
    ///   - onStart: called when programs are served.
    func run(lockingWhen desktop: (AgentServer) -> Desktop, onStart: () -> Void) throws {
        // Rules are about directories that are there.
        try root.makeDirectories()
        for directory in files.writable {
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // While every TPM can be reached: afterwards only the machine's own can be opened for writing.
        let deviceKey = try root.holdSealedDeviceKey()
        let devices = configuration.tpm.map(\.paths) ?? []
        let openFiles = FileAccess.restrict(writable: files.writable + devices + [root.path], readable: files.readable)
        let keychain = try Keychain(root: root, accessGroups: AccessGroups(["*"]))
        let server = try server(keychain)
        // The keychains have it now.
        withExtendedLifetime(deviceKey) {}
        if let openFiles {
            Self.warn(
                server, "files that the agent does not need stay open to it: \(openFiles)",
                "nothing; it works all the same")
        }
        if let problem = ProcessLimits.problemWithLockedMemory() {
            Self.warn(
                server, problem, "raise the limit of locked memory (ulimit -l, or LimitMEMLOCK= of systemd) to 8 MiB")
        }
        if let problem = SystemCalls.refuse(SystemCalls.intrusive) {
            Self.warn(
                server, "system calls that the agent does not need stay allowed: \(problem)",
                "nothing; it works all the same")
        }
        // Before there are threads: they take over which signals are let through.
        try server.stopOnSignals()
        onStart()
        let desktop = desktop(server)
        server.run()
        _ = ServiceManager.notifyStopping()
        desktop.stop()
        keychain.close()
    }

    /// Where the service manager keeps it, and for `chatelaine status`.
    private static func warn(_ server: AgentServer, _ what: String, _ remedy: String) {
        server.note(what)
        FileHandle.standardError.write(Data("chatelaine: warning: \(what)\n  next: \(remedy)\n".utf8))
    }

    /// Tells whoever has started this process that it listens. A program that has ended meanwhile does not take the agent with it.
    ///
    /// - Parameter path: where.
    static func announce(_ path: String) {
        let before = signal(SIGPIPE, SIG_IGN)
        try? FileHandle.standardOutput.write(contentsOf: Data("listening on \(path)\n".utf8))
        signal(SIGPIPE, before)
    }

    private func server(_ keychain: Keychain) throws -> AgentServer {
        let service = try keychain.forAgent()
        let records = try AgentRecords(root: root)
        let policy = try PolicyKeeper(records)
        let gatekeeper = PolicyGatekeeper(
            policy, keychain: service, programs: BelongingPrograms(), helper: helper,
            lists: SystemLists())
        return try AgentServer(
            configuration, service: service, gatekeeper: gatekeeper, policy: policy, records: records,
            vaults: VaultDirectory(root: root, passwordCost: .tuned, actsForAgent: true), authenticators: authenticators
        ) { () throws(KeychainError) in
            try Auditor(directory: root.path + "/audit", records: records)
        }
    }

    /// Starts the program that looks at others, before this process gives up what that needs.
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
    /// As the settings say. Starts what this process could not start later on.
    ///
    /// - Parameter settings: where they are; nil: nowhere.
    init(settings: String?) throws {
        self.init()
        reader = SystemReader()
        account = try AccountPasswordCheck.chosen(by: Settings.read(settings), startsAtOnce: true)
    }
}

/// Locks when the desktop says so.
final class Desktop: Sendable {
    private let signals = Mutex<LockSignals?>(nil)

    /// Returns at once: a bus that hangs keeps no program from its answer.
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
