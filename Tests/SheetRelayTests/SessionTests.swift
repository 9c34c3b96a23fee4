import Foundation
import Glibc
import TestSupport
import Testing

/// What happens around a sheet that is open: the program goes, the vault is locked, others ask.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct SessionTests {
    private let stage: Stage
    init() throws { stage = try Stage() }

    @Test func theSheetClosesWhenItsProgramIsKilled() throws {
        // A shell that stays keeps the terminal there.
        let file = stage.home + "/pid"
        let shell = try TerminalProgram(
            [
                "/bin/bash", "-ic",
                "\(stage.programs)/extension-probe /dev/null find https://bank.example & echo $! > \(file); fg; echo back",
            ], stage.variables)
        try shell.expect("(Esc: cancel): ")
        let process = try #require(pid_t(String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber)))
        let begin = ContinuousClock.now
        kill(process, SIGKILL)
        try shell.expect("Nothing was sent to “extension-probe”.")
        print("the sheet closes \(begin.duration(to: .now)) after the end of its program")
        shell.end()
        #expect(shell.shown.contains("back"))
        #expect(shell.modes == shell.modesBefore)
    }

    @Test func aLockMeanwhileLeadsBackToThePasswordWithWhatWasTyped() throws {
        let app = try stage.app("store", "https://bank.example", #"{"login_title":"Bank","password":"pw"}"#)
        try app.unlock()
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("/username karl\r")
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        try stage.run(["lock"])
        try app.terminal.expect("The vault was locked. What you have typed is still there.")
        try app.unlock()
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("\r")
        #expect(try app.answer().contains(#""username":"karl""#))
        #expect(try stage.value("username", of: "Bank") == "karl")
    }

    /// Also where the keychain itself has no passcode.
    @Test func lockLocksVaults() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let chatelaine = "'\(stage.programs)/chatelaine'"
        let script =
            "\(chatelaine) vault unlock; \(chatelaine) vault list; \(chatelaine) lock; \(chatelaine) vault list"
        let terminal = try TerminalProgram(["/bin/bash", "-c", script], stage.variables)
        try terminal.expect("Master password of personal: ")
        terminal.type(Stage.password + "\n")
        try terminal.expect("My Bank")
        try terminal.expect("Master password of personal: ")
        terminal.type("\u{4}")
        #expect(terminal.end() != 0)
    }

    /// Domains that the user says are one, and a file that says nothing that could be understood.
    @Test func sharedDomainsOfTheUserCount() throws {
        try stage.add("My Bank", "maria", "XQZ7", for: "https://bank.com")
        let directory = stage.home + "/config/chatelaine"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for (text, answer) in [
            ("", "No login for"), ("bank.com bank-cards.com", "One login matches"), ("x", "No login for"),
        ] {
            try text.write(toFile: directory + "/shared-domains", atomically: true, encoding: .utf8)
            chmod(directory + "/shared-domains", 0o644)
            let app = try stage.app("find", "https://bank-cards.com")
            try app.unlock()
            try app.terminal.expect(answer)
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type("\u{1b}")
            _ = try app.answer()
        }
    }

    /// Two programs in two terminals: one after the other.
    @Test func theNextSheetComesWhenTheFirstHasEnded() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let first = try stage.app("find", "https://bank.example")
        try first.terminal.expect("(Esc: cancel): ")
        let second = try stage.app("find", "https://bank.example", named: "Second")
        first.terminal.type("\u{1b}")
        #expect(try first.answer() == #"{"error":0}"#)
        try second.unlock()
        try second.terminal.expect("Esc: cancel): ")
        second.terminal.type("\r")
        #expect(try second.answer().contains("XQZ7"))
    }

    /// The master password that was typed at a sheet opens nothing else: neither in that terminal, which belongs to the program that
    /// asked, nor in that of the process that started the prompter.
    @Test func aSheetLeavesNothingOpen() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        stage.prompter?.end()
        let prompter = try TerminalProgram(
            [
                "/bin/bash", "-c",
                "'\(stage.programs)/chatelaine' prompter --sheets-only & read; "
                    + "'\(stage.programs)/chatelaine' vault show 'My Bank' --reveal < /dev/null; echo status $?",
            ], stage.variables)
        try prompter.expect("shows")
        let program = "\(stage.programs)/extension-probe \(stage.home)/answer find https://bank.example"
        let owner = try TerminalProgram(
            [
                "/bin/bash", "-c",
                "\(program); '\(stage.programs)/chatelaine' vault show 'My Bank' --reveal < /dev/null; echo status $?",
            ], stage.variables)
        try owner.expect("(Esc: cancel): ")
        owner.type(Stage.password + "\r")
        try owner.expect("Esc: cancel): ")
        owner.type("\r")
        try owner.expect("Master password of personal: ")
        owner.type("\u{4}")
        try owner.expect("status ")
        owner.end()
        prompter.type("\n")
        try prompter.expect("Master password of personal: ")
        prompter.type("\u{4}")
        try prompter.expect("status ")
        #expect(!owner.shown.contains("XQZ7") && !prompter.shown.contains("XQZ7"))
        prompter.process.send(SIGTERM)
    }

    /// If two managers are installed, the user chooses one once.
    @Test func whichManagerAnswersIsAskedOnce() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        try stage.installSecondManager()
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("Which password manager should answer this and later requests: ")
        try app.terminal.expect("(Return: chatelaine, Esc: cancel): ")
        app.terminal.type("unknown\r")
        try app.terminal.expect("There is no such password manager.")
        try app.terminal.expect("(Return: chatelaine, Esc: cancel): ")
        app.terminal.type("\r")
        try app.unlock()
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        #expect(try app.answer().contains("XQZ7"))
        let again = try stage.app("find", "https://bank.example")
        try again.terminal.expect("asks for a login")
        try again.terminal.expect("(Esc: cancel): ")
        again.terminal.type("\u{1b}")
        _ = try again.answer()
        #expect(!again.terminal.shown.contains("Which password manager"))
    }
}
