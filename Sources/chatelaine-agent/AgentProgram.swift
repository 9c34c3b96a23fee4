import Agent
import AgentProtocol
import ArgumentParser
import CLinux
import DesktopEvents
import Foundation
import KeychainServices
import Synchronization
import ZeroOnFree

/// The agent as a process. People start it with `chatelaine agent`, which becomes this program: a program of its own keeps what
/// only the agent needs out of every `chatelaine get`.
@main
struct AgentProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chatelaine-agent", abstract: "Serves the keychain; started by “chatelaine agent”.")

    @Option(help: "Minutes without use until the keychain locks; 0 for never.") var autoLock: UInt64 = 15
    @Option(help: "Seconds without a connection until the agent ends; 0 for never.") var idleExit: UInt64 = 0

    static func main() {
        // Before anything else is in memory: whatever is freed from now on is overwritten.
        _ = zero_on_free_enable()
        _ = clinux_make_undumpable()
        Confinement.forbidCores()
        Confinement.raiseDescriptorLimit()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as KeychainError {
            complain(error.reason, error.remedy)
        } catch {
            exit(withError: error)
        }
    }

    private static func complain(_ reason: String, _ remedy: String?) -> Never {
        let text = "chatelaine: \(reason)\n  next: \(remedy ?? "see Docs/agent.md")\n"
        FileHandle.standardError.write(Data(text.utf8))
        Foundation.exit(1)
    }

    private static func warn(_ what: String, _ remedy: String) {
        FileHandle.standardError.write(Data("chatelaine: warning: \(what)\n  next: \(remedy)\n".utf8))
    }

    func validate() throws {
        guard autoLock <= 525_600, idleExit <= 31_536_000 else {
            throw ValidationError("the time is longer than a year; give 0 for never")
        }
    }

    func run() throws {
        let configuration = try configuration()
        let root = try KeychainRoot.user()
        let keychain = try Keychain(root: root, accessGroups: AccessGroups(["*"]))
        let server = try Self.server(configuration, root, keychain)
        if let problem = Confinement.problemWithLockedMemory() {
            Self.warn(problem, "raise the limit of locked memory (ulimit -l, or LimitMEMLOCK= of systemd) to 8 MiB")
        }
        if let problem = Confinement.refuseCalls() {
            Self.warn(
                "system calls that the agent does not need stay allowed: \(problem)", "nothing; it works all the same")
        }
        // Before there are threads: they take over which signals are let through.
        try server.stopOnSignals()
        FileHandle.standardOutput.write(Data("listening on \(configuration.socketPath)\n".utf8))
        _ = ServiceManager.notifyReady(status: "listening")
        let desktop = Desktop(server)
        server.run()
        _ = ServiceManager.notifyStopping()
        desktop.stop()
        keychain.close()
    }

    private func configuration() throws -> AgentServer.Configuration {
        guard let path = SocketPath.ofUser() else {
            throw KeychainError(
                .notAvailable, "no directory is known for the agent's socket", remedy: "set XDG_RUNTIME_DIR")
        }
        var configuration = AgentServer.Configuration(socketPath: path)
        configuration.autoLock = autoLock * 60
        configuration.idleExit = idleExit
        configuration.inheritedSocket = ServiceManager.inheritedSockets().first?.descriptor
        return configuration
    }

    private static func server(
        _ configuration: AgentServer.Configuration, _ root: KeychainRoot, _ keychain: Keychain
    ) throws -> AgentServer {
        let service = try keychain.forAgent()
        let records = try AgentRecords(root: root)
        let policy = try PolicyKeeper(records)
        let gatekeeper = PolicyGatekeeper(
            policy, keychain: service, commandLine: InstalledProgram.path(of: "chatelaine"),
            helper: InstalledProgram.path(of: "chatelaine-identify"))
        return try AgentServer(
            configuration, service: service, gatekeeper: gatekeeper, policy: policy, records: records
        ) { () throws(KeychainError) in
            try Auditor(directory: root.path + "/audit", records: records)
        }
    }
}

/// Locks when the desktop says so.
private final class Desktop: Sendable {
    private let signals = Mutex<LockSignals?>(nil)

    /// Returns at once: a bus that hangs keeps no program from its answer.
    init(_ server: AgentServer) {
        Thread.detachNewThread { [self] in
            let listening = LockSignals { _ in try? server.lock() }
            signals.withLock { $0 = listening }
        }
    }

    func stop() { signals.withLock { $0 }?.cancel() }
}
