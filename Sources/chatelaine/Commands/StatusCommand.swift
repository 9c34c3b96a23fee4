import AgentClient
import AgentProtocol
import ArgumentParser
import KeyManagement
import KeychainServices

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says where the keychain is, what it holds and whether a passcode protects it.",
        discussion: """
            Needs no passcode. Names are for people, --json is for programs.

            Examples:
              chatelaine status
              chatelaine status --json
            """
    )

    @Flag(help: "Print JSON; see Docs/command-line.md.") var json = false

    func run() throws {
        let agent = try AgentStatus.ofUser()
        let status = try Session.open().status()
        try StandardStreams.print(json ? Self.object(status, agent) : Self.lines(status, agent))
    }

    /// Who does the work, and why.
    private static func transport(_ agent: AgentStatus?) -> String {
        if let agent, agent.socketPath == SystemPlaces.socket {
            return "the system service (process \(agent.pid)) at \(agent.socketPath)"
        }
        if let agent { return "the agent (process \(agent.pid)) at \(TerminalText.escape(agent.socketPath))" }
        let path = SocketPath.ofUser().map { "at \(TerminalText.escape($0))" } ?? "known: XDG_RUNTIME_DIR is not set"
        return "each program by itself: no agent listens \(path)"
    }

    private static func lockText(_ state: LockState) -> String {
        switch state {
        case .noPasscode: "open: there is no passcode"
        case .beforeFirstUnlock: "locked, and not unlocked since the start: only items that are always accessible"
        case .unlocked: "unlocked"
        case .lockedAfterFirstUnlock: "locked: items that are accessible after the first unlock stay open"
        }
    }

    private static func lines(_ status: Keychain.Status, _ agent: AgentStatus?) -> String {
        let counts = ItemClassName.all.compactMap { name, itemClass in
            status.counts[itemClass].map { "\($0) \(name)" }
        }
        var lines = [
            ("keychain", TerminalText.escape(status.path ?? "in memory")),
            ("size", "\(status.size) bytes"),
            ("items", counts.isEmpty ? "none" : counts.joined(separator: ", ")),
            ("served by", transport(agent)),
            ("lock", lockText(status.lockState)),
            ("passcode", status.lockState == .noPasscode ? "none" : "set"),
            ("recovery key", status.hasRecoveryKey ? "made" : "none"),
        ]
        if let cost = status.passcodeCost {
            lines.append(("key derivation", "Argon2id, \(cost.memory >> 20) MiB, \(cost.passes) passes"))
        }
        if status.quarantined > 0 {
            lines.append(("damaged", "\(status.quarantined) in quarantine; see: chatelaine doctor"))
        }
        if status.isRewrapPending {
            lines.append(("unfinished", "a change of the passcode; the next unlock finishes it"))
        }
        return lines.map { name, text in
            name + String(repeating: " ", count: max(1, 16 - name.count)) + text
        }.joined(separator: "\n")
    }

    private static func object(_ status: Keychain.Status, _ agent: AgentStatus?) -> String {
        let counts = ItemClassName.all.map { "\(ItemJSON.string($0.name)): \(status.counts[$0.itemClass] ?? 0)" }
        let members = [
            "\"version\": \(ItemJSON.version)",
            "\"keychain\": \(status.path.map(ItemJSON.string) ?? "null")",
            "\"size\": \(status.size)",
            "\"items\": {\(counts.joined(separator: ", "))}",
            "\"agent\": \(agent.map { ItemJSON.string($0.socketPath) } ?? "null")",
            "\"locked\": \(status.lockState.needsPasscode)",
            "\"passcode\": \(status.lockState != .noPasscode)",
            "\"recoveryKey\": \(status.hasRecoveryKey)",
            "\"quarantined\": \(status.quarantined)",
            "\"passcodeChangePending\": \(status.isRewrapPending)",
        ]
        return "{\(members.joined(separator: ", "))}"
    }
}
