import Foundation
import Glibc
import TestSupport
import Testing

/// An agent with a vault, programs that ask it, and terminals for them: real processes, and files of the test's own.
///
/// The agent lets only programs show sheets that only root could have changed. So all of it requires root.
final class Stage {
    static var isPossible: Bool { geteuid() == 0 }
    static let password = "seven silly walruses"

    /// Where the programs are, which root alone can change.
    var programs: String { programDirectory.path }
    private let programDirectory: TemporaryDirectory
    var home: String { homeDirectory.path }
    private let homeDirectory: TemporaryDirectory
    private var started: [ChildProcess] = []
    private let showsSheets: Bool

    /// - Parameter showsSheets: whether a prompter runs that shows them in terminals of the programs that ask.
    init(showsSheets: Bool = true) throws {
        self.showsSheets = showsSheets
        programDirectory = try TemporaryDirectory(in: "/opt")
        homeDirectory = try TemporaryDirectory(mode: 0o700)
        for name in [
            "chatelaine", "chatelaine-agent", "chatelaine-identify", "agent-probe", "extension-probe", "ExtensionTour",
        ] {
            try Self.install(BuiltPrograms.path(name), "\(programs)/\(name)")
        }
        let manifests = home + "/share/password-managers"
        try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
        let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Packaging/password-managers/chatelaine.json").standardizedFileURL.path
        try ChildProcess.linkOrCopy(manifest, to: manifests + "/chatelaine.json")
        chmod(manifests + "/chatelaine.json", 0o644)
        try startAgent()
        try run(["vault", "create", "personal", "--password-stdin"], input: Self.password + "\n")
        if showsSheets { try startPrompter() }
    }

    deinit {
        for process in started.reversed() { process.end() }
    }

    /// Where programs are copied to once where they cannot be linked: they are large. Goes with this process.
    private static let copies: TemporaryDirectory? = {
        let directory = try? TemporaryDirectory(in: "/opt", mode: 0o700)
        atexit { Stage.copies?.remove() }
        return directory
    }()
    private static let copying = NSLock()

    /// A program as it was built, in a directory of a test's own.
    private static func install(_ program: String, _ path: String) throws {
        var status = stat()
        // Who builds may be another user, with another umask.
        let isRootsAlone = stat(program, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o022 == 0
        if isRootsAlone, link(program, path) == 0 { return }
        let copies = try #require(copies)
        let copy = copies(URL(fileURLWithPath: program).lastPathComponent)
        try copying.withLock {
            guard access(copy, F_OK) != 0 else { return }
            let words = ["/usr/bin/install", "-m", "755", "--", program, copy]
            try #require(try ChildProcess.run(words).status == 0, "\(words)")
        }
        try ChildProcess.linkOrCopy(copy, to: path)
    }

    /// What programs find.
    var variables: [String: String] {
        [
            "CHATELAINE_HOME": home, "HOME": home, "XDG_DATA_HOME": home + "/share", "XDG_DATA_DIRS": home + "/none",
            "XDG_CONFIG_HOME": home + "/config", "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        ]
    }

    // MARK: - Processes

    private(set) var agent: ChildProcess?
    private(set) var prompter: ChildProcess?

    private func startAgent() throws { agent = try start(["\(programs)/chatelaine", "agent"], "listening on") }

    func startPrompter(_ words: String...) throws {
        let words = words.isEmpty ? ["--sheets-only"] : words
        prompter = try start(["\(programs)/chatelaine", "prompter"] + words, "shows")
    }

    /// Starts a program without a terminal, and waits for the first line that it prints.
    private func start(_ words: [String], _ line: String) throws -> ChildProcess {
        let process = try ChildProcess(words, variables: variables, leadsSession: true)
        started.append(process)
        try process.expectLine(line)
        return process
    }

    /// Runs the command line to its end, without a terminal.
    @discardableResult
    func run(_ words: [String], input: String = "") throws -> String {
        let (output, status) = try ChildProcess.run(
            [programs + "/chatelaine"] + words, variables: variables, input: input)
        try #require(status == 0, "\(words)")
        return output
    }

    func vault(_ words: String..., input: String = "") throws -> String {
        try run(["vault"] + words + ["--password-stdin"], input: Self.password + "\n" + input)
    }

    /// Saves a login.
    func add(_ title: String, _ username: String, _ password: String, for website: String = "https://bank.example")
        throws
    {
        _ = try vault("add", title, "username=\(username)", "website=\(website)", input: password + "\n")
    }

    /// What is saved.
    func value(_ field: String, of title: String) throws -> String {
        try vault("show", title, "--field", field, "--raw")
    }

    func titles() throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(vault("list", "--json").utf8)) as? [String: Any]
        return (object?["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }

    /// Another password manager, that could be started.
    func installSecondManager() throws {
        let manifest = """
            {"name": "toy", "title": "Toy", "feature": "org-appextension-feature-password-management", "protocol": 1,
            "sockets": ["$CHATELAINE_HOME/run/agent.socket"]}
            """
        try manifest.write(toFile: home + "/share/password-managers/toy.json", atomically: true, encoding: .utf8)
    }

    // MARK: - Programs that ask

    /// An app of that name in a terminal of its own.
    func app(
        _ words: String..., named name: String = "TouchMeIn", variables more: [String: String] = [:]
    ) throws -> App { try app(words, named: name, variables: more) }

    func app(
        _ words: [String], named name: String = "TouchMeIn", variables more: [String: String] = [:]
    ) throws -> App {
        let path = "\(programs)/\(name)"
        if access(path, F_OK) != 0 { try ChildProcess.linkOrCopy(programs + "/extension-probe", to: path) }
        let file = "\(home)/\(UUID().uuidString).answer"
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        let terminal = try TerminalProgram([path, file] + words, variables.merging(more) { $1 })
        return App(terminal: terminal, file: file, path: path)
    }

    struct App {
        let terminal: TerminalProgram
        fileprivate let file: String
        let path: String

        /// Ends with the app: what it got, a line for each request.
        func answer() throws -> String {
            #expect(terminal.end() == 0, "the terminal shows: \(terminal.shown)")
            return try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        }

        /// Enters the master password when it is asked for.
        func unlock() throws {
            try terminal.expect("Master password of “personal” (Esc: cancel): ")
            terminal.type(Stage.password + "\r")
        }
    }
}
