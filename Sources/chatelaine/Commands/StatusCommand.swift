import AgentClient
import AgentProtocol
import ArgumentParser
import Backup
import KeyManagement
import KeychainServices
import LinuxSupport

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

    @Flag(help: .json) var json = false

    func run() throws {
        let situation = try Situation()
        try StandardStreams.print(json ? Self.object(situation) : Self.lines(situation))
    }

    /// The state that a program would meet if it used the keychain now.
    private struct Situation {
        let agent: AgentStatus?
        /// Whether programs may use the keychain through the agent only; `nil` if that cannot be determined.
        let isManaged: Bool?
        let keychain: Keychain.Status
        /// The logs that a copy of the keychains' files alone would lack.
        let logs: [KeychainRoot.Log]
        /// The scheduled backups; `nil` if there are none.
        let backups: BackupStatus?

        init() throws {
            agent = try AgentStatus.ofUser()
            backups = agent?.isSystemService == true ? nil : try BackupStatus(.user())
            // The user cannot read the files of the system service.
            logs = agent?.isSystemService == true ? [] : try KeychainRoot.user().logs
            if let agent {
                keychain = try Session.open().status()
                // The user cannot read the files of the system service, and looking must not create new files.
                isManaged = agent.isSystemService ? true : try? Self.files().isManaged()
            } else {
                // The files are read even where programs are refused them: the status reveals no secret.
                let files = try Self.files()
                keychain = try files.status()
                isManaged = try files.isManaged()
            }
        }

        private static func files() throws -> LocalKeychain {
            try Keychain(root: .user(), accessGroups: AccessGroups([Session.defaultGroup])).forAgent()
        }

        /// What the agent says about itself, and what this program sees.
        var notes: [String] {
            guard let agent else { return [] }
            return agent.notes + (agent.isSystemService ? OwnProgramMarks.missing : [])
        }

        /// Whether no program can use the keychain until an agent runs.
        var isOutOfReach: Bool { agent == nil && isManaged == true }
    }

    /// Returns the rows that say which process serves the keychain, and the reason.
    private static func transport(_ situation: Situation) -> [(String, String)] {
        if let agent = situation.agent {
            let who = agent.isSystemService ? "system service" : "agent"
            let place = "the \(who) (process \(agent.pid)) at \(UntrustedText.forTerminal(agent.socketPath))"
            return [("served by", place)] + situation.notes.map { ("note", UntrustedText.forTerminal($0)) }
        }
        let listener =
            SocketPath.ofUser().map { "no agent listens at \(UntrustedText.forTerminal($0))" }
            ?? "no socket path is known: XDG_RUNTIME_DIR is not set"
        guard situation.isOutOfReach else {
            return [("served by", "no agent: each program opens the keychain files itself (\(listener))")]
        }
        return [
            ("served by", "no process: the keychain belongs to the agent (“agent install”), and \(listener)"),
            ("programs", "get -25291, the keychain is not available, until an agent runs"),
            ("start it with", "systemctl --user start chatelaine.socket, or: chatelaine agent"),
        ]
    }

    private static func lockText(_ situation: Situation) -> String {
        let state = situation.keychain.lockState
        guard situation.isOutOfReach else { return lockText(state) }
        return state.needsPasscode
            ? "not available; locked when the agent starts: a passcode is set"
            : "not available; unlocked as soon as the agent runs: no passcode is set"
    }

    private static func lockText(_ state: LockState) -> String {
        switch state {
        case .noPasscode: "open: there is no passcode"
        case .beforeFirstUnlock: "locked, and not unlocked since the start: only items that are always accessible"
        case .unlocked: "unlocked"
        case .lockedAfterFirstUnlock: "locked: items that are accessible after the first unlock stay open"
        }
    }

    private static func lines(_ situation: Situation) -> String {
        let status = situation.keychain
        let counts = ItemClassName.all.compactMap { name, itemClass in
            status.counts[itemClass].map { "\($0) \(name)" }
        }
        var lines = [
            ("keychain", UntrustedText.forTerminal(status.path ?? "in memory")),
            ("size", "\(status.size) bytes"),
            ("items", counts.isEmpty ? "none" : counts.joined(separator: ", ")),
        ]
        lines += transport(situation)
        lines += [
            ("lock", lockText(situation)),
            ("passcode", status.lockState == .noPasscode ? "none" : "set"),
            ("recovery key", status.hasRecoveryKey ? "made" : "none"),
        ]
        lines += situation.logs.map { log in
            ("log", "\(log.size) bytes in “\(UntrustedText.forTerminal(log.path))”: copy it with the keychain’s file")
        }
        if let keys = status.hardwareKeys { lines.append(("hardware keys", text(keys))) }
        if let cost = status.passcodeCost {
            lines.append(("key derivation", DerivationText.text(passes: cost.passes, memory: cost.memory)))
        }
        if situation.agent?.erasesAfterTen == true {
            lines.append(("wrong passcodes", "the tenth in a row at a prompt erases everything"))
        }
        if status.quarantined > 0 {
            lines.append(("damaged", "\(status.quarantined) in quarantine; see: chatelaine doctor"))
        }
        lines += situation.backups?.lines ?? []
        if status.isRewrapPending {
            lines.append(("unfinished", "a change of the passcode; the next unlock finishes it"))
        }
        return lines.map { name, text in
            name + String(repeating: " ", count: max(1, 16 - name.count)) + text
        }.joined(separator: "\n")
    }

    private static func text(_ keys: Keychain.Status.HardwareKeys) -> String {
        switch keys {
        case .tpm(let address): "in the TPM at \(UntrustedText.forTerminal(address))"
        case .software(let reason):
            "in software, as the settings allow (tpm.allowsSoftwareKeys): \(UntrustedText.forTerminal(reason))"
        case .none(let reason): "none can be made: \(UntrustedText.forTerminal(reason))"
        }
    }

    private static func members(_ keys: Keychain.Status.HardwareKeys?) -> [String] {
        let (place, detail): (String?, String?) =
            switch keys {
            case .tpm(let address)?: ("tpm", address)
            case .software(let reason)?: ("software", reason)
            case .none(let reason)?: ("none", reason)
            case nil: (nil, nil)
            }
        return [
            "\"hardwareKeys\": \(place.map(ItemJSON.string) ?? "null")",
            "\"hardwareKeysDetail\": \(detail.map(ItemJSON.string) ?? "null")",
        ]
    }

    private static func object(_ situation: Situation) -> String {
        let (status, agent) = (situation.keychain, situation.agent)
        let counts = ItemClassName.all.map { "\(ItemJSON.string($0.name)): \(status.counts[$0.itemClass] ?? 0)" }
        let logs = situation.logs.map { "{\"path\": \(ItemJSON.string($0.path)), \"size\": \($0.size)}" }
        let members =
            [
                "\"version\": \(ItemJSON.version)",
                "\"keychain\": \(status.path.map(ItemJSON.string) ?? "null")",
                "\"size\": \(status.size)",
                "\"logs\": [\(logs.joined(separator: ", "))]",
                "\"items\": {\(counts.joined(separator: ", "))}",
                "\"agent\": \(agent.map { ItemJSON.string($0.socketPath) } ?? "null")",
                "\"agentNotes\": [\(situation.notes.map(ItemJSON.string).joined(separator: ", "))]",
                "\"managed\": \(situation.isManaged.map { "\($0)" } ?? "null")",
                "\"locked\": \(status.lockState.needsPasscode)",
                "\"passcode\": \(status.lockState != .noPasscode)",
                "\"recoveryKey\": \(status.hasRecoveryKey)",
                "\"quarantined\": \(status.quarantined)",
                "\"passcodeChangePending\": \(status.isRewrapPending)",
            ] + members(status.hardwareKeys) + ["\"backups\": \(situation.backups?.object.text ?? "null")"]
        return "{\(members.joined(separator: ", "))}"
    }
}

extension AgentStatus {
    /// Whether it is the one that serves all users of the machine.
    fileprivate var isSystemService: Bool { socketPath == SystemLocations.socket }
}
