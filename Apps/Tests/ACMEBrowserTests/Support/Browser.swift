import AppTesting
import Foundation

/// ACME Browser with a password manager: the real agent, a vault, and the sheet in a window.
@MainActor struct Browser {
    let stage: Stage
    let app: RunningApp

    /// - Parameters:
    ///   - address: of its first page.
    ///   - site: for which the vault has the login “alice”, with the password “correct horse”; nil: there is no password manager.
    init(_ address: String, loginFor site: Website? = nil) throws {
        stage = try Stage(startsAgent: site != nil)
        if let site {
            try stage.installPasswordManager()
            try stage.makeVault()
            try stage.vault("add", "Bank", "username=alice", "website=\(site.origin)", input: "correct horse\n")
            try stage.startPrompter()
        }
        app = try stage.open("acme-browser", [address])
    }

    /// One of a test's own.
    init(stage: Stage, app: RunningApp) { (self.stage, self.app) = (stage, app) }

    /// Goes to an address, by the keys.
    func go(to address: String) throws {
        // A sheet that has closed leaves the keys to no window.
        try app.takeKeys()
        try app.desktop.press("ctrl+l")
        try app.find(nil, "Address", where: \.hasFocus)
        try app.enter(address, into: "Address")
        try app.desktop.press("Return")
    }

    /// Presses the password manager's button, and picks the login in the sheet.
    func fill() throws {
        try app.press("Fill From Password Manager")
        let sheet = try stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        try stage.waitUntilNoSheet()
    }

    /// The text of the line at the foot of the window, once it begins like this.
    func says(_ beginning: String) throws -> String {
        try app.find("label", where: { $0.says?.hasPrefix(beginning) == true }).says ?? ""
    }
}

/// Pages for tests.
enum TestPage {
    /// A form to sign in, which sends what its script sees as soon as both fields have a value.
    static let signIn = """
        <!doctype html><title>Bank</title>
        <form><h1>Sign in</h1>
        <label>Username <input name="user" autocomplete="username"></label>
        <label>Password <input name="password" type="password" autocomplete="current-password"></label>
        <button>Sign in</button></form>
        <script>
        const [user, password] = document.forms[0].elements;
        document.forms[0].addEventListener("input", () => {
            if (user.value && password.value) fetch("/seen", {method: "POST", body: user.value + " " + password.value});
        });
        fetch("/ready", {method: "POST", body: ""});
        </script>
        """
}
