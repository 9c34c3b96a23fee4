import AgentClient
import AgentProtocol
import ArgumentParser
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import PasswordVault

extension AgentCommand {
    struct InstallCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Has systemd start the agent when a program needs it, and gives it the keychain.",
            discussion: """
                From then on programs open the keychain through the agent only: one that does not find it fails, and does not fall \
                back to the files. “chatelaine agent uninstall” takes all of that back.

                Where systemd does not run for the user, nothing would start the agent: this refuses, unless --without-systemd says \
                that something else does (runit, s6, OpenRC, a container's first process); share/doc/chatelaine/agent.md has lines for each.

                With --system, as root: for all users of the machine. The keychains of users who say “chatelaine migrate”, and \
                those of users who have none yet, are then with the account “chatelaine”, where no program of theirs can read them. \
                The installed programs of chatelaine are marked as “apps secure” does; after an update, run it again.

                Examples:
                  chatelaine agent install
                  sudo chatelaine agent install --system
                """
        )

        @Flag(help: "For all users of the machine; as root.") var system = false
        @Flag(help: "Something else than systemd starts “chatelaine agent” for this user.") var withoutSystemd = false
        @Flag(help: "Take the keychain's passcode from the first line of standard input.") var passcodeStdin = false

        func run() throws {
            if system { return try SystemInstallation().install() }
            let (units, manifest) = try (UserUnits(), ManagerManifest())
            try units.check()
            let agent = try AgentStatus.ofUser()
            guard agent?.socketPath != SystemLocations.socket else {
                throw Failure(
                    .failed, "the system service serves you already",
                    remedy: "move what you have to it with: chatelaine migrate")
            }
            guard withoutSystemd || UserUnits.isServed else {
                throw Failure(
                    .failed,
                    "systemd does not run for this user: nothing would start the agent, and no program would find the keychain",
                    remedy: "have something else start “chatelaine agent”, then run this again with --without-systemd; "
                        + "share/doc/chatelaine/agent.md, “Without systemd”, has lines for containers, runit, s6 and OpenRC"
                )
            }
            let keychain = try Keychain(root: .user(), accessGroups: AccessGroups(["*"])).forAgent()
            try unlock(keychain)
            // The command line's own group needs no owner.
            let groups = try keychain.groupsInUse().filter { $0 != Session.defaultGroup }.sorted()
            try units.write()
            try manifest.write()
            try keychain.setManaged(true)
            keychain.close()
            try StandardStreams.print(
                "wrote \(UntrustedText.forTerminal(units.directory))/chatelaine.socket, chatelaine.service and chatelaine-sheets.service"
            )
            // With `--now`, systemd would take the socket away from a running agent.
            let isEnabled = units.enable(startingNow: agent == nil)
            try StandardStreams.print(Self.howItStarts(agent, isEnabled))
            guard !groups.isEmpty else { return }
            try Self.findOwners(of: groups)
        }

        /// Unlocks the keychain for this process only, so that it finds the access groups of all items.
        private func unlock(_ keychain: LocalKeychain) throws {
            let isLocked = try keychain.lockState().needsPasscode
            if passcodeStdin {
                let passcode = try StandardInput.passcode()
                if isLocked { try keychain.unlock(passcode: passcode) { _, _ in } }
                return
            }
            guard isLocked else { return }
            guard let terminal = Terminal() else {
                StandardStreams.complain(
                    "warning: the keychain is locked: access groups that have locked items only are not listed; to see them, "
                        + "run this again with --passcode-stdin\n")
                return
            }
            try Session.ask(terminal, "Passcode of the keychain, to list its access groups: ") {
                try keychain.unlock(passcode: $0) { _, _ in }
            }
        }

        private static func howItStarts(_ agent: AgentStatus?, _ isEnabled: Bool) -> String {
            switch (agent, isEnabled) {
            case (nil, true): "systemd starts the agent when a program asks for it"
            case (let agent?, true):
                "an agent runs (process \(agent.pid)); systemd starts the next one after the next login"
            case (nil, false):
                "systemd is not running for this user; start the agent with: chatelaine agent\n"
                    + "or, after the next login: systemctl --user enable --now chatelaine.socket"
            case (let agent?, false):
                "an agent runs (process \(agent.pid)); systemd is not running for this user\n"
                    + "after the next login: systemctl --user enable --now chatelaine.socket"
            }
        }

        /// Prints the command that gives each group an owner, then asks the user for the owners if there is a terminal and an agent.
        private static func findOwners(of groups: [String]) throws {
            try StandardStreams.print(
                "each of these access groups belongs to the first program that asks for it, unless you say otherwise:")
            for group in groups {
                try StandardStreams.print("  chatelaine apps owner \(shellWord(group)) /path/of/program")
            }
            guard let terminal = Terminal(), try AgentStatus.ofUser() != nil else { return }
            let options = try AgentOptions.parse([])
            for group in groups {
                let answer = try terminal.line(
                    answering:
                        "Path of the program that owns “\(UntrustedText.forTerminal(group))” (Return: no owner yet): ")
                guard !answer.isEmpty else { continue }
                do {
                    let path = try AppsCommand.program(answer)
                    try options.perform { try $0.change(.assign(.pair(group, path))) }
                } catch let error as KeychainError {
                    Self.explain(error.reason, error.remedy, group)
                } catch let failure as Failure {
                    Self.explain(failure.reason, failure.remedy, group)
                }
            }
        }

        private static func explain(_ reason: String, _ remedy: String?, _ group: String) {
            let advice = (remedy.map { $0 + "; then: " } ?? "") + "chatelaine apps owner \(shellWord(group)) PROGRAM"
            StandardStreams.complain(
                "\(UntrustedText.forTerminal(reason)); “\(UntrustedText.forTerminal(group))” has no owner yet\n"
                    + "  next: \(UntrustedText.forTerminal(advice))\n")
        }

        /// Returns the name quoted as one word of a shell command, whatever it contains: users copy the commands that are shown.
        private static func shellWord(_ group: String) -> String {
            "'" + UntrustedText.forTerminal(group).replacing("'", with: "'\\''") + "'"
        }
    }

    struct UninstallCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall",
            abstract: "Takes back what “agent install” did: programs open the keychain by themselves again.",
            discussion: """
                Nothing that is stored is lost. Which program owns what is kept for the next installation.

                With --system, as root: the system service is removed; the keychains of users stay in /var/lib/chatelaine and are \
                available again after the next installation.

                Examples:
                  chatelaine agent uninstall
                  sudo chatelaine agent uninstall --system
                """
        )

        @Flag(help: "The system service; as root.") var system = false

        func run() throws {
            if system { return try SystemInstallation().uninstall() }
            let (units, manifest) = try (UserUnits(), ManagerManifest())
            units.disable()
            try units.remove()
            try manifest.remove()
            if let agent = try AgentStatus.ofUser() {
                throw Failure(
                    .failed, "an agent runs that systemd did not start (process \(agent.pid))",
                    remedy: "end it, then run this again")
            }
            let keychain = try Keychain(root: .user(), accessGroups: AccessGroups(["*"])).forAgent()
            try keychain.setManaged(false)
            keychain.close()
            try VaultDirectory.releaseFromAgent(in: .user())
            try StandardStreams.print("programs open the keychain by themselves again")
        }
    }
}

/// The units of the user's service manager.
private struct UserUnits {
    let directory: String
    private let executable: String
    /// Environment variables for the units if the keychain is not in its usual location: systemd does not know this process's variables.
    private var variables: [(name: String, value: String)] = []
    private var socketPath: String?

    init() throws {
        let directories = UserDirectories()
        guard let configuration = directories.configuration else {
            throw Failure(.failed, "there is no home directory for systemd's units", remedy: "set HOME")
        }
        directory = configuration + "/systemd/user"
        guard let path = InstalledProgram.ownPath else {
            throw Failure(.failed, "the path of this program cannot be found", remedy: "is /proc mounted?")
        }
        executable = path
        findPlace(directories)
    }

    private mutating func findPlace(_ directories: UserDirectories) {
        if let home = directories.chatelaineHome {
            variables = [("CHATELAINE_HOME", home)]
            socketPath = SocketPath.ofUser()
        } else if let data = directories.absolute("XDG_DATA_HOME") {
            variables = [("XDG_DATA_HOME", data)]
        }
    }

    /// - Throws: a ``Failure`` if no unit can name the program or the keychain's location.
    func check() throws {
        guard UnitText.canStart(executable) else {
            throw Failure(
                .failed,
                "systemd starts no program whose path has quotes, backslashes or control characters: “\(executable)”",
                remedy: "install chatelaine elsewhere; nothing was changed")
        }
        guard variables.allSatisfy({ !$0.value.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        else {
            throw Failure(
                .failed, "the path of the keychain has control characters",
                remedy: "choose another; nothing was changed")
        }
    }

    private static let names = ["chatelaine.socket", "chatelaine.service", "chatelaine-sheets.service"]

    private var texts: [String] {
        [
            UnitText.socket(at: socketPath), UnitText.service(executable, variables),
            UnitText.sheets(executable, variables),
        ]
    }

    func write() throws {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            for (name, text) in zip(Self.names, texts) {
                try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
            }
        } catch {
            throw Failure(
                .failed, "the units cannot be written to “\(directory)”",
                remedy: "see who may write there, and whether the disk is full; nothing was changed")
        }
    }

    func remove() throws {
        for name in Self.names where unlink(directory + "/" + name) != 0 && errno != ENOENT {
            throw Failure(.failed, "“\(directory)/\(name)” cannot be removed", remedy: "see who may write there")
        }
        _ = Self.systemctl(["daemon-reload"])
    }

    /// - Returns: whether the user's service manager succeeded.
    func enable(startingNow: Bool) -> Bool {
        Self.systemctl(["daemon-reload"])
            && Self.systemctl(["enable"] + (startingNow ? ["--now"] : []) + ["chatelaine.socket"])
    }

    func disable() {
        _ = Self.systemctl(["disable", "--now", "chatelaine.socket", "chatelaine.service"])
    }

    /// Whether there is a service manager of the user's.
    static var isServed: Bool { systemctl(["show-environment"]) }

    /// Whether the user's service manager did it.
    private static func systemctl(_ arguments: [String]) -> Bool {
        SystemTool.run("systemctl", ["--user", "--no-ask-password"] + arguments)
    }
}
