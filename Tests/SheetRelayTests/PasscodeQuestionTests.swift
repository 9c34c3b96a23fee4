import Foundation
import Glibc
import TestSupport
import Testing

/// A program that sets a passcode for everything, and then has the only one. A person is in front of a prompter; the program has all
/// commands, pseudo-terminals of its own, and namespaces.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct PasscodeQuestionTests {
    private let stage: Stage
    private let person: PersonAtPinentry

    init() throws {
        stage = try Stage(showsSheets: false)
        person = try PersonAtPinentry(home: stage.home)
        try stage.startPrompter("--pinentry", person.program)
    }

    private func hasPasscode() throws -> Bool {
        // 44: there is none; 51: it is another one.
        let verified = try ChildProcess.run(
            [stage.programs + "/chatelaine", "passcode", "verify", "--stdin"], variables: stage.variables,
            input: "hopefully not\n", errors: .null)
        return verified.status != 44
    }

    /// The ways in which a program has the command line set a passcode.
    enum Way: String, CaseIterable {
        case background
        case pseudoTerminal
        case namespace

        static let canMakeNamespaces =
            (try? ChildProcess.run(["/usr/bin/unshare", "-Urm", "/bin/true"], errors: .null))?.status == 0

        /// Whether this machine has it.
        var isPossible: Bool { self != .namespace || Self.canMakeNamespaces }

        /// The words that have the passcode set, and the status after a no. The command line would name a group that it has outside.
        func setting(_ stage: Stage) -> (command: String, refused: Int32) {
            switch self {
            case .background, .pseudoTerminal:
                ("printf 'attackers\\n' | \(stage.programs)/chatelaine passcode set --stdin", 128)
            case .namespace: ("\(stage.programs)/agent-probe set-passcode attackers", 1)
            }
        }

        func words(_ command: String) -> [String] {
            switch self {
            case .background: ["/bin/sh", "-c", command]
            case .pseudoTerminal: ["/usr/bin/script", "-qec", command, "/dev/null"]
            case .namespace: ["/usr/bin/unshare", "-Urm", "/bin/sh", "-c", command]
            }
        }
    }

    private func start(_ command: String, by way: Way) throws -> ChildProcess {
        try ChildProcess(way.words(command), variables: stage.variables, errors: .piped, leadsSession: true)
    }

    private func startSetting(by way: Way = .background) throws -> (process: ChildProcess, refused: Int32) {
        let (command, refused) = way.setting(stage)
        return (try start(command, by: way), refused)
    }

    // MARK: - Attacks

    @Test(arguments: Way.allCases.filter(\.isPossible)) func thePersonIsAskedAndANoIsANo(way: Way) throws {
        let (attacker, refused) = try startSetting(by: way)
        #expect(try person.question().contains("wants to set the passcode"))
        person.answer("no")
        #expect(attacker.wait() == refused)
        #expect(try !hasPasscode())
    }

    /// The question takes no passcode, since there is none: only the window may say yes.
    @Test(arguments: Way.allCases.filter(\.isPossible)) func theProgramDoesNotAnswerItself(way: Way) throws {
        let (attacker, refused) = try startSetting()
        _ = try person.question()
        let list = try ChildProcess.run(
            [stage.programs + "/chatelaine", "approve"], variables: stage.variables)
        let number = try #require(list.output.split(separator: "\t").first)
        for choice in ["", " --once", " --always"] {
            let answering = try start("\(stage.programs)/chatelaine approve \(number)\(choice)", by: way)
            // The agent may refuse the command line in a namespace before that.
            #expect(way == .namespace || answering.text().contains("only in the window"))
            #expect(answering.wait() != 0)
        }
        person.answer("no")
        #expect(attacker.wait() == refused)
        #expect(try !hasPasscode())
    }

    /// What `forkpty` gives, with the command typed into it.
    @Test func terminalOfItsOwnIsNoProof() throws {
        let terminal = try TerminalProgram([stage.programs + "/chatelaine", "passcode", "set"], stage.variables)
        for _ in 0..<2 {
            try terminal.expect(": ")
            terminal.type("attackers\n")
        }
        try terminal.expect("waiting: you are asked whether")
        _ = try person.question()
        person.answer("no")
        #expect(terminal.end() == 128)
        #expect(try !hasPasscode())
    }

    /// A recovery key opens everything, and the owner's would open nothing any more.
    @Test(arguments: [Way.background, .pseudoTerminal], [false, true])
    func recoveryKeyIsAskedAbout(way: Way, isOfAttacker: Bool) throws {
        let program = stage.programs + "/chatelaine recovery-key"
        let known = "00112233445566778899aabbccddeeff01234567"
        let attacker = try start(
            isOfAttacker ? "printf '\(known)\\n' | \(program) confirm --stdin" : program + " make --yes", by: way)
        #expect(try person.question().contains("wants to make a recovery key"))
        person.answer("no")
        #expect(attacker.wait() == 128)
        let status = try stage.run(["status", "--json"])
        #expect(status.contains(#""recoveryKey": false"#))
    }

    // MARK: - The owner

    @Test func aYesSetsIt() throws {
        let (owner, _) = try startSetting()
        _ = try person.question()
        person.answer("yes")
        #expect(owner.text().contains("waiting: you are asked"))
        #expect(owner.wait() == 0)
        #expect(try stage.run(["passcode", "verify", "--stdin"], input: "attackers\n") == "")
        // From now on the passcode is the proof, and nothing is asked.
        try stage.run(["passcode", "change", "--stdin"], input: "attackers\nowners own\n")
        try stage.run(["passcode", "remove", "--stdin"], input: "owners own\n")
    }

    @Test func waitingCanBeInterrupted() throws {
        let terminal = try TerminalProgram([stage.programs + "/chatelaine", "passcode", "set"], stage.variables)
        for _ in 0..<2 {
            try terminal.expect(": ")
            terminal.type("a passcode\n")
        }
        try terminal.expect("^C gives up")
        _ = try person.question()
        terminal.type("\u{3}")
        #expect(terminal.end() == -SIGINT)
        // Too late: the question went with the command.
        person.answer("yes")
        #expect(try !hasPasscode())
    }
}
