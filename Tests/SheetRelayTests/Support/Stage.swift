import Foundation
import Glibc
import ProcessTesting
import Testing

/// An agent with a vault, programs that ask it, and terminals for them: real processes, and files of the test's own.
///
/// The agent lets sheets be shown by a program only that nobody but root could have changed. So it all takes root.
final class Stage {
    static var isPossible: Bool { geteuid() == 0 }
    static let password = "seven silly walruses"

    /// Where the programs are, which root alone can change.
    let programs: String
    let home: String
    private var started: [StartedProcess] = []
    private let showsSheets: Bool

    /// - Parameter showsSheets: whether a prompter runs that shows them in terminals of the programs that ask.
    init(showsSheets: Bool = true) throws {
        self.showsSheets = showsSheets
        programs = try Self.directory("/opt/chatelaine-test.XXXXXX")
        home = try Self.directory("/tmp/chatelaine-sheet.XXXXXX")
        chmod(programs, 0o755)
        let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        for name in ["chatelaine", "chatelaine-agent", "chatelaine-identify", "extension-probe", "ExtensionTour"] {
            try Self.install("\(built)/\(name)", "\(programs)/\(name)")
        }
        let manifests = home + "/share/password-managers"
        try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
        let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Packaging/password-managers/chatelaine.json").standardizedFileURL.path
        try Self.copy(manifest, manifests + "/chatelaine.json")
        chmod(manifests + "/chatelaine.json", 0o644)
        try startAgent()
        try run(["vault", "create", "personal", "--password-stdin"], input: Self.password + "\n")
        if showsSheets { try startPrompter() }
    }

    deinit {
        for process in started.reversed() { process.end() }
        for directory in [programs, home] { try? FileManager.default.removeItem(atPath: directory) }
    }

    private static func directory(_ template: String) throws -> String {
        var name = Array(template.utf8CString)
        try #require(mkdtemp(&name) != nil)
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Where programs are copied to once where they cannot be linked: they are large. Goes with this process.
    private static let copies: String? = {
        guard let path = try? directory("/opt/chatelaine-programs.XXXXXX") else { return nil }
        atexit { if let path = Stage.copies { try? FileManager.default.removeItem(atPath: path) } }
        return path
    }()
    private static let copying = NSLock()

    /// A program as it was built, in a directory of a test's own.
    private static func install(_ program: String, _ path: String) throws {
        var status = stat()
        // Who builds may be another user, with another umask.
        let isRootsAlone = stat(program, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o022 == 0
        if isRootsAlone, link(program, path) == 0 { return }
        let copies = try #require(copies)
        let copy = copies + "/" + URL(fileURLWithPath: program).lastPathComponent
        try copying.withLock {
            guard access(copy, F_OK) != 0 else { return }
            let process = try StartedProcess(["/usr/bin/install", "-m", "755", "--", program, copy], variables: []) {
                _ in
            }
            try #require(process.wait() == 0, "install \(program) \(copy)")
        }
        try Self.copy(copy, path)
    }

    /// By a program of its own: a file that this process has open for writing cannot be executed.
    static func copy(_ file: String, _ copy: String) throws {
        guard link(file, copy) != 0 else { return }
        let process = try StartedProcess(["/bin/cp", "--", file, copy], variables: []) { _ in }
        try #require(process.wait() == 0, "cp \(file) \(copy)")
    }

    /// What programs find.
    var variables: [String: String] {
        [
            "CHATELAINE_HOME": home, "HOME": home, "XDG_DATA_HOME": home + "/share", "XDG_DATA_DIRS": home + "/none",
            "XDG_CONFIG_HOME": home + "/config", "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        ]
    }

    // MARK: - Processes

    private(set) var agent: StartedProcess?
    private(set) var prompter: StartedProcess?

    private func startAgent() throws { agent = try start(["\(programs)/chatelaine", "agent"], "listening on") }

    func startPrompter() throws {
        prompter = try start(["\(programs)/chatelaine", "prompter", "--sheets-only"], "shows")
    }

    /// Starts a program without a terminal, and waits for the first line that it prints.
    private func start(_ words: [String], _ line: String) throws -> StartedProcess {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = try StartedProcess(
            words, variables: variables.map { "\($0.key)=\($0.value)" }, leadsSession: true
        ) {
            posix_spawn_file_actions_addopen(&$0, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&$0, ends[1], 1)
        }
        close(ends[1])
        defer { close(ends[0]) }
        started.append(process)
        var said: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { said.append(byte) }
        let text = String(decoding: said, as: UTF8.self)
        try #require(text.hasPrefix(line), "\(words) says: \(text)")
        return process
    }

    /// Runs the command line to its end, without a terminal.
    @discardableResult
    func run(_ words: [String], input: String = "") throws -> String {
        let process = Process()
        let (output, given) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: programs + "/chatelaine")
        process.arguments = words
        process.environment = variables
        (process.standardOutput, process.standardInput) = (output, given)
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words)")
        return String(decoding: data, as: UTF8.self)
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
        if access(path, F_OK) != 0 { try Self.copy(programs + "/extension-probe", path) }
        let file = "\(home)/\(UUID().uuidString).answer"
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        let terminal = try PersonsTerminal([path, file] + words, variables.merging(more) { $1 })
        return App(terminal: terminal, file: file, path: path)
    }

    struct App {
        let terminal: PersonsTerminal
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
