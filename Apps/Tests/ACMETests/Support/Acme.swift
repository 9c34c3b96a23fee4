import AppTesting
import Foundation

/// ACME with a password manager: the real agent, a vault, and a sheet in a window, or in the terminal from which ACME was started.
@MainActor struct Acme {
    let stage: Stage
    let app: RunningApp
    /// From which the program was started, and in which the sheet is shown.
    let terminal: PseudoTerminal

    /// - Parameters:
    ///   - logins: titles, usernames and passwords that the vault has for the site.
    ///   - hasManager: whether a password manager is installed.
    ///   - inWindow: whether the sheet is in a window.
    init(
        _ logins: [(title: String, username: String, password: String)] = [], hasManager: Bool = true,
        inWindow: Bool = false
    ) throws {
        stage = try Stage(startsAgent: hasManager)
        terminal = try PseudoTerminal(rows: 50, columns: 200)
        if hasManager {
            try stage.installPasswordManager()
            try stage.makeVault()
            for login in logins {
                try stage.vault(
                    "add", login.title, "username=\(login.username)", "website=https://www.acme.com",
                    input: login.password + "\n")
            }
            if inWindow { try stage.startPrompter() } else { try stage.startPrompterForTerminals() }
        }
        app = try stage.open("ACME", terminal: terminal)
        try app.takeKeys()
    }

    /// One of a test's own.
    init(stage: Stage, app: RunningApp, terminal: PseudoTerminal) {
        (self.stage, self.app, self.terminal) = (stage, app, terminal)
    }

    // MARK: - The window

    /// Shows a page.
    func turn(to page: String) throws {
        try app.desktop.press(["login": "alt+1", "registration": "alt+2", "change": "alt+3"][page] ?? "")
        try app.find("push button", ["login": "Log In", "registration": "Register"][page] ?? "Change Password")
    }

    /// Presses a button: there are tabs of the same name.
    func press(_ name: String) throws {
        try app.find("push button", name, where: \.isEnabled).press()
    }

    /// Types a secret. A label of the same name stands beside the field.
    func type(_ secret: String, into name: String) throws {
        let frame = try app.find("text", name, where: { $0.frame.width > 0 }).frame
        try app.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
        try app.desktop.press("ctrl+a", "BackSpace")
        try app.desktop.type(secret)
    }

    /// What is in an entry.
    func text(of name: String) throws -> String {
        try app.find(nil, name, where: { $0.interfaces.contains("EditableText") }).says ?? ""
    }

    /// Registers a user, without the password manager, and ends on the page to log in.
    func register(_ username: String, _ password: String, firstname: String = "", lastname: String = "") throws {
        try turn(to: "registration")
        try app.enter(firstname, into: "First name")
        try app.enter(lastname, into: "Last name")
        try app.enter(username, into: "Username")
        try type(password, into: "Password")
        try press("Register")
        try app.find("label", "You have registered. Now you can log in.")
    }

    /// Logs in, and out again.
    func logInAndOut(_ username: String, _ password: String) throws {
        try turn(to: "login")
        try app.enter(username, into: "Username")
        try type(password, into: "Password")
        try press("Log In")
        try app.find("label", "You are logged in as \(username).")
        try press("Log Out")
        try app.find("push button", "Log In")
    }

    /// Expects that a user cannot log in with a password.
    func failToLogIn(_ username: String, _ password: String) throws {
        try turn(to: "login")
        try app.enter(username, into: "Username")
        try type(password, into: "Password")
        try press("Log In")
        try app.find("label", "The username or the password is wrong.")
    }

    // MARK: - The sheet

    /// Enters the master password when it is asked for.
    func unlock() throws {
        try terminal.expect("Master password of “personal” (Esc: cancel): ")
        terminal.type(Stage.password + "\r")
    }

    /// Picks a login by its title or username; nil: the first.
    func pick(_ name: String? = nil) throws {
        try terminal.expect("/new: save a new one  Esc: cancel): ")
        terminal.type((name ?? "") + "\r")
    }

    /// Saves what the editor has.
    func save() throws {
        try terminal.expect("(Return: save, Esc: cancel): ")
        terminal.type("\r")
    }

    // MARK: - The vault

    /// What is saved.
    func saved(_ field: String, of title: String = "ACME") throws -> String {
        try stage.vault("show", title, "--field", field, "--raw").trimmingCharacters(in: .newlines)
    }

    /// The titles of everything that is saved.
    var titles: [String] {
        get throws {
            let object = try JSONSerialization.jsonObject(with: Data(stage.vault("list", "--json").utf8))
            return ((object as? [String: Any])?["items"] as? [[String: Any]] ?? []).compactMap {
                $0["title"] as? String
            }
        }
    }
}

extension Stage {
    /// Starts who shows sheets in the terminals of the programs that ask. With a display it would have windows.
    func startPrompterForTerminals() throws {
        try start(["env", "-u", "DISPLAY", "\(prefix)/bin/chatelaine", "prompter", "--sheets-only"], "shows")
    }
}
