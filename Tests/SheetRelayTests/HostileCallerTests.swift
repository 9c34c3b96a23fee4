import AgentClient
import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// A program that wants what it was not given. It owns its pseudo-terminal: what the test types before the person does, and what it
/// starts there, is the program's doing.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct HostileCallerTests {
    private let stage: Stage

    init() throws {
        stage = try Stage()
        try stage.add("My Bank", "maria", "XQZ7")
        try stage.add("Mail", "maria", "YWV8", for: "https://mail.example")
        // The state that a program leaves which used it a minute ago.
        _ = try stage.vault("list")
    }

    private func gotNothing(_ app: Stage.App, _ code: Int = 0) throws {
        #expect(try app.answer() == #"{"error":\#(code)}"#)
        for secret in ["XQZ7", "YWV8", "My Bank", "Mail", "maria"] { #expect(!app.terminal.shown.contains(secret)) }
    }

    @Test func keysBeforeThePersonDoesOpenNothing() throws {
        let app = try stage.app("find", "https://bank.example")
        app.terminal.type("\r\r/yes\r/all\r\r")
        try app.terminal.expect("(Esc: cancel): ")
        for key in ["\r", "/yes\r", "/all\r", "/vault\r", "*\r"] {
            app.terminal.type(key)
            try app.terminal.expect("(Esc: cancel): ")
        }
        app.terminal.type("\u{3}")
        try gotNothing(app)
    }

    /// The person has entered the master password, and the program types on: it can have what it asks for, and nothing else.
    @Test func otherSitesAreNotToBeHadInTheSameSheet() throws {
        let app = try stage.app("find", "https://bank.example.evil.example")
        try app.unlock()
        for words in ["mAIL", "mail.example", "/all", "/search mail", "MARIA", ""] {
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type(words + "\r")
        }
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\u{3}")
        try gotNothing(app)
    }

    @Test func aHundredRequestsGetErrorsAlone() throws {
        let app = try stage.app("hundred", "https://bank.example")
        for _ in 0..<3 {
            try app.terminal.expect("(Esc: cancel): ")
            app.terminal.type("\u{1b}")
        }
        let answers = try app.answer().split(separator: "\n")
        #expect(answers.count == 100 && Set(answers) == [#"{"error":0}"#])
        #expect(app.terminal.shown.components(separatedBy: "Master password").count == 4)
    }

    /// Its own display, programs, manifests and settings are not those of the one who shows the sheet.
    @Test func variablesOfTheProgramsOwnChangeNothing() throws {
        let evil = stage.home + "/evil"
        try FileManager.default.createDirectory(atPath: evil, withIntermediateDirectories: true)
        try Data("#!/bin/sh\ntouch \(evil)/was-run\n".utf8).write(to: URL(fileURLWithPath: evil + "/pinentry"))
        for name in ["chatelaine", "sh", "pinentry-gtk-2"] {
            try ChildProcess.linkOrCopy(evil + "/pinentry", to: "\(evil)/\(name)")
            chmod("\(evil)/\(name)", 0o755)
        }
        let app = try stage.app(
            "find", "https://bank.example",
            variables: [
                "DISPLAY": ":99", "WAYLAND_DISPLAY": "evil", "PATH": evil, "XDG_CONFIG_HOME": evil,
                "XDG_RUNTIME_DIR": evil, "HOME": evil, "XDG_DATA_DIRS": evil,
            ])
        try app.terminal.expect("Program: \(app.path) ")
        try app.terminal.expect("(Esc: cancel): ")
        app.terminal.type("\u{1b}")
        try gotNothing(app)
        #expect(access(evil + "/was-run", F_OK) != 0)
    }

    /// It calls itself something else; its sheet shows what the agent has found out.
    @Test func aNameThatItGivesItselfIsNotShown() throws {
        try ChildProcess.linkOrCopy(stage.programs + "/extension-probe", to: stage.programs + "/evil")
        let file = stage.home + "/answer"
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        let terminal = try TerminalProgram(
            [
                "/bin/bash", "-c",
                "exec -a '/usr/bin/TouchMeIn' \(stage.programs)/evil \(file) find https://bank.example",
            ], stage.variables)
        try terminal.expect("“evil” asks for a login for bank.example.")
        try terminal.expect("Program: \(stage.programs)/evil ")
        try terminal.expect("(Esc: cancel): ")
        terminal.type("\u{1b}")
        #expect(terminal.end() == 0)
        #expect(!terminal.shown.contains("TouchMeIn"))
        // Nor can it ask in the name of another app.
        try gotNothing(stage.app("find", "app://com.example.TouchMeIn"), 6)
    }

    /// The command line is there for every program. In a terminal of the program's own it has nothing to say.
    @Test func theCommandLineInItsTerminalTakesTheMasterPassword() throws {
        for words in [["list"], ["show", "My Bank", "--reveal"], ["search", "bank"]] {
            let terminal = try TerminalProgram(["\(stage.programs)/chatelaine", "vault"] + words, stage.variables)
            try terminal.expect("Master password of personal: ")
            terminal.type("\u{4}")
            #expect(terminal.end() != 0)
            #expect(!terminal.shown.contains("XQZ7") && !terminal.shown.contains("maria"))
        }
    }

    /// It starts a prompter of its own, on its own terminal: what is shown there takes the master password as well.
    @Test func aPrompterOfItsOwnShowsNothingWithoutTheMasterPassword() throws {
        let follower = try TerminalProgram(["\(stage.programs)/chatelaine", "approve", "--follow"], stage.variables)
        try follower.expect("sheets")
        let app = try stage.app("find", "https://bank.example")
        try follower.expect("(Esc: cancel): ")
        for key in ["\r", "/yes\r", "/all\r"] {
            follower.type(key)
            try follower.expect("(Esc: cancel): ")
        }
        follower.type("\u{1b}")
        try gotNothing(app)
        #expect(!follower.shown.contains("XQZ7") && !follower.shown.contains("My Bank"))
        follower.process.send(SIGTERM)
        follower.end()
    }

    /// A copy of the command line, or another program, shows no sheets.
    @Test func anotherProgramShowsNoSheets() throws {
        try ChildProcess.linkOrCopy(stage.programs + "/chatelaine", to: stage.home + "/chatelaine")
        let copy = try TerminalProgram([stage.home + "/chatelaine", "prompter", "--sheets-only"], stage.variables)
        #expect(copy.end() != 0)
        #expect(!copy.shown.contains("shows what"))
        // This process, with the agent's own messages.
        let agent = AgentAdministration(at: stage.home + "/run/agent.socket")
        #expect(throws: KeychainError(.missingEntitlement, "")) {
            try agent.showQuestions(.with { $0.showsSheets = true }) { _ in false }
        }
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        for id in 0..<20 as Range<UInt64> {
            #expect(throws: KeychainError(.missingEntitlement, "")) {
                try agent.showSheet(id) { _, _ in SheetReply(.init(), .init(zeros: 0)) }
            }
        }
        app.terminal.type("\u{1b}")
        try gotNothing(app)
    }

    /// It is the installed one, with a library of the program's own in it.
    @Test func aCommandLineWithALibraryOfOthersShowsNoSheets() throws {
        let library = stage.home + "/library.so"
        let copy = try ChildProcess.run(
            ["/bin/sh", "-c", "cp -L \"$(ldconfig -p | sed -n 's/.*libm[.]so[.]6.*=> //p' | head -1)\" \(library)"],
            variables: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        try #require(copy.status == 0)
        try #require(chown(library, 12345, 12345) == 0)
        let prompter = try TerminalProgram(
            [stage.programs + "/chatelaine", "prompter", "--sheets-only"],
            stage.variables.merging(["LD_PRELOAD": library]) { $1 })
        #expect(prompter.end() != 0)
        #expect(!prompter.shown.contains("shows what") && prompter.shown.contains("only root can change"))
    }

    /// There the number of its terminal may be another's.
    @Test func aProgramInAMountNamespaceOfItsOwnHasNoSheetInATerminal() throws {
        let file = stage.home + "/answer"
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        let terminal = try TerminalProgram(
            ["/usr/bin/unshare", "-m", "\(stage.programs)/extension-probe", file, "find", "https://bank.example"],
            stage.variables)
        terminal.end()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"error\":2}\n")
        #expect(!terminal.shown.contains("Master"))
    }

    /// It is killed, and its terminal stays, but its output is not read.
    @Test func unreadTerminalKeepsNoSheetAway() throws {
        let fill = "dd if=/dev/zero of=/dev/tty oflag=nonblock bs=1 count=1000000 2> /dev/null"
        let program = "\(stage.programs)/extension-probe"
        let terminal = try TerminalProgram(
            ["/bin/bash", "-c", "\(fill); exec \(program) /dev/null find https://bank.example"], stage.variables)
        // Until the prompter has it open.
        let descriptors = try "/proc/\(#require(stage.prompter).id)/fd/"
        func isShown() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: descriptors).contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + $0)) == terminal.path
            }
        }
        while try !isShown() { sched_yield() }
        terminal.process.send(SIGKILL)
        let next = try stage.app("find", "https://bank.example", named: "Honest")
        try next.unlock()
        try next.terminal.expect("Esc: cancel): ")
        next.terminal.type("\r")
        #expect(try next.answer().contains("XQZ7"))
        _ = terminal.process.wait()
    }

    @Test func dyingInTheMiddleLeavesTheNextProgramItsSheet() throws {
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        app.terminal.process.send(SIGKILL)
        app.terminal.end()
        let next = try stage.app("find", "https://bank.example", named: "Honest")
        try next.unlock()
        try next.terminal.expect("Esc: cancel): ")
        next.terminal.type("\r")
        #expect(try next.answer().contains("XQZ7"))
    }
}
