import Foundation
import Glibc
import TestSupport
import Testing

/// Every error that an app can get of the agent and its sheet, provoked for real.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct ErrorTests {
    @Test func cancelIs0() throws {
        let stage = try Stage()
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        app.terminal.type("\u{1b}")
        #expect(try app.answer() == #"{"error":0}"#)
        #expect(app.terminal.shown.hasSuffix("Nothing was sent to “TouchMeIn”.\r\n"))
        #expect(app.terminal.modes == app.terminal.modesBefore)
    }

    @Test func noManagerIs1() throws {
        let stage = try Stage(showsSheets: false)
        let app = try stage.app("find", "https://bank.example", variables: ["XDG_DATA_HOME": "/nowhere"])
        #expect(try app.answer() == #"{"error":1}"#)
    }

    /// No program shows sheets; then one does, but the caller has no terminal, or is not in the foreground of it.
    @Test func noScreenIs2() throws {
        let stage = try Stage(showsSheets: false)
        #expect(try stage.app("find", "https://bank.example").answer() == #"{"error":2}"#)
        try stage.startPrompter()
        let file = stage.home + "/answer"
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        let app = try ChildProcess(
            ["\(stage.programs)/extension-probe", file, "find", "https://bank.example"],
            variables: stage.variables, leadsSession: true)
        #expect(app.wait() == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"error\":2}\n")
        try Data().write(to: URL(fileURLWithPath: file))
        let background = try TerminalProgram(
            [
                "/bin/bash", "-ic",
                "\(stage.programs)/extension-probe '\(file)' find https://bank.example & wait; echo done",
            ], stage.variables)
        try background.expect("done")
        background.end()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"error\":2}\n")
        #expect(!background.shown.contains("Master"))
    }

    @Test func anAgentThatIsKilledInTheMiddleIs2() throws {
        let stage = try Stage()
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        stage.agent?.send(SIGKILL)
        #expect(try app.answer() == #"{"error":2}"#)
        _ = stage.prompter?.wait()
        #expect(app.terminal.modes == app.terminal.modesBefore)
    }

    @Test func aPrompterThatIsKilledInTheMiddleIs2() throws {
        let stage = try Stage()
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        stage.prompter?.send(SIGKILL)
        #expect(try app.answer() == #"{"error":2}"#)
    }

    @Test func aPrompterThatIsAskedToEndLeavesTheTerminalAsItWas() throws {
        let stage = try Stage()
        let app = try stage.app("find", "https://bank.example")
        try app.terminal.expect("(Esc: cancel): ")
        stage.prompter?.send(SIGTERM)
        #expect(try app.answer() == #"{"error":2}"#)
        #expect(stage.prompter?.wait() == -SIGTERM)
        #expect(app.terminal.modes == app.terminal.modesBefore)
    }

    @Test func aSecondSheetOfTheSameProgramIs2() throws {
        let stage = try Stage()
        let first = try stage.app("find", "https://bank.example")
        try first.terminal.expect("(Esc: cancel): ")
        #expect(try stage.app("find", "https://bank.example").answer() == #"{"error":2}"#)
        first.terminal.type("\u{1b}")
        #expect(try first.answer() == #"{"error":0}"#)
    }

    @Test func contradictoryRequestIs6() throws {
        let stage = try Stage()
        let contradictory = [
            ["find", ""], ["find", "https://"], ["find", "app://com.example.Other"],
            ["store", "https://bank.example", #"{"username":7}"#],
            ["store", "https://bank.example", "{}", #"{"password_min_length":30,"password_max_length":20}"#],
            [
                "store", "https://bank.example", "{}",
                #"{"password_require_digits":true,"password_forbidden_characters":"0123456789"}"#,
            ],
        ]
        for words in contradictory {
            let app = try stage.app(words)
            #expect(try app.answer() == #"{"error":6}"#, "\(words)")
            #expect(!app.terminal.shown.contains("Master password"), "\(words)")
        }
    }

    @Test func unreadablePageIs4AndMissingPageIs7() throws {
        let stage = try Stage()
        #expect(try stage.app("fill", "file:///page").answer() == #"{"error":4}"#)
        #expect(try stage.app("fill", "").answer() == #"{"error":7}"#)
    }

    /// By the page, and because nothing of the login fits it.
    @Test func aPageThatCannotBeFilledIs5() throws {
        let stage = try Stage()
        try stage.add("My Bank", "maria", "XQZ7")
        for (path, reason) in [("/broken", "“My Bank” was sent"), ("/empty", "The request failed")] {
            let app = try stage.app("fill", "https://bank.example" + path)
            try app.unlock()
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type("\r")
            try app.terminal.expect(reason)
            #expect(try app.answer() == #"{"error":5}"#)
        }
    }

    @Test func threeCancelsSilenceAProgram() throws {
        let stage = try Stage()
        for _ in 0..<3 {
            let app = try stage.app("find", "https://bank.example")
            try app.terminal.expect("(Esc: cancel): ")
            app.terminal.type("\u{1b}")
            #expect(try app.answer() == #"{"error":0}"#)
        }
        let app = try stage.app("find", "https://bank.example")
        #expect(try app.answer() == #"{"error":0}"#)
        #expect(app.terminal.shown.isEmpty)
        // Others may ask.
        let other = try stage.app("find", "https://bank.example", named: "Other")
        try other.terminal.expect("(Esc: cancel): ")
    }
}
