import Foundation
import Glibc
import TestSupport
import Testing

/// What macOS's `security` prints, written from keychain-services 8 alone: the files in `Tests/SecurityCommandTests/Golden`, whose
/// README.md says what their lines mean.
@Suite struct SecurityGoldenTests {
    @Test(arguments: GoldenFiles.names(in: "sessions", "txt"))
    func passwordsAndInvocationAreAsOnMacOS(name: String) throws { try play("sessions/" + name) }

    @Test(arguments: GoldenFiles.names(in: "keychains", "txt"))
    func keychainsAndCertificatesAreAsOnMacOS(name: String) throws { try play("keychains/" + name) }

    @Test(arguments: GoldenFiles.names(in: "scripts", "sh"))
    func scriptsOfMacOSRunWithoutATerminal(name: String) throws {
        let player = try GoldenPlayer()
        if name != "password.sh" { try player.beginWithKeychains() }
        let output = try player.run(["/bin/sh", GoldenFiles.folder + "/scripts/" + name, GoldenFiles.folder + "/files"])
        #expect(output.status == 0, "\(name): \(output.text)\(output.complaint)")
    }

    /// Without it, a folder that moved would be a test that passes.
    @Test(arguments: [("sessions", "txt"), ("keychains", "txt"), ("scripts", "sh")])
    func everyFolderHasFiles(folder: String, suffix: String) {
        #expect(GoldenFiles.names(in: folder, suffix).count >= 3)
    }

    /// Every line that a session has must be able to fail it.
    @Test(arguments: [
        "$ echo a\n| b", "$ echo a", "$ echo a >&2", "$ true\n! a", "$ false", "$ true\n= 1", "$ true\n= *",
        "$ echo a\n| {NUMBER}", "$ printf a\n| a", "$ printf 'a\\n\\n'\n| a",
        "$ echo '0x3230323530313032303330343035435A00  \"20250102030405Z\\000\"'\n| {TIME}",
        "$ echo /a /b\n| {KEYCHAIN} {KEYCHAIN}",
        "% echo a\n- a", "% stty -echo; echo ask; read -r line; echo \"$line\"\n? ask\n* hidden",
    ])
    func aWrongExpectationFails(session: String) throws {
        let player = try GoldenPlayer()
        let steps = try GoldenStep.read(session)
        #expect(try steps.contains { try player.complaint(about: $0) != nil })
    }

    private func play(_ path: String) throws {
        let player = try GoldenPlayer()
        if path.hasPrefix("keychains/") { try player.beginWithKeychains() }
        let text = try String(contentsOfFile: GoldenFiles.folder + "/" + path, encoding: .utf8)
        for step in try GoldenStep.read(text) {
            if let complaint = try player.complaint(about: step) {
                Issue.record("\(path):\(step.number): \(step.command)\n\(complaint)")
            }
        }
    }
}

enum GoldenFiles {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("SecurityCommandTests/Golden").path

    static func names(in directory: String, _ suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + directory)) ?? []
        return names.filter { $0.hasSuffix("." + suffix) }.sorted()
    }
}

/// One command of a session and what is expected of it.
private struct GoldenStep {
    let number: Int
    let command: String
    let hasTerminal: Bool
    /// The lines below the command, by their first letter.
    private(set) var lines: [(kind: Character, text: String)] = []

    /// `nil`: anything but 0.
    var status: Int32? {
        guard let text = lines.last(where: { $0.kind == "=" })?.text else { return 0 }
        return Int32(text)
    }

    /// Lines of one kind, each with its end.
    func text(_ kind: Character) -> String { lines.filter { $0.kind == kind }.map { $0.text + "\n" }.joined() }

    static func read(_ session: String) throws -> [GoldenStep] {
        var steps: [GoldenStep] = []
        for (index, line) in session.components(separatedBy: "\n").enumerated() {
            guard let kind = line.first, kind != "#" else { continue }
            let text = String(line.dropFirst(2))
            if "$%".contains(kind) {
                steps.append(GoldenStep(number: index + 1, command: text, hasTerminal: kind == "%"))
            } else {
                guard let last = steps.last, (last.hasTerminal ? "?>*^-=" : "<|!=").contains(kind) else {
                    throw TestFailure("line \(index + 1) has no meaning here: \(line)")
                }
                steps[steps.count - 1].lines.append((kind, text))
            }
        }
        return steps
    }
}

/// A home, and `security` in the path.
final class GoldenPlayer {
    private let tool: CommandLineTool
    /// The keychains' place too: where `CHATELAINE_HOME` is another one they are below that.
    private let home: String
    private var keychain: String?
    /// It keeps keychains unlocked from one command to the next.
    private var agent: RunningAgent?

    init() throws {
        tool = try CommandLineTool()
        home = tool.home.appendingPathComponent("keychain").path
        let links = tool.home.appendingPathComponent("bin").path
        let runtime = tool.home.appendingPathComponent("run").path
        for path in [home, links, runtime] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        for name in ["security", "chatelaine"] {
            try FileManager.default.createSymbolicLink(
                atPath: links + "/" + name, withDestinationPath: CommandLineTool.executable)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        tool.environment = [
            "HOME": home, "PATH": links + ":" + path, "XDG_RUNTIME_DIR": runtime, "LC_ALL": "C.UTF-8",
            "XDG_DATA_HOME": nil, "XDG_CONFIG_HOME": nil, "XDG_STATE_HOME": nil, "TMPDIR": home,
        ]
    }

    func run(_ words: [String], input: String = "") throws -> CommandLineTool.Output {
        try tool.run(Array(words.dropFirst()), input: Data(input.utf8), executable: words[0])
    }

    deinit { agent?.end() }

    /// Starts an agent. Keychains with a name would otherwise be made and deleted among the user's own: the home is checked.
    func beginWithKeychains() throws {
        agent = try RunningAgent(tool)
        let output = try run(["/bin/sh", "-c", "security default-keychain"])
        guard output.text.contains("\"" + tool.home.path + "/") else {
            throw TestFailure("keychains are not in the home of the test: \(output.text)\(output.complaint)")
        }
    }

    /// Plays a command. Returns what is not as expected.
    fileprivate func complaint(about step: GoldenStep) throws -> String? {
        let found = try step.hasTerminal ? onTerminal(step) : withoutTerminal(step)
        return found.isEmpty ? nil : found.joined(separator: "\n")
    }

    private func withoutTerminal(_ step: GoldenStep) throws -> [String] {
        let output = try run(["/bin/sh", "-c", "cd; " + filled(step.command)], input: filled(step.text("<")))
        let result = [
            difference("standard output", output.text, step.text("|")),
            difference("standard error", output.complaint, step.text("!")), difference(output.status, step),
        ]
        return result.compactMap { $0 }
    }

    private func onTerminal(_ step: GoldenStep) throws -> [String] {
        let terminal = try TestTerminal(tool, running: ["/bin/sh", "-c", "cd; " + filled(step.command)])
        var found: [String] = []
        do {
            for line in step.lines { try play(line, on: terminal, &found) }
        } catch let error as TestFailure {
            found.append("\(error)")
            terminal.send(SIGKILL)
        }
        if let difference = difference(terminal.end(), step) { found.append(difference) }
        for line in step.lines where "*-".contains(line.kind) && terminal.shown.contains(filled(line.text)) {
            found.append("the terminal shows “\(line.text)”: \(terminal.shown)")
        }
        return found
    }

    private func play(_ line: (kind: Character, text: String), on terminal: TestTerminal, _ found: inout [String])
        throws
    {
        switch line.kind {
        case "?": try terminal.expect(filled(line.text))
        case ">": terminal.type(filled(line.text) + "\n")
        case "^": terminal.type("\u{4}")
        case "*":
            if terminal.echoes { found.append("the terminal would show what is typed: \(terminal.shown)") }
            terminal.type(line.text + "\n")
        default: break
        }
    }

    private func difference(_ status: Int32, _ step: GoldenStep) -> String? {
        guard let expected = step.status else { return status > 0 ? nil : "status: \(status), expected another" }
        return status == expected ? nil : "status: \(status), expected: \(expected)"
    }

    // MARK: - Placeholders

    /// A text with the places of this home in it.
    private func filled(_ text: String) -> String {
        text.replacing("{BLANK}", with: " ").replacing("{HOME}", with: home)
            .replacing("{FILES}", with: GoldenFiles.folder + "/files").replacing(
                "{KEYCHAIN}", with: keychain ?? "{KEYCHAIN}")
    }

    private static let patterns = [
        ("{LINES}\n", #"(?:.*\n)*?"#), ("{TEXT}", #".*"#), ("{NUMBER}", #"-?[0-9]+"#), ("{HEX}", #"[0-9A-Fa-f]+"#),
        ("{TIME}", #"0x([0-9A-F]{28}5A00)  "([0-9]{14}Z)\\000""#), ("{KEYCHAIN}", #"(/[^"\n]+)"#),
    ]

    /// Says how an output differs from what is expected. Notes the keychain's path where it is printed first.
    private func difference(_ stream: String, _ actual: String, _ expected: String) -> String? {
        let wanted = filled(expected)
        var pattern = NSRegularExpression.escapedPattern(for: wanted)
        for (name, meaning) in Self.patterns {
            pattern = pattern.replacing(NSRegularExpression.escapedPattern(for: name), with: meaning)
        }
        let range = NSRange(actual.startIndex..., in: actual)
        guard let expression = try? NSRegularExpression(pattern: #"\A"# + pattern + #"\z"#),
            let match = expression.firstMatch(in: actual, range: range)
        else { return "\(stream) is:\n\(actual)expected:\n\(wanted)" }
        let groups = (1..<match.numberOfRanges).map { group in
            Range(match.range(at: group), in: actual).map { String(actual[$0]) } ?? ""
        }
        return note(groups)
    }

    /// Checks what stands in the places of times and keychains, in the order of the text.
    private func note(_ groups: [String]) -> String? {
        var rest = groups[...]
        while let first = rest.popFirst() {
            if first.hasPrefix("/") {
                guard first == keychain ?? first else { return "“\(first)” and “\(keychain ?? "")” are two keychains" }
                keychain = first
            } else if let text = rest.popFirst(), first != (Array(text.utf8) + [0]).map(Self.hexadecimal).joined() {
                return "the time is two times: \(first) and \(text)"
            }
        }
        return nil
    }

    private static func hexadecimal(_ byte: UInt8) -> String { String(format: "%02X", byte) }
}
