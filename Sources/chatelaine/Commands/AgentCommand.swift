import Agent
import AgentProtocol
import ArgumentParser
import CLinux
import DesktopEvents
import Foundation
import KeychainServices
import Synchronization
import ZeroOnFree

struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Serves the keychain to all programs of the user.",
        discussion: """
            Runs until SIGTERM or ^C. While it runs, programs that use the keychain ask it in place of the files: the keychain is \
            locked and unlocked once for all of them, and each gets only the items of its own access groups.

            It locks when the machine goes to sleep, when the screen is locked, and after some time without use.

            Examples:
              chatelaine agent
              chatelaine agent --auto-lock 5
              chatelaine agent install
            """,
        subcommands: [RunCommand.self, InstallCommand.self, UninstallCommand.self],
        defaultSubcommand: RunCommand.self
    )

    struct RunCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Runs the agent in the foreground.")

        @Option(help: "Minutes without use until the keychain locks; 0 for never.") var autoLock: UInt64 = 15
        @Option(help: "Seconds without a connection until the agent ends; 0 for never.") var idleExit: UInt64 = 0

        func run() throws {
            // Before anything else is in memory: whatever is freed from now on is overwritten.
            _ = zero_on_free_enable()
            _ = clinux_make_undumpable()
            let configuration = try configuration()
            let root = try KeychainRoot.user()
            let keychain = try Keychain(root: root, accessGroups: AccessGroups(["*"]))
            let server = try Self.server(configuration, root, keychain)
            // Before there are threads: they take over which signals are let through.
            try server.stopOnSignals()
            try StandardStreams.print("listening on \(TerminalText.escape(configuration.socketPath))")
            _ = ServiceManager.notifyReady(status: "listening")
            let desktop = Desktop(server)
            server.run()
            _ = ServiceManager.notifyStopping()
            desktop.stop()
            keychain.close()
        }

        private func configuration() throws -> AgentServer.Configuration {
            guard autoLock <= 525_600, idleExit <= 31_536_000 else {
                throw Failure.usage("the time is longer than a year", remedy: "give 0 for never")
            }
            guard let path = SocketPath.ofUser() else {
                throw Failure(.failed, "no directory is known for the agent's socket", remedy: "set XDG_RUNTIME_DIR")
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
            return try AgentServer(
                configuration, service: service,
                gatekeeper: PolicyGatekeeper(policy, keychain: service, helper: helper()), policy: policy,
                records: records, audit: Auditor(directory: root.path + "/audit", records: records))
        }

        /// The program that looks at others, if it is installed beside this one.
        private static func helper() -> String? {
            guard let own = realpath("/proc/self/exe", nil) else { return nil }
            defer { free(own) }
            let directory = URL(fileURLWithPath: String(cString: own)).deletingLastPathComponent()
            let places = [
                directory.appendingPathComponent("chatelaine-identify"),
                directory.deletingLastPathComponent().appendingPathComponent("libexec/chatelaine/chatelaine-identify"),
            ]
            return places.map(\.path).first { access($0, X_OK) == 0 }
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
