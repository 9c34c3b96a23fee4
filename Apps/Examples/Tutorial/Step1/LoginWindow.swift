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

        logInButton.onClick { self.logIn() }
        username.onReturn { self.password.focus() }
        password.onReturn { self.logIn() }
        logOutButton.onClick { self.logOut() }
    }

    func show(in application: Application) {
        window.join(application)
        window.present()
        hint.text = "Any username and password will do, for now."
        username.focus()
    }

    func logIn() {
        guard !username.text.isEmpty, !password.isEmpty else {
            hint.text = "Both fields are needed."
            return
        }
        showNotes()
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
}
