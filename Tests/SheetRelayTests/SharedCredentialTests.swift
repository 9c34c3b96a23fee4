import Foundation
import Glibc
import TestSupport
import Testing

/// An app that asks for the logins of its websites by Apple's names: the agent reads its entitlements, a person answers in the sheet.
@Suite(.enabled(if: Stage.isPossible, "the agent takes answers from programs of root's alone"))
struct SharedCredentialTests {
    private let stage: Stage
    init() throws { stage = try Stage() }

    private struct App {
        let terminal: TerminalProgram
        let file: String

        /// Ends with the app: what it got.
        func answer() throws -> String {
            #expect(terminal.end() == 0, "the terminal shows: \(terminal.shown)")
            return try String(contentsOfFile: file, encoding: .utf8)
        }

        func unlock() throws {
            try terminal.expect("Master password of “personal” (Esc: cancel): ")
            terminal.type(Stage.password + "\r")
        }
    }

    /// Starts an app in a terminal of its own.
    ///
    /// - Parameter domains: the domains in the list next to it; nil for no list.
    private func app(
        _ verb: String, _ words: String..., named name: String = "BankApp",
        domains: [String]? = ["webcredentials:bank.example"], variables: [String: String] = [:]
    ) throws -> App {
        let path = "\(stage.programs)/\(name)"
        try ChildProcess.linkOrCopy(stage.programs + "/agent-probe", to: path)
        if let domains {
            let list: [String: Any] = [
                "application-identifier": "com.example.\(name)", "com.apple.developer.associated-domains": domains,
            ]
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: URL(fileURLWithPath: path + ".entitlements"))
            chmod(path + ".entitlements", 0o644)
        }
        let file = "\(stage.home)/\(UUID().uuidString).answer"
        let terminal = try TerminalProgram(
            [path, verb, file] + words, stage.variables.merging(variables) { $1 })
        return App(terminal: terminal, file: file)
    }

    /// The vault is locked: the sheet takes the master password first.
    @Test(arguments: ["bank.example", "-"]) func aLoginOfTheAppsWebsiteIsPicked(domain: String) throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let app = try app("request-shared", domain)
        try app.terminal.expect("“BankApp” asks for a login for bank.example.")
        try app.unlock()
        try app.terminal.expect("One login matches.")
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        #expect(try app.answer() == "bank.example maria XQZ7")
    }

    @Test func theNamedAccountIsTheFirst() throws {
        try stage.add("A", "alice", "1")
        try stage.add("B", "maria", "2")
        let app = try app("request-shared", "bank.example", "maria")
        try app.unlock()
        try app.terminal.expect("Esc: cancel): ")
        app.terminal.type("\r")
        #expect(try app.answer() == "bank.example maria 2")
    }

    @Test func aLoginIsSavedAfterAPersonHasSeenIt() throws {
        let app = try app("add-shared", "bank.example", "maria", "XQZ7")
        try app.unlock()
        try app.terminal.expect("A new login in the vault “personal”:")
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("\r")
        #expect(try app.answer() == "added")
        let title = try #require(stage.titles().first)
        #expect(try stage.value("username", of: title) == "maria" && stage.value("password", of: title) == "XQZ7")
        #expect(!app.terminal.shown.contains("XQZ7"))
    }

    @Test func aPersonSaysNo() throws {
        let app = try app("add-shared", "bank.example", "maria", "XQZ7")
        try app.unlock()
        try app.terminal.expect("(Return: save, Esc: cancel): ")
        app.terminal.type("\u{1b}")
        #expect(try app.answer() == "-128")
        #expect(try stage.titles().isEmpty)
    }

    /// Nothing is shown for a website that is not the app's, whatever else it has and says.
    @Test func anAppWithoutTheDomainShowsNothing() throws {
        try stage.add("My Bank", "maria", "XQZ7")
        let other = try app("request-shared", "bank.example", named: "Other", domains: ["webcredentials:other.example"])
        #expect(try other.answer() == "-34018" && other.terminal.shown.isEmpty)
        let none = try app("request-shared", "bank.example", named: "None", domains: nil)
        #expect(try none.answer() == "-34018" && none.terminal.shown.isEmpty)
        let suffix = try app("request-shared", "bank.com", named: "Suffix", domains: ["webcredentials:*.com"])
        #expect(try suffix.answer() == "-34018" && suffix.terminal.shown.isEmpty)
        // A list that its variable names, which counts without an agent only.
        let list = "\(stage.programs)/Other.entitlements"
        try Data(contentsOf: URL(fileURLWithPath: list)).write(to: URL(fileURLWithPath: "\(stage.home)/list"))
        let liar = try app(
            "request-shared", "other.example", named: "Liar", domains: nil,
            variables: ["CHATELAINE_ENTITLEMENTS": "\(stage.home)/list"])
        #expect(try liar.answer() == "-34018" && liar.terminal.shown.isEmpty)
    }

    /// Another program's identifier in an `Info.plist` brings no domains, nor does a list there.
    @Test func anInfoPlistNamesNoDomains() throws {
        let list: [String: Any] = [
            "CFBundleIdentifier": "com.example.BankApp",
            "com.apple.developer.associated-domains": ["webcredentials:bank.example"],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: "\(stage.programs)/Info.plist"))
        chmod("\(stage.programs)/Info.plist", 0o644)
        let app = try app("request-shared", "bank.example", named: "Plain", domains: nil)
        #expect(try app.answer() == "-34018" && app.terminal.shown.isEmpty)
    }

    /// A sheet that a person leaves open holds the app's request and nothing else: the next app is served when the first one has ended.
    @Test func anAppThatEndsClosesItsSheet() throws {
        let app = try app("request-shared", "bank.example")
        try app.terminal.expect("Master password of “personal” (Esc: cancel): ")
        app.terminal.process.send(SIGKILL)
        _ = app.terminal.end()
        let next = try self.app(
            "request-shared", "shop.example", named: "Shop", domains: ["webcredentials:shop.example"])
        try next.terminal.expect("“Shop” asks for a login for shop.example.")
        try next.terminal.expect("(Esc: cancel): ")
        next.terminal.type("\u{1b}")
        #expect(try next.answer() == "-128")
    }
}
