import Glibc
import PasswordVault
import Testing

@testable import LoginSheet

/// The output and input of a sheet in a terminal, and the answer to the program.
@Suite struct TerminalSheetTests {
    private let sample: SheetSample
    init() throws { sample = try SheetSample() }

    private func open(_ sheet: Sheet) throws -> SheetTerminal {
        let terminal = try SheetTerminal(sheet)
        terminal.start()
        return terminal
    }

    private func login(_ outcome: SheetOutcome) throws -> LoginResult {
        guard case .login(let login) = outcome else { throw FindTests.WrongOutcome() }
        return login
    }

    /// Byte for byte.
    @Test func aLoginIsFound() throws {
        try sample.add("My Bank", "maria", "XQZ7")
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("Esc: cancel): ")
        #expect(terminal.flags & tcflag_t(ECHO | ICANON | ISIG) == 0)
        terminal.type("master personal\r")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\r")
        let login = try login(terminal.ended())
        #expect(login.username == "maria" && login.password == Secret("XQZ7"))
        #expect(terminal.flags == terminal.before)
        let lines = [
            "", "“TouchMeIn” asks for a login for bank.example.",
            "Program: /opt/touch/TouchMeIn (system, process 4711)", "Master password of “personal” (Esc: cancel): ",
            "One login matches.", "(Return: the first  /new: save a new one  Esc: cancel): ",
            "“My Bank” was sent to “TouchMeIn”.",
            "",
        ]
        #expect(terminal.shown == lines.joined(separator: "\r\n"))
    }

    @Test func ofSeveralLoginsNoneIsNamedBeforeItIsPicked() throws {
        try sample.add("Secret title", "maria", "1")
        try sample.add("Another title", "karl", "2")
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("2 logins match.")
        for (typed, answer) in [
            ("title", "2 logins match that text"), ("zzz", "No login matches"), ("/all", "not a command"),
        ] {
            try terminal.expect("Esc: cancel): ")
            terminal.type(typed + "\r")
            try terminal.expect(answer)
        }
        try terminal.expect("Esc: cancel): ")
        terminal.type("KAR\r")
        #expect(try login(terminal.ended()).password == Secret("2"))
        #expect(!terminal.shown.contains("Secret title") && !terminal.shown.contains("maria"))
        #expect(terminal.shown.hasSuffix("“Another title” was sent to “TouchMeIn”.\r\n"))
    }

    @Test func aWrongPasswordIsAskedForAgain() throws {
        try sample.add("My Bank")
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("(Esc: cancel): ")
        terminal.type("wrong\r")
        try terminal.expect("The master password of “personal” is wrong;")
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r\u{3}")
        try terminal.expect("One login")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\u{1b}")
        guard case .cancelled = try terminal.ended() else { throw FindTests.WrongOutcome() }
        #expect(terminal.shown.hasSuffix("Nothing was sent to “TouchMeIn”.\r\n"))
        #expect(!terminal.shown.contains("My Bank") && !terminal.shown.contains("wrong\r"))
    }

    /// A program that has gone leaves a terminal behind that takes nothing more.
    @Test func unreadTerminalDelaysNoOtherProgram() throws {
        let terminal = try SheetTerminal(sample.terminalSheet(.find))
        terminal.fill()
        terminal.start()
        terminal.sheet.post(.callerGone)
        guard case .abandoned = try terminal.ended() else { throw FindTests.WrongOutcome() }
    }

    @Test func fullTerminalGetsTheTextLater() throws {
        let terminal = try SheetTerminal(sample.terminalSheet(.find))
        terminal.fill()
        terminal.start()
        // The sheet has come, and found no room, more often than not.
        while terminal.flags & tcflag_t(ICANON) != 0 { sched_yield() }
        for _ in 0..<10_000 { sched_yield() }
        try terminal.expect("Master password of “personal” (Esc: cancel): ")
        #expect(terminal.shown.contains("“TouchMeIn” asks for a login for bank.example."))
        terminal.type("\u{1b}")
        guard case .cancelled = try terminal.ended() else { throw FindTests.WrongOutcome() }
    }

    /// A shell whose job has ended asks for its next command before the sheet has gone.
    @Test func theNextProgramsSettingsStay() throws {
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("(Esc: cancel): ")
        let flags = terminal.before & ~tcflag_t(ECHO | ICANON)
        terminal.set(flags)
        terminal.sheet.post(.callerGone)
        _ = try terminal.ended()
        #expect(terminal.flags == flags)
    }

    /// Whatever the program, its file and the site are called, the person sees who asks when the master password is asked for.
    @Test func longNamesPushNothingOffTheScreen() throws {
        let long = String(repeating: "Program: /usr/bin/mail" + String(repeating: " ", count: 60), count: 90)
        let sheet = sample.terminalSheet(.find, "mail " + long.filter { $0 != ":" }.prefix(1000)) { request in
            request.caller = SheetCaller(
                name: "evil " + long, path: "/tmp/" + long + "/evil", strength: "pinned", processID: 4711)
            request.isFirstRequestForSite = true
        }
        let terminal = try open(sheet)
        try terminal.expect("(Esc: cancel): ")
        #expect(terminal.shown.contains("“evil Program:") && terminal.shown.contains("Program: /tmp/Program: "))
        #expect(terminal.shown.contains("/evil (pinned, process 4711)"))
        #expect(terminal.shown.unicodeScalars.count < 12 * 80 && !terminal.shown.contains("  "))
        terminal.type("\u{1b}")
        _ = try terminal.ended()
    }

    @Test func ofARequestThatMakesNoSenseNothingIsShown() throws {
        let terminal = try open(sample.terminalSheet(.find, "https://"))
        guard case .failed(let failure) = try terminal.ended() else { throw FindTests.WrongOutcome() }
        #expect(failure.kind == .unexpectedData && terminal.shown.isEmpty)
    }

    /// Esc, ^C, ^D, and a terminal that is closed, at every question.
    @Test(arguments: ["\u{1b}", "\u{3}", "\u{4}", nil]) func everyQuestionCanBeAnsweredNo(key: String?) throws {
        try sample.add("My Bank")
        let questions: [(SheetRequest.Operation, [String])] = [
            (.find, []), (.find, ["master personal"]), (.find, ["master personal", "/new"]),
            (.store, ["master personal"]),
            (.store, ["master personal", "/password"]), (.change, ["master personal"]), (.fill, ["master personal"]),
        ]
        for (operation, answers) in questions {
            let terminal = try open(sample.terminalSheet(operation))
            for answer in answers {
                try terminal.expect("): ")
                terminal.type(answer + "\r")
            }
            try terminal.expect("): ")
            if let key { terminal.type(key) } else { terminal.hangUp() }
            guard case .cancelled = try terminal.ended() else { throw FindTests.WrongOutcome() }
        }
        #expect(try sample.logins().count == 1)
    }

    @Test func keysThatWereTypedBeforeTheQuestionAreNoAnswer() throws {
        try sample.add("My Bank")
        let terminal = try SheetTerminal(sample.terminalSheet(.find))
        terminal.type("\u{3}\u{3}master personal\r\r")
        terminal.start()
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("One login")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\u{3}")
        guard case .cancelled = try terminal.ended() else { throw FindTests.WrongOutcome() }
    }

    @Test func aLoginIsStored() throws {
        let sheet = sample.terminalSheet(.store) { request in
            request.details.title = "Bank"
            request.details.password = Secret("short")
            request.generator = PasswordConstraints(minLength: 8)
            request.details.fields = [NamedValue("Branch", "7")]
        }
        let terminal = try open(sheet)
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("A new login in the vault “personal”:\r\n  title     Bank\r\n")
        try terminal.expect("shorter than the 8 characters that the program requires.")
        for command in ["/title My Bank", "/username märia", "/field Branch=8"] {
            try terminal.expect("Esc: cancel): ")
            terminal.type(command + "\r")
        }
        try terminal.expect("  title     My Bank\r\n  username  märia\r\n")
        try terminal.expect("  Branch: 8\r\n")
        try terminal.expect("Esc: cancel): ")
        terminal.type("/password\r")
        try terminal.expect("not shown")
        try terminal.expect("): ")
        terminal.type("XQZ7-XQZ7\r")
        try terminal.expect("as you typed it")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\r")
        let login = try login(terminal.ended())
        #expect(login.title == "My Bank" && login.username == "märia" && login.password == Secret("XQZ7-XQZ7"))
        #expect(login.fields == [NamedValue("Branch", "8")])
        #expect(!terminal.shown.contains("XQZ7") && terminal.shown.contains("“My Bank” was saved"))
    }

    @Test func ofALoginThatIsChangedOnlyTheTitleIsShown() throws {
        let id = try sample.add("My Bank", "maria", "old")
        let terminal = try open(sample.terminalSheet(.change))
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("A new password for “My Bank”:\r\n  password  generated, ")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\r")
        let login = try login(terminal.ended())
        #expect(login.oldPassword == Secret("old"))
        #expect(try sample.vault().item(id.item).secret("password") == login.password)
        #expect(!terminal.shown.contains("maria") && !terminal.shown.contains(login.password.text))
    }

    @Test func aLookAlikeHasToBeLookedAt() throws {
        try sample.add("Fake", website: "https://аpple.com")
        let terminal = try open(sample.terminalSheet(.find, "https://аpple.com"))
        try terminal.expect("for xn--pple-43d.com.")
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("Check the name")
        try terminal.expect("Esc: cancel): ")
        terminal.type("\r")
        try terminal.expect("Check the name")
        try terminal.expect("Esc: cancel): ")
        terminal.type("/yes\r")
        #expect(try login(terminal.ended()).username == "maria")
    }

    /// A program cannot make a terminal do anything by what it calls itself or its login.
    @Test func textsOfTheCallerMoveNoCursor() throws {
        let evil = "a\u{1b}[2J\r\n\u{202e}b\u{9b}c"
        let sheet = sample.terminalSheet(.store) { request in
            (request.caller.name, request.caller.path) = (evil, evil)
            (request.details.title, request.details.username) = (evil, evil)
            request.details.fields = [NamedValue(evil, evil)]
        }
        let terminal = try open(sheet)
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("Return: save")
        terminal.type("\u{3}")
        _ = try terminal.ended()
        for character in ["\u{1b}", "\u{9b}", "\u{202e}"] { #expect(!terminal.shown.contains(character)) }
        #expect(terminal.shown.contains("a\\u{1b}[2J\\r\\n\\u{202e}b\\u{9b}c"))
    }

    @Test func eventInterruptsAQuestion() throws {
        try sample.add("My Bank")
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("(Esc: cancel): ")
        terminal.type("master personal\r")
        try terminal.expect("One login")
        try sample.lock()
        terminal.sheet.post(.vaultLocked(nil))
        try terminal.expect("The vault was locked.")
        try terminal.expect("(Esc: cancel): ")
        terminal.type("half of a pass")
        terminal.sheet.post(.callerGone)
        guard case .abandoned = try terminal.ended() else { throw FindTests.WrongOutcome() }
        #expect(terminal.flags == terminal.before && !terminal.shown.contains("half"))
    }

    @Test func withSeveralVaultsOneIsChosen() throws {
        let sample = try SheetSample("personal", "work")
        try sample.add("Mine", "m", "1")
        try sample.add("Theirs", "t", "2", vault: "work")
        let terminal = try open(sample.terminalSheet(.find))
        try terminal.expect("Which vault: personal, work?")
        terminal.type("other\r")
        try terminal.expect("no such vault")
        try terminal.expect("Which vault")
        terminal.type("work\r")
        try terminal.expect("of “work”")
        terminal.type("master work\r")
        try terminal.expect("One login matches.")
        try terminal.expect("/vault: look in another")
        terminal.type("/vault\r")
        try terminal.expect("of “personal”")
        terminal.type("master personal\r")
        try terminal.expect("2 logins match.")
        try terminal.expect("Esc: cancel): ")
        terminal.type("theirs\r")
        #expect(try login(terminal.ended()).password == Secret("2"))
    }

    /// Where the input is no terminal there is nothing to be set or restored.
    @Test func sheetWorksOverPipes() throws {
        try sample.add("My Bank", "maria", "XQZ7")
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(pipe(&input) == 0 && pipe(&output) == 0)
        defer { (input + output).forEach { close($0) } }
        let typed = Array("master personal\rma\u{7f}aria\u{1b}[A\r".utf8)
        _ = write(input[1], typed, typed.count)
        let sheet = TerminalSheet(sample.terminalSheet(.find), input: input[0], output: output[1])
        #expect(try login(sheet.run()).username == "maria")
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(output[0], &buffer, buffer.count)
        let shown = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        #expect(
            shown.contains("Esc: cancel): ma\r\u{1b}[K(Return")
                && shown.hasSuffix("“My Bank” was sent to “TouchMeIn”.\n"))
    }
}
