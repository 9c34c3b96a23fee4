import Foundation
import Glibc

/// An agent with a keychain, and a home for programs: real processes, and files of the test's own.
///
/// Programs lie where root alone can change them, as they do when they are installed: the agent lets sheets be shown by no others. So it
/// all takes root.
@MainActor public final class Stage {
    /// Whether this machine has what this takes.
    public nonisolated static var isPossible: Bool { geteuid() == 0 && Desktop.missing.isEmpty }

    /// What vaults of a test are opened with.
    public nonisolated static let password = "seven silly walruses"

    /// Where the programs are installed: `bin`, `libexec/chatelaine`, `share`.
    public var prefix: String { prefixDirectory.path }
    private let prefixDirectory: TemporaryDirectory
    /// The user's home, with everything that programs write.
    public var home: String { homeDirectory.path }
    private let homeDirectory: TemporaryDirectory
    /// The fingerprint reader; nil: none.
    public let reader: VirtualReader?
    private var started: [ChildProcess] = []
    private var apps: [RunningApp] = []
    /// The agent; nil while none runs.
    public private(set) var agent: ChildProcess?

    /// Starts an agent.
    ///
    /// - Parameters:
    ///   - reader: whether there is a fingerprint reader.
    ///   - startsAgent: whether there is an agent from the beginning.
    public init(reader: Bool = false, startsAgent: Bool = true) throws {
        prefixDirectory = try TemporaryDirectory(in: "/opt")
        homeDirectory = try TemporaryDirectory(mode: 0o700)
        self.reader = reader ? try VirtualReader() : nil
        for part in ["bin", "libexec/chatelaine", "share/password-managers"] {
            try FileManager.default.createDirectory(
                atPath: "\(prefix)/\(part)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        try install(Self.core + "/chatelaine", "bin")
        for name in ["chatelaine-agent", "chatelaine-identify", "chatelaine-pam-helper", "chatelaine-clipboard"] {
            try install("\(Self.core)/\(name)", "libexec/chatelaine")
        }
        // The agent knows those that are there when it starts.
        try install("chatelaine-sheet")
        if startsAgent { try startAgent() }
    }

    isolated deinit {
        for app in apps { app.end() }
        for process in started.reversed() { process.end() }
        endPrograms()
    }

    // MARK: - Files

    /// The folder of the repository.
    public nonisolated static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL.path

    /// Where the programs of the core package were built.
    public nonisolated static var core: String {
        ProcessInfo.processInfo.environment["CHATELAINE_PROGRAMS"] ?? repository + "/.build/debug"
    }

    /// Where the apps were built: beside the tests.
    private static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// Puts a program where it would be installed.
    ///
    /// - Parameters:
    ///   - program: a path, or the name of an app that was built.
    ///   - part: the directory below the prefix.
    ///   - name: what it is called there; nil: as it is.
    /// - Returns: its path.
    @discardableResult public func install(
        _ program: String, _ part: String = "libexec/chatelaine", named name: String? = nil
    ) throws -> String {
        let source = program.hasPrefix("/") ? program : "\(Self.built)/\(program)"
        let path = "\(prefix)/\(part)/\(name ?? URL(fileURLWithPath: source).lastPathComponent)"
        guard access(path, F_OK) != 0 else { return path }
        var status = stat()
        // Who builds may be another user, with another umask.
        let isRootsAlone = stat(source, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o022 == 0
        if isRootsAlone, link(source, path) == 0 { return path }
        // By a program of its own: a file that this process has open for writing cannot be executed.
        let (_, end) = try ChildProcess.run(["install", "-m", "755", "--", source, path])
        guard end == 0 else { throw TestFailure("“\(source)” is not there: build it first") }
        return path
    }

    /// Whether programs find the password manager.
    public func installPasswordManager() throws {
        let manifest = "\(prefix)/share/password-managers/chatelaine.json"
        try ChildProcess.run([
            "install", "-m", "644", "--", Self.repository + "/Packaging/password-managers/chatelaine.json", manifest,
        ])
    }

    // MARK: - Processes

    /// What programs find beside the rest.
    public var more: [String: String] = [:]

    /// What programs find.
    public var variables: [String: String] {
        var variables = [
            "CHATELAINE_HOME": home + "/keychains", "HOME": home, "XDG_DATA_HOME": home + "/share",
            "XDG_DATA_DIRS": "\(prefix)/share:/usr/share", "XDG_CONFIG_HOME": home + "/config",
            "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": home, "PATH": "\(prefix)/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8", "CHATELAINE_TEXTS": "tutorial",
            // A test without a reader must not find that of the machine.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home)/none",
        ]
        if let reader { variables["DBUS_SYSTEM_BUS_ADDRESS"] = reader.address }
        return variables.merging(more) { $1 }
    }

    /// Starts the agent, and waits until it listens.
    ///
    /// - Parameter options: of the command.
    public func startAgent(_ options: String...) throws {
        agent = try start(["\(prefix)/bin/chatelaine", "agent"] + options, "listening on")
    }

    /// Kills the agent.
    public func killAgent() {
        agent?.end()
        agent = nil
    }

    /// Ends what programs of the stage have started by themselves.
    private func endPrograms() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = pid_t(entry),
                let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe"),
                program.hasPrefix(prefix + "/")
            else { continue }
            kill(id, SIGKILL)
        }
    }

    /// Starts who shows what the agent asks, in windows on the test's display.
    ///
    /// - Parameter words: for `chatelaine prompter`.
    public func startPrompter(_ words: String...) throws {
        prompter = try start(["\(prefix)/bin/chatelaine", "prompter"] + words, "shows")
    }

    /// The prompter; nil while none runs.
    public private(set) var prompter: ChildProcess?

    /// The window that shows what the agent asks, once it is there.
    public func sheet() throws -> RunningApp {
        let id = try Desktop.wait(for: "a sheet") { try sheetProcess() }
        let app = try RunningApp(showing: id)
        return app
    }

    /// The process that shows windows for the prompter; nil: none.
    private func sheetProcess() throws -> pid_t? {
        guard let prompter else { throw TestFailure("no prompter") }
        let (output, _) = try ChildProcess.run(["pgrep", "-P", "\(prompter.id)", "chatelaine-she"])
        return pid_t(output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Picks the first row of a sheet's list, by keys: Return leads from the search to the list, and Return picks.
    public func pickFirst(in sheet: RunningApp) throws {
        try sheet.focus("Search all logins")
        try sheet.desktop.press("Return")
        _ = try sheet.find("list item", where: \.isSelected)
        try sheet.desktop.press("Return")
    }

    /// What a field of an item of the vault has.
    public func value(_ field: String, of title: String) throws -> String {
        try vault("show", title, "--field", field, "--raw")
    }

    /// Waits until no window shows what the agent asks.
    public func waitUntilNoSheet() throws {
        try Desktop.wait(for: "the end of the sheet") { try sheetProcess() == nil ? () : nil }
    }

    /// Starts a program without a window, and waits for the first line that it prints.
    @discardableResult public func start(_ words: [String], _ line: String) throws -> ChildProcess {
        let all = try Desktop.started().variables.merging(variables) { $1 }
        let process = try ChildProcess(words, variables: all, leadsSession: true)
        started.append(process)
        try process.expectLine(line)
        return process
    }

    /// Installs an app and starts it.
    ///
    /// - Parameters:
    ///   - name: of its executable.
    ///   - arguments: for it.
    ///   - more: what it finds in its environment beside ``variables``.
    ///   - terminal: from which it is started; nil: from none.
    public func open(
        _ name: String, _ arguments: [String] = [], variables more: [String: String] = [:],
        terminal: PseudoTerminal? = nil
    ) throws -> RunningApp {
        let path = try install(name)
        let app = try RunningApp(
            [path] + arguments, variables: variables.merging(more) { $1 }, directory: home, terminal: terminal)
        apps.append(app)
        return app
    }

    /// Runs the command line to its end, without a terminal.
    @discardableResult public func chatelaine(_ words: String..., input: String = "") throws -> String {
        let (output, status) = try ChildProcess.run(
            ["\(prefix)/bin/chatelaine"] + words, variables: variables, input: input)
        guard status == 0 else { throw TestFailure("chatelaine \(words) ends with \(status): \(output)") }
        return output
    }

    /// Makes the vault “personal”, with ``password``.
    public func makeVault() throws {
        try chatelaine("vault", "create", "personal", "--password-stdin", input: Self.password + "\n")
    }

    /// Runs a command of `chatelaine vault` with the vault's password.
    @discardableResult public func vault(_ words: String..., input: String = "") throws -> String {
        let (output, status) = try ChildProcess.run(
            ["\(prefix)/bin/chatelaine", "vault"] + words + ["--password-stdin"], variables: variables,
            input: Self.password + "\n" + input)
        guard status == 0 else { throw TestFailure("chatelaine vault \(words) ends with \(status): \(output)") }
        return output
    }
}
