import Glibc
import TestSupport
import Testing

/// Output and input in a terminal when an app asks for a login, and the answer to the app.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct UseCaseTests {
    private let stage: Stage
    init() throws { stage = try Stage() }

    @Test func aLoginIsFoundByteForByte() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let app = try stage.app("find", "https://www.bank.example/login")
        try app.unlock()
        try app.terminal.expect("Return: the first")
        #expect(app.terminal.modes & tcflag_t(ECHO | ICANON | ISIG) == 0)
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        #expect(
            try app.answer()
                == #"{"password":"XQZ7","url_string":"https://www.bank.example/login","username":"maria"}"#)
        let lines = [
            "", "“TouchMeIn” asks for a login for www.bank.example.",
            "Program: \(app.path) (system, process \(app.terminal.process.id))",
            "“TouchMeIn” has not asked for www.bank.example before.",
            "Master password of “personal” (Esc: cancel): ", "One login matches.",
            "(Return: the first  /new: save a new one  Esc: cancel): ", "“My Bank” was sent to “TouchMeIn”.", "",
        ]
        #expect(app.terminal.shown == lines.joined(separator: "\r\n"))
        #expect(app.terminal.modes == app.terminal.modesBefore)
    }

    /// Of what a program has asked for it is known the next time, by site, and not what it has asked for in vain.
    @Test func firstRequestForASiteIsShownAsTheFirst() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let first = "has not asked for bank.example before"
        for (key, isFirst) in [("\u{1b}", true), ("\r", true), ("\r", false)] {
            let app = try stage.app("find", "https://bank.example")
            try app.unlock()
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type(key)
            _ = try app.answer()
            #expect(app.terminal.shown.contains(first) == isFirst)
        }
        // Another program, and another site of the same program's.
        for (name, url) in [("Another", "https://bank.example"), ("TouchMeIn", "https://shop.example")] {
            let app = try stage.app("find", url, named: name)
            try app.unlock()
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type("\u{1b}")
            _ = try app.answer()
            #expect(app.terminal.shown.contains("before."))
        }
    }

    @Test func aOneTimeCodeComesAlong() throws {
        _ = try stage.vault(
            "add", "My Bank", "username=maria", "website=https://bank.example", "--otp", "--secret", "password",
            input: "XQZ7\nJBSWY3DPEHPK3PXP\n")
        let app = try stage.app("find", "https://bank.example")
        try app.unlock()
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        let answer = try app.answer()
        let code = try #require(answer.firstMatch(of: /"totp":"([0-9]{6})"/))
        #expect(!app.terminal.shown.contains(code.1))
    }

    @Test func aLoginIsStoredAsItWasEdited() throws {
        let details =
            #"{"login_title":"ACME","username":"wendy","notes":"n","section_title":"Profile","fields":{"first":"Wendy"}}"#
        let options = #"{"password_min_length":30,"password_max_length":30,"password_require_symbols":false}"#
        let app = try stage.app("store", "https://www.acme.example/register?token=1", details, options)
        try app.unlock()
        try app.terminal.expect("A new login in the vault “personal”:")
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("/username wendy2\r")
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("\r")
        let answer = try app.answer()
        let password = try stage.value("password", of: "ACME")
        #expect(password.count == 30)
        #expect(
            answer
                == #"{"login_title":"ACME","notes":"n","password":"\#(password)","returned_fields":{"first":"Wendy"},"#
                + #""section_title":"Profile","url_string":"https://www.acme.example/register?token=1","username":"wendy2"}"#
        )
        #expect(try stage.value("username", of: "ACME") == "wendy2")
        #expect(try stage.value("website", of: "ACME") == "https://www.acme.example/register")
        #expect(!app.terminal.shown.contains(password))
    }

    /// The three scenarios: one login, several, none.
    @Test(arguments: [0, 1, 2]) func aPasswordIsChanged(logins: Int) throws {
        for number in 0..<logins { try stage.add("Bank \(number)", "maria\(number)", "old\(number)") }
        let app = try stage.app(
            "change", "https://bank.example", #"{"login_title":"Bank","old_password":"guess","password":"new"}"#)
        try app.unlock()
        if logins == 2 {
            try app.terminal.expect("2 logins match.")
            try app.terminal.expect("Esc: cancel): ")
            app.terminal.type("maria1\r")
        }
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("\r")
        let answer = try app.answer()
        #expect(answer.contains(#""password":"new""#))
        switch logins {
        case 0:
            #expect(answer.contains(#""old_password":"guess""#))
            #expect(try stage.value("password", of: "Bank") == "new")
        default:
            let last = logins - 1
            #expect(
                answer.contains(#""old_password":"old\#(last)""#) && answer.contains(#""username":"maria\#(last)""#))
            #expect(try stage.value("password", of: "Bank \(last)") == "new")
            #expect(try stage.titles().count == logins)
        }
    }

    @Test func aPageIsFilledWithWhatWasPicked() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let app = try stage.app("fill", "https://bank.example")
        try app.unlock()
        try app.terminal.expect("Return: the first")
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        let lines = try app.answer().split(separator: "\n")
        let plan = #"{"version":1,"fill":[{"field":"f0","value":"maria"},{"field":"f1","value":"XQZ7"}]}"#
        #expect(lines == [Substring(plan), "{}"])
        #expect(app.terminal.shown.hasSuffix("“My Bank” was sent to “TouchMeIn”.\r\n"))
    }

    /// The terminal of the user's own prompter is preferred to that of the requesting program.
    @Test func aFollowerShowsSheetsInsteadOfTheTerminalOfTheProgram() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let follower = try TerminalProgram(["\(stage.programs)/chatelaine", "approve", "--follow"], stage.variables)
        try follower.expect("sheets")
        let app = try stage.app("find", "https://bank.example")
        try follower.expect("Master password of “personal” (Esc: cancel): ")
        follower.type(Stage.password + "\r")
        try follower.expect("Esc: cancel): ")
        follower.type("\r")
        #expect(try app.answer().contains("XQZ7"))
        #expect(app.terminal.shown.isEmpty)
        try follower.expect("“My Bank” was sent")
        follower.process.send(SIGTERM)
        follower.end()
        #expect(follower.modes == follower.modesBefore)
    }

    /// The example of the documentation, with the sheet in its terminal.
    @Test func theTourAsksForALogin() throws {
        try stage.add("ACME", "wendy", "secret", for: "https://www.acme.com")
        let tour = try TerminalProgram(["\(stage.programs)/ExtensionTour", "login"], stage.variables)
        try tour.expect("(Esc: cancel): ")
        tour.type(Stage.password + "\r")
        try tour.expect("Esc: cancel): ")
        tour.type("\r")
        try tour.expect("Logging in as wendy.")
        #expect(tour.end() == 0)
    }
}
