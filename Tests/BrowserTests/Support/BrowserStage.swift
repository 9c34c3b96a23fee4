import Crypto
import Foundation
import Glibc
import TestSupport
import Testing

/// An agent with a vault, a person in front of a prompter, and browsers that start the native host: real processes, and files of the test's
/// own.
///
/// The agent takes requests of browsers only from a host that only root could have changed. So all of it requires root.
final class BrowserStage {
    static var isPossible: Bool { geteuid() == 0 }
    static let password = "seven silly walruses"
    static let extensionID = "abcdefghijklmnopabcdefghijklmnop"

    var programs: String { programDirectory.path }
    private let programDirectory: TemporaryDirectory
    var home: String { homeDirectory.path }
    private let homeDirectory: TemporaryDirectory
    private(set) var agent: ChildProcess?
    private var started: [ChildProcess] = []
    private(set) var person: PersonAtPinentry?

    /// - Parameter hasPerson: whether a prompter runs.
    init(hasPerson: Bool = true) throws {
        programDirectory = try TemporaryDirectory(in: "/opt")
        homeDirectory = try TemporaryDirectory(mode: 0o700)
        for name in [
            "chatelaine", "chatelaine-agent", "chatelaine-identify", "chatelaine-browser", "browser-probe",
            "chatelaine-clipboard",
        ] {
            try ChildProcess.linkOrCopy(Self.rootsAlone(name), to: "\(programs)/\(name)")
        }
        try startAgent()
        try run(["vault", "create", "personal", "--password-stdin"], input: Self.password + "\n")
        if hasPerson { try startPrompter() }
    }

    deinit {
        for process in started.reversed() { process.end() }
        agent?.end()
    }

    /// Where programs are copied to once where they cannot be linked. Goes with this process.
    private static let copies: TemporaryDirectory? = {
        let directory = try? TemporaryDirectory(in: "/opt", mode: 0o700)
        atexit { BrowserStage.copies?.remove() }
        return directory
    }()
    private static let copying = NSLock()

    /// The path of a built program, or of a copy of it, that only root can change.
    private static func rootsAlone(_ name: String) throws -> String {
        let copies = try #require(copies)
        let (built, copy) = (BuiltPrograms.path(name), copies(name))
        try copying.withLock {
            guard access(copy, F_OK) != 0 else { return }
            let words = ["/usr/bin/install", "-m", "755", "--", built, copy]
            try #require(try ChildProcess.run(words).status == 0, "\(words)")
        }
        return copy
    }

    var variables: [String: String] {
        [
            "CHATELAINE_HOME": home, "HOME": home, "XDG_DATA_HOME": home + "/share", "XDG_DATA_DIRS": home + "/none",
            "XDG_CONFIG_HOME": home + "/config", "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        ]
    }

    // MARK: - The agent

    func startAgent() throws {
        let process = try ChildProcess([programs + "/chatelaine", "agent"], variables: variables, leadsSession: true)
        try process.expectLine("listening on")
        agent = process
    }

    /// Ends the agent as a service manager does.
    func endAgent() {
        agent?.end(SIGTERM)
        agent = nil
    }

    func startPrompter() throws {
        let person = try PersonAtPinentry(home: home)
        let process = try ChildProcess(
            [programs + "/chatelaine", "prompter", "--pinentry", person.program], variables: variables,
            leadsSession: true)
        try process.expectLine("shows")
        started.append(process)
        self.person = person
    }

    /// Runs the command line to its end.
    @discardableResult
    func run(_ words: [String], input: String = "", fails: Bool = false) throws -> String {
        let (output, status) = try ChildProcess.run(
            [programs + "/chatelaine"] + words, variables: variables, input: input,
            errors: fails ? .piped : .inherited)
        try #require((status == 0) != fails, "\(words): \(output)")
        return output
    }

    func object(_ words: String...) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run(words).utf8)) as? [String: Any])
    }

    func pairings() throws -> [[String: Any]] {
        try object("browser", "list", "--json")["pairings"] as? [[String: Any]] ?? []
    }

    /// Saves an item.
    ///
    /// - Parameters:
    ///   - words: fields and options as “vault add” takes them.
    ///   - secrets: the lines after the master password.
    /// - Returns: its identifier.
    @discardableResult
    func add(_ title: String, _ words: String..., secrets: String...) throws -> String {
        let added = try run(
            ["vault", "add", title] + words + ["--json", "--password-stdin"],
            input: ([Self.password] + secrets).map { $0 + "\n" }.joined())
        let object = try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: Any]
        let item = object?["item"] as? [String: Any] ?? object
        return try #require(item?["id"] as? String, "\(added)")
    }

    /// Saves a login for a website.
    @discardableResult
    func addLogin(_ title: String, _ username: String, _ secret: String, for website: String) throws -> String {
        try add(title, "username=\(username)", "website=\(website)", secrets: secret)
    }

    // MARK: - Browsers

    /// Starts a browser of that name, which starts the host.
    ///
    /// - Parameters:
    ///   - directory: where the browser is; that of root's programs by default.
    ///   - host: the path of the host; nil for the installed one.
    ///   - display: the variables by which programs find a display.
    func browser(
        _ name: String = "chromium", in directory: String? = nil, host: String? = nil,
        key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), extensionID: String = extensionID,
        display: [String: String] = [:]
    ) throws -> PlayedBrowser {
        let path = (directory ?? programs) + "/" + name
        if access(path, F_OK) != 0 { try ChildProcess.copy(programs + "/browser-probe", to: path) }
        let words = [path, host ?? programs + "/chatelaine-browser", "chrome-extension://\(extensionID)/"]
        let process = try ChildProcess(
            words, variables: variables.merging(display) { $1 }, input: .piped, leadsSession: true)
        return PlayedBrowser(process, key, extensionID, path: path)
    }

    /// Starts a browser whose profile is paired, and has a session.
    func pairedBrowser(
        _ name: String = "chromium", key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()
    ) throws -> PlayedBrowser {
        let browser = try browser(name, key: key)
        try browser.pair(try #require(person))
        try browser.begin()
        return browser
    }
}
