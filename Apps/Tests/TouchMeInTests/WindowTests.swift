import AppTesting
import Foundation
import Testing

/// The program, and what is on its user's disk.
@MainActor struct Visit {
    nonisolated static let (username, password) = ("wendy", "apple-Pie 42")
    let stage: Stage
    var app: RunningApp

    init(
        reader: Bool = false, startsAgent: Bool = true, variables: [String: String] = [:]
    ) throws {
        stage = try Stage(reader: reader, startsAgent: startsAgent)
        app = try stage.open("TouchMeIn", variables: variables)
    }

    init(_ stage: Stage, variables: [String: String] = [:]) throws {
        self.stage = stage
        app = try stage.open("TouchMeIn", variables: variables)
    }

    /// Creates the login, and is shown the notes.
    func create(_ password: String = password) throws {
        try app.enter(Self.username, into: "Username")
        try app.type(password, into: "Password")
        try app.press("Create")
        try waitForNotes()
    }

    func logIn(_ password: String = password) throws {
        try app.type(password, into: "Password")
        try app.press("Login")
    }

    func waitForNotes() throws { _ = try app.find("push button", "New note") }

    func waitForLogin() throws { _ = try app.find("push button", "Login") }

    mutating func restart(variables: [String: String] = [:]) throws {
        app.end()
        app = try stage.open("TouchMeIn", variables: variables)
    }

    /// An alert, which is closed by the button.
    func dismiss(_ heading: String, _ body: String, _ button: String) throws {
        _ = try app.find(nil, heading)
        _ = try app.find(nil, body)
        try app.press(button)
        try app.waitUntilGone(nil, body)
    }

    /// What is on the disk below the user's home, beside the keychain.
    var files: [String] {
        let all = FileManager.default.subpaths(atPath: stage.home) ?? []
        return all.filter { !$0.hasPrefix("keychains") }
    }

    /// Files of notes.
    var noteFiles: [String] { files.filter { $0.hasSuffix(".note") }.map { "\(stage.home)/\($0)" } }

    /// Whether a text is in any file of the user's, as it was typed.
    func isInPlain(_ text: String) -> Bool {
        (FileManager.default.subpaths(atPath: stage.home) ?? []).contains { path in
            guard let data = FileManager.default.contents(atPath: "\(stage.home)/\(path)") else { return false }
            return data.range(of: Data(text.utf8)) != nil
        }
    }

    /// Changes one of the user defaults, while the program does not run.
    func set(_ name: String, _ value: Int) throws {
        let file = URL(fileURLWithPath: "\(stage.home)/config/TouchMeIn.plist")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        var settings = try #require(list as? [String: Any])
        settings[name] = value
        try PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0).write(to: file)
    }

    /// Writes a note, and waits until it is on the disk.
    func write(_ title: String, _ text: String) throws {
        let before = noteFiles.count
        try app.press("New note")
        // The note before may be there still.
        _ = try app.find("text", "Title of the note", where: { $0.hasFocus && $0.says?.isEmpty != false })
        try app.enter(title, into: "Title of the note")
        try app.enter(text, into: "Text of the note")
        try Desktop.wait(for: "a file of the note") { noteFiles.count > before ? () : nil }
        _ = try app.find(nil, where: { $0.name.hasPrefix("\(title), ") })
    }
}

/// The login: by a password.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct LoginTests {
    @Test func firstStartOffersToCreate() throws {
        let visit = try Visit()
        _ = try visit.app.find(nil, "Start by creating a username and password")
        _ = try visit.app.find("push button", "Create")
        #expect(visit.app.look("push button", "Login") == nil)
        #expect(visit.app.titles == ["TouchMeIn"])
        #expect(visit.app.unnamed.isEmpty)
    }

    @Test(arguments: [("", ""), ("wendy", ""), ("", "secret")])
    func bothAreNeededToCreate(username: String, password: String) throws {
        let visit = try Visit()
        try visit.app.enter(username, into: "Username")
        if !password.isEmpty { try visit.app.type(password, into: "Password") }
        try visit.app.press("Create")
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
        _ = try visit.app.find("push button", "Create")
        #expect(try visit.stage.chatelaine("list").isEmpty)
    }

    @Test func createdLoginIsOnlyInTheKeychain() throws {
        let visit = try Visit()
        try visit.create()
        let stored = try visit.stage.chatelaine("get", "TouchMeIn", Visit.username)
        #expect(stored == Visit.password + "\n")
        #expect(!visit.isInPlain(Visit.password))
        #expect(visit.isInPlain(Visit.username))
        #expect(!visit.app.log.contains(Visit.password))
    }

    @Test func laterStartsAskForThePassword() throws {
        var visit = try Visit()
        try visit.create()
        try visit.restart()
        try visit.waitForLogin()
        #expect(visit.app.look(nil, "Start by creating a username and password") == nil)
        let name = try visit.app.find(nil, "Username", where: { $0.interfaces.contains("EditableText") })
        #expect(name.says == Visit.username)
        try visit.logIn("apple-pie 42")
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
        try visit.logIn()
        try visit.waitForNotes()
    }

    @Test func theNameHasToBeRightAsWell() throws {
        var visit = try Visit()
        try visit.create()
        try visit.restart()
        try visit.app.enter("wanda", into: "Username")
        try visit.logIn()
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
        try visit.app.enter("", into: "Username")
        try visit.logIn()
        try visit.dismiss("Login Problem", "Wrong username or password.", "Foiled Again!")
    }

    @Test func returnGoesFromTheNameToThePasswordAndIn() throws {
        let visit = try Visit()
        try visit.app.focus("Username")
        try visit.app.desktop.type(Visit.username)
        try visit.app.desktop.press("Return")
        try visit.app.desktop.type(Visit.password)
        try visit.app.desktop.press("Return")
        try visit.waitForNotes()
    }

    @Test func missingPasswordCanBeCreatedAgain() throws {
        var visit = try Visit()
        try visit.create()
        try visit.stage.chatelaine("rm", "TouchMeIn", Visit.username)
        try visit.restart()
        try visit.logIn()
        _ = try visit.app.find(nil, "Password Not Found")
        try visit.app.press("Create Another")
        _ = try visit.app.find("push button", "Create")
        try visit.create()
    }

    /// What keys type goes nowhere but into the field.
    @Test func typedPasswordIsNotExposed() throws {
        let visit = try Visit()
        try visit.app.type("hush hush 77", into: "Password")
        _ = try visit.app.find(nil, "Password")
        let said = visit.app.everythingSaid
        #expect(!said.contains("hush"))
        #expect(!said.contains("77"))
        #expect(!visit.app.titles.joined().contains("hush"))
    }

    @Test func everythingThatTakesKeysIsNamed() throws {
        var visit = try Visit()
        #expect(visit.app.unnamed.isEmpty)
        try visit.create()
        #expect(visit.app.unnamed.isEmpty)
        try visit.write("Shopping", "Pears")
        #expect(visit.app.unnamed.isEmpty)
        try visit.app.focus("Menu")
        _ = try visit.app.find(nil, "Change Password…")
        // GTK puts its menus into an area that scrolls, which cannot be given a name.
        #expect(visit.app.unnamed.filter { $0 != "scroll pane “”" }.isEmpty)
        try visit.restart()
        #expect(visit.app.unnamed.isEmpty)
    }
}
