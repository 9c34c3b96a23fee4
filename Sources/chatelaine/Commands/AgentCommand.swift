import Agent
import AgentProtocol
import ArgumentParser
import CLinux
import Foundation
import KeychainServices
import ZeroOnFree

struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Serves the keychain to all programs of the user.",
        discussion: """
            Runs until SIGTERM or ^C. While it runs, programs that use the keychain ask it in place of the files: the keychain is \
            locked and unlocked once for all of them, and each gets only the items of its own access groups.

            Examples:
              chatelaine agent
              chatelaine agent --auto-lock 5
            """
    )

    @Option(help: "Minutes without use until the keychain locks; 0 for never.") var autoLock: UInt64 = 15
    @Option(help: "Seconds without a connection until the agent ends; 0 for never.") var idleExit: UInt64 = 0

    func run() throws {
        // Before anything else is in memory: whatever is freed from now on is overwritten.
        _ = zero_on_free_enable()
        _ = clinux_make_undumpable()
        guard autoLock <= 525_600, idleExit <= 31_536_000 else {
            throw Failure.usage("the time is longer than a year", remedy: "give 0 for never")
        }
        guard let path = SocketPath.ofUser() else {
            throw Failure(.failed, "no directory is known for the agent's socket", remedy: "set XDG_RUNTIME_DIR")
        }
        var configuration = AgentServer.Configuration(socketPath: path)
        configuration.autoLock = autoLock * 60
        configuration.idleExit = idleExit
        let root = try KeychainRoot.user()
        let keychain = try Keychain(root: root, accessGroups: AccessGroups(["*"]))
        let service = try keychain.forAgent()
        let records = try AgentRecords(root: root)
        let gatekeeper = PolicyGatekeeper(try PolicyKeeper(records), keychain: service)
        let audit = try Auditor(directory: root.path + "/audit", records: records)
        let server = try AgentServer(
            configuration, service: service, gatekeeper: gatekeeper, records: records, audit: audit)
        try server.stopOnSignals()
        try StandardStreams.print("listening on \(TerminalText.escape(path))")
        server.run()
        keychain.close()
    }
}
