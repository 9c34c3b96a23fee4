import Foundation
import GtkSupport

/// The window, with a page for the login and a page for the notes.
@MainActor final class LoginWindow {
    let window: Window
    let pages: Pages
    let form: Box
    let hint: Label
    let username: Entry
    let password = SecretField("Password")
    let logInButton: Button
    let otherWays: Box
    let notes: TextArea
    /// Whether a login exists.
    var hasLogin = false

    init() {
        let layout = Interface(PackageResources.window_ui)
        window = layout["window"]
        pages = layout["pages"]
        form = layout["form"]
        hint = layout["hint"]
        username = layout["username"]
        logInButton = layout["log-in"]
        otherWays = layout["other-ways"]
        notes = layout["notes"]
        let passwordPlace: Box = layout["password-place"]
        passwordPlace.append(password)
        let logOutButton: Button = layout["log-out"]

        logInButton.onClick { Task { await self.logIn() } }
        username.onReturn { self.password.focus() }
        password.onReturn { Task { await self.logIn() } }
        logOutButton.onClick { self.logOut() }
    }

    func show(in application: Application) {
        window.join(application)
        window.present()
        Task { await begin() }
    }

    /// Checks whether a login exists.
    func begin() async {
        await attempt {
            let known = try await Login.username()
            hasLogin = known != nil
            username.text = known ?? ""
        }
        await welcome()
    }

    /// Shows the actions that are possible, once they are known.
    func welcome() async {
        logInButton.label = hasLogin ? "Log In" : "Create"
        hint.text = hasLogin ? "Welcome back." : "Start by creating a username and password."
        if hasLogin { password.focus() } else { username.focus() }
        if hasLogin {
            await offerFingerprint()
            await offerPasswordManager()
        }
    }

    func logIn() async {
        guard !username.text.isEmpty, !password.isEmpty else {
            return await say("Login Problem", "Both fields are needed.")
        }
        await attempt {
            if hasLogin {
                guard try await Login.accepts(username.text, password.copy()) else {
                    return await say("Login Problem", "Wrong username or password.")
                }
            } else {
                try await Login.create(username.text, password.copy())
                hasLogin = true
                await welcome()
            }
            showNotes()
        }
    }

    func showNotes() {
        password.clear()
        pages.shown = "notes"
        notes.focus()
    }

    func logOut() {
        notes.text = ""
        pages.shown = "login"
        password.focus()
    }

    // MARK: - Waits and errors

    /// Runs an action while the buttons are disabled, and shows its error.
    func attempt(_ body: () async throws -> Void) async {
        form.isEnabled = false
        do { try await body() } catch { await say("That Did Not Work", error.localizedDescription) }
        form.isEnabled = true
        if pages.shown == "login" { password.focus() }
    }

    func say(_ heading: String, _ text: String) async {
        _ = await Alert(heading, text, [.init("close", "_Close")]).show(over: window)
    }
}
