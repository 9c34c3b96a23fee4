import Foundation
import Testing

/// Who installs the agent finds everything again, and so does who takes it away.
@Suite struct InstallTests {
    let tool: CommandLineTool
    private let units: URL

    init() throws {
        tool = try CommandLineTool()
        units = tool.home.appendingPathComponent("config/systemd/user")
        tool.environment = [
            "HOME": tool.home.path, "XDG_CONFIG_HOME": tool.home.appendingPathComponent("config").path,
            // Where no service manager is that the test could change.
            "XDG_RUNTIME_DIR": tool.home.appendingPathComponent("runtime").path, "DBUS_SESSION_BUS_ADDRESS": nil,
            "XDG_DATA_HOME": nil,
        ]
        #expect(try tool.run("set", "mail", "before", input: "secret").status == 0)
    }

    private func unit(_ name: String) throws -> String {
        try String(contentsOf: units.appendingPathComponent(name), encoding: .utf8)
    }

    private static func template(_ name: String) throws -> String {
        let packaging = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Packaging/systemd")
        return try String(contentsOf: packaging.standardized.appendingPathComponent(name), encoding: .utf8)
    }

    private func add(group: String) throws {
        #expect(try tool.run("add", "--service", group, "--group", group, input: "x").status == 0)
    }

    /// The command line in a directory with a name of its own.
    private func copy(into directory: String) throws -> String {
        let programs = tool.home.appendingPathComponent(directory)
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: false)
        let program = programs.appendingPathComponent("chatelaine").path
        // Not by this process: a file that is open for writing in a child of another test's cannot be executed.
        #expect(try tool.run([CommandLineTool.executable, program], executable: "/bin/cp").status == 0)
        return program
    }

    private var reads: Bool { get throws { try tool.run("get", "mail", "before").text == "secret\n" } }

    // MARK: - Units

    @Test func theUnitsAreThoseThatPackagersGet() throws {
        // The usual place: nothing but the home directory says where the keychain is.
        tool.environment["CHATELAINE_HOME"] = .some(nil)
        let installed = try tool.run("agent", "install", "--without-systemd")
        #expect(installed.status == 0, "\(installed.complaint)")
        #expect(installed.text.contains(units.path))
        #expect(try unit("chatelaine.socket") == Self.template("chatelaine.socket"))
        for name in ["chatelaine.service", "chatelaine-sheets.service"] {
            let service = try Self.template(name)
                .replacing("@CHATELAINE@", with: "\"\(CommandLineTool.executable)\"")
            #expect(try unit(name) == service)
        }
    }

    @Test func appsFindThePasswordManagerUntilItIsUninstalled() throws {
        tool.environment["CHATELAINE_HOME"] = .some(nil)
        let manifest = tool.home.appendingPathComponent(".local/share/password-managers/chatelaine.json")
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let packaged = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Packaging/password-managers/chatelaine.json").standardized
        #expect(try Data(contentsOf: manifest) == Data(contentsOf: packaged))
        let mode = try FileManager.default.attributesOfItem(atPath: manifest.path)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        #expect(try tool.run("agent", "uninstall").status == 0)
        #expect(!FileManager.default.fileExists(atPath: manifest.path))
    }

    @Test func withoutAConfigurationDirectoryTheUnitsAreInTheHomeDirectory() throws {
        tool.environment["XDG_CONFIG_HOME"] = .some(nil)
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let path = tool.home.appendingPathComponent(".config/systemd/user/chatelaine.service").path
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// systemd does not know the variables of the shell that runs the installation.
    @Test func theUnitsNameAKeychainThatIsNotInTheUsualPlace() throws {
        let place = tool.home.path + "/a b%$\"\\c"
        tool.environment["CHATELAINE_HOME"] = place
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let written = tool.home.path + "/a b%%$"
        #expect(try unit("chatelaine.socket").contains("\nListenStream=\(written)\"\\c/run/agent.socket\n"))
        #expect(
            try unit("chatelaine.service").contains(
                "agent\nEnvironment=\"CHATELAINE_HOME=\(written)\\\"\\\\c\"\nRestart="))

        let data = tool.home.path + "/data"
        tool.environment["CHATELAINE_HOME"] = .some(nil)
        tool.environment["XDG_DATA_HOME"] = data
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        #expect(try unit("chatelaine.socket") == Self.template("chatelaine.socket"))
        #expect(try unit("chatelaine.service").contains("agent\nEnvironment=\"XDG_DATA_HOME=\(data)\"\nRestart="))
    }

    @Test func aPlaceThatNoUnitCanNameIsRefused() throws {
        tool.environment["CHATELAINE_HOME"] = tool.home.path + "/line\nExecStart=/bin/sh"
        let refused = try tool.run("agent", "install", "--without-systemd")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("control characters"))
        #expect(!FileManager.default.fileExists(atPath: units.path))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func systemdUnderstandsTheUnitsOfAProgramWithAnOddPath() throws {
        let program = try copy(into: "pro grams $HOME %h ü")
        try FileManager.default.createDirectory(
            at: tool.home.appendingPathComponent("runtime"), withIntermediateDirectories: false)
        #expect(try tool.run(["agent", "install", "--without-systemd"], executable: program).status == 0)
        let checked = try tool.run(
            ["verify", "--user", "--man=no"]
                + ["chatelaine.socket", "chatelaine.service", "chatelaine-sheets.service"].map {
                    units.appendingPathComponent($0).path
                },
            executable: "/usr/bin/systemd-analyze")
        #expect(checked.status == 0, "\(checked.complaint)")
        #expect(!checked.complaint.contains("chatelaine.s"), "\(checked.complaint)")
    }

    @Test(arguments: ["quote\"", "apostrophe'", "back\\slash"])
    func aProgramThatSystemdCannotStartIsRefused(name: String) throws {
        let program = try copy(into: name)
        let refused = try tool.run(["agent", "install", "--without-systemd"], executable: program)
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("install chatelaine elsewhere"))
        // What another one has installed it can take away.
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        #expect(try tool.run(["agent", "uninstall"], executable: program).status == 0)
        #expect(try reads)
    }

    // MARK: - Whose the keychain is

    @Test func theKeychainIsTheAgentsFromThenOn() throws {
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let refused = try tool.run("get", "mail", "before")
        #expect(refused.status == 1)
        #expect(refused.bytes.isEmpty)
        for start in ["systemctl --user start chatelaine.socket", "chatelaine agent"] {
            #expect(refused.complaint.contains(start), "\(refused.complaint)")
        }
        let program = try tool.run(["store"], executable: CommandLineTool.tutorial)
        #expect(program.status == 1)
        #expect(program.text.contains("-25291"), "\(program.text)")

        let agent = try RunningAgent(tool)
        #expect(try reads)
        #expect(try tool.run(["store"], executable: CommandLineTool.tutorial).status == 0)
        #expect(agent.end() == 0)
        #expect(try tool.run("get", "mail", "before").status == 1)
    }

    @Test func uninstallingGivesEverythingBack() throws {
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let agent = try RunningAgent(tool)
        #expect(try tool.run("set", "mail", "during", input: "agent's").status == 0)
        let refused = try tool.run("agent", "uninstall")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("end it, then run this again"))
        agent.end()
        #expect(try tool.run("get", "mail", "during").status == 1)

        let uninstalled = try tool.run("agent", "uninstall")
        #expect(uninstalled.status == 0, "\(uninstalled.complaint)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: units.path) == [])
        #expect(try reads)
        #expect(try tool.run("get", "mail", "during").text == "agent's\n")
        // There is nothing left to take back, and nothing is wrong with that.
        #expect(try tool.run("agent", "uninstall").status == 0)
        #expect(try reads)
    }

    @Test func aSecondInstallationIsHarmless() throws {
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        let before = try unit("chatelaine.service")
        #expect(try tool.run("agent", "install", "--without-systemd").status == 0)
        #expect(try unit("chatelaine.service") == before)
        do {
            let agent = try RunningAgent(tool)
            let again = try tool.run("agent", "install", "--without-systemd")
            #expect(again.status == 0)
            #expect(again.text.contains("an agent runs"))
            #expect(try reads)
            agent.end()
        }
        #expect(try tool.run("agent", "uninstall").status == 0)
        #expect(try reads)
    }

    // MARK: - What goes wrong

    @Test func withoutSystemdInstallingIsRefusedAndSaysHowToRunTheAgentOtherwise() throws {
        let refused = try tool.run("agent", "install")
        #expect(refused.status == 1)
        for words in ["systemd does not run", "--without-systemd", "agent.md", "containers, runit, s6 and OpenRC"] {
            #expect(refused.complaint.contains(words), "\(refused.complaint)")
        }
        #expect(!FileManager.default.fileExists(atPath: units.path))
        #expect(try reads)
    }

    @Test func unwritableUnitDirectoryChangesNothing() throws {
        try Data().write(to: tool.home.appendingPathComponent("config"))
        let refused = try tool.run("agent", "install", "--without-systemd")
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("config/systemd/user"))
        #expect(refused.complaint.contains("nothing was changed"))
        #expect(try reads)
    }

    @Test(arguments: ["install", "uninstall"]) func withoutAHomeDirectoryThereIsNoPlaceForUnits(command: String) throws
    {
        tool.environment["HOME"] = .some(nil)
        tool.environment["XDG_CONFIG_HOME"] = "relative"
        let refused = try tool.run("agent", command)
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("set HOME"))
        #expect(try reads)
    }

    // MARK: - Whose the groups are

    @Test func theGroupsInUseAreListedForAShell() throws {
        for group in ["com.example.mail", "it's; reboot"] { try add(group: group) }
        let installed = try tool.run("agent", "install", "--without-systemd")
        #expect(installed.status == 0)
        #expect(installed.text.contains("\n  chatelaine apps owner 'com.example.mail' /path/of/program\n"))
        #expect(installed.text.contains("\n  chatelaine apps owner 'it'\\''s; reboot' /path/of/program\n"))
        #expect(!installed.text.contains("'chatelaine'"))
    }

    @Test func theGroupsOfLockedItemsAreListedForThePasscode() throws {
        try add(group: "com.example.mail")
        #expect(try tool.run("passcode", "set", "--stdin", input: "passcode\n").status == 0)
        let wrong = try tool.run("agent", "install", "--without-systemd", "--passcode-stdin", input: "wrong\n")
        #expect(wrong.status == 51)
        #expect(!FileManager.default.fileExists(atPath: units.path))

        let locked = try tool.run("agent", "install", "--without-systemd")
        #expect(locked.status == 0)
        #expect(!locked.text.contains("com.example.mail"))
        #expect(locked.complaint.contains("--passcode-stdin"))
        let given = try tool.run("agent", "install", "--without-systemd", "--passcode-stdin", input: "passcode\n")
        #expect(given.status == 0)
        #expect(given.complaint == "")
        #expect(given.text.contains("com.example.mail"))

        let terminal = try TestTerminal(tool, "agent", "install", "--without-systemd")
        try terminal.expect("Passcode of the keychain, to list its access groups: ")
        #expect(!terminal.echoes)
        terminal.type("passcode\n")
        try terminal.expect("com.example.mail")
        #expect(terminal.end() == 0)
    }

    @Test func theOwnersAreAskedForWhereAnAgentCanBeTold() throws {
        for group in ["first", "second", "third", "unseen"] { try add(group: group) }
        let agent = try RunningAgent(tool)
        let program = URL(fileURLWithPath: "/bin/ls").resolvingSymlinksInPath().path
        let terminal = try TestTerminal(tool, "agent", "install", "--without-systemd")
        for (group, answer) in [("first", "/bin/ls"), ("second", ""), ("third", "no such program"), ("unseen", "/no")] {
            try terminal.expect("Path of the program that owns “\(group)” (Return: no owner yet): ")
            terminal.type(answer + "\n")
        }
        #expect(terminal.end() == 0)
        #expect(terminal.shown.contains("there is no program “no such program”; “third” has no owner yet"))
        #expect(terminal.shown.contains("then: chatelaine apps owner 'third' PROGRAM"))
        #expect(terminal.shown.contains("the agent has not seen “/no” yet; “unseen” has no owner yet"))
        let apps = try tool.run("apps", "list").text
        #expect(apps.contains("\(program)\tsystem\tfirst\n"))
        for group in ["second", "third", "unseen"] { #expect(!apps.contains(group), "\(apps)") }
        agent.end()
    }

    /// A script without a terminal is not asked a question.
    @Test func missingTerminalShowsNoQuestion() throws {
        try add(group: "first")
        let agent = try RunningAgent(tool)
        let installed = try tool.run("agent", "install", "--without-systemd", input: "/bin/ls\n")
        #expect(installed.status == 0)
        #expect(!installed.text.contains("Path of"))
        #expect(try !tool.run("apps", "list").text.contains("first"))
        agent.end()
    }
}
