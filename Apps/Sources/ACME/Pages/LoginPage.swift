import AppExtensions
import GtkSupport

/// The form to log in with.
@MainActor final class LoginPage {
    /// Called after a login.
    var onLogIn: @MainActor (Account) -> Void = { _ in }

    let widget: Widget
    let manager: ManagerBar
    // Keeps the widgets until they are in a window.
    private let interface = Interface(PackageResources.login_ui)
    private let window: Window
    private let accounts: Accounts
    private let messages: Messages
    private let username: Entry
    private let password = SecretField(text("Password"))
    private let (usernameError, passwordError): (FieldError, FieldError)
    private let submit: SubmitButton

    init(_ window: Window, _ accounts: Accounts, _ messages: Messages) {
        (self.window, self.accounts, self.messages) = (window, accounts, messages)
        (widget, username) = (interface["page"], interface["username"])
        let form: Box = interface["form"]
        let (place, below): (Box, Box) = (interface["password"], interface["manager"])
        password.fill(place)
        (usernameError, passwordError) = (
            FieldError(interface["usernameError"], of: username), FieldError(interface["passwordError"], of: password)
        )
        submit = SubmitButton(interface["submit"], interface["spinner"], form: form)
        manager = ManagerBar(text("Fill From Password Manager"), form: form, messages: messages)
        below.append(manager.widget)
        manager.onAsk = { [weak self] in Task { await self?.find() } }
        submit.onSubmit = { [weak self] in await self?.logIn() }
        username.onReturn { [submit] in submit.press() }
        password.onReturn { [submit] in submit.press() }
    }

    /// Empties the form except for the username, and moves the focus to the first empty field.
    func begin(with name: String? = nil) {
        if let name { username.text = name }
        password.clear()
        if username.text.isEmpty { username.focus() } else { password.focus() }
    }

    /// Asks the password manager for a login, and fills both fields.
    private func find() async {
        let parent = WindowHandle(window)
        let login = await manager.answer { () async throws(PasswordManagerError) in
            try await PasswordManagerExtension.shared.findLogin(forURLString: Site.url, for: parent)
        }
        guard let login else { return }
        username.text = login.username
        password.set(login.password.utf8)
        submit.focus()
    }

    private func logIn() async {
        let name = username.line
        guard !name.isEmpty else { return usernameError.show(text("Enter your username.")) }
        guard !password.isEmpty else { return passwordError.show(text("Enter your password.")) }
        do {
            let account = try await accounts.logIn(name, password.copy())
            password.clear()
            onLogIn(account)
        } catch .wrong {
            passwordError.show(AccountError.wrong.message)
        } catch {
            messages.show(error.message)
        }
    }
}
