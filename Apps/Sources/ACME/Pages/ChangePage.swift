import AppExtensions
import GtkSupport

/// The form to change the password.
@MainActor final class ChangePage {
    let widget: Widget
    let manager: ManagerBar
    // Keeps the widgets until they are in a window.
    private let interface = Interface(PackageResources.change_ui)
    private let window: Window
    private let accounts: Accounts
    private let messages: Messages
    private let username: Entry
    private let old = SecretField(text("Old password"))
    private let new = SecretField(text("New password"))
    private let confirmation = SecretField(text("New password, again"))
    private let usernameError: FieldError
    private let (oldError, newError, confirmationError): (FieldError, FieldError, FieldError)
    private let submit: SubmitButton

    init(_ window: Window, _ accounts: Accounts, _ messages: Messages) {
        (self.window, self.accounts, self.messages) = (window, accounts, messages)
        (widget, username) = (interface["page"], interface["username"])
        let (form, below): (Box, Box) = (interface["form"], interface["manager"])
        for (field, id) in [(old, "old"), (new, "new"), (confirmation, "confirmation")] { field.fill(interface[id]) }
        usernameError = FieldError(interface["usernameError"], of: username)
        oldError = FieldError(interface["oldError"], of: old)
        newError = FieldError(interface["newError"], of: new)
        confirmationError = FieldError(interface["confirmationError"], of: confirmation)
        submit = SubmitButton(interface["submit"], interface["spinner"], form: form)
        manager = ManagerBar(text("Change in Password Manager"), form: form, messages: messages)
        below.append(manager.widget)
        manager.onAsk = { [weak self] in Task { await self?.ask() } }
        submit.onSubmit = { [weak self] in await self?.change() }
        username.onReturn { [submit] in submit.press() }
        for field in [old, new, confirmation] { field.onReturn { [submit] in submit.press() } }
    }

    /// Empties the form after a login, or after a logout (`nil`).
    func begin(with name: String?) {
        username.text = name ?? ""
        clear()
    }

    /// Moves the focus to the first empty field.
    func focus() { if username.text.isEmpty { username.focus() } else { old.focus() } }

    private func clear() { for field in [old, new, confirmation] { field.clear() } }

    /// Whether the passwords are acceptable; otherwise shows the error.
    private func passwordsFit() -> Bool {
        let (before, after) = (old.copy(), new.copy())
        if !before.isEmpty, before == after {
            newError.show(text("The old and the new password must not be the same"))
        } else if after != confirmation.copy() {
            confirmationError.show(text("The new passwords and the confirmation password must match"))
        } else if after.count > Account.longestPassword {
            newError.show(text("The password is too long."))
        } else {
            return true
        }
        return false
    }

    /// Asks the password manager to change a login, and fills the form with the saved values.
    private func ask() async {
        guard passwordsFit() else { return }
        let details = LoginDetails(
            title: Site.title, username: username.line, password: new.text, oldPassword: old.text, notes: Site.notes)
        let parent = WindowHandle(window)
        let login = await manager.answer { () async throws(PasswordManagerError) in
            try await PasswordManagerExtension.shared.changePasswordForLogin(
                forURLString: Site.url, loginDetails: details, passwordGenerationOptions: Site.passwords, for: parent)
        }
        guard let login else { return }
        // The user may have chosen the account in the password manager.
        if !login.username.isEmpty { username.text = login.username }
        if let password = login.oldPassword { old.set(password.utf8) }
        new.set(login.password.utf8)
        confirmation.set(login.password.utf8)
        messages.confirm(text("Saved in the password manager. Now change it here as well."))
        submit.focus()
    }

    private func change() async {
        let name = username.line
        guard !name.isEmpty else { return usernameError.show(text("Enter your username.")) }
        guard !old.isEmpty else { return oldError.show(text("Enter your old password.")) }
        guard passwordsFit() else { return }
        guard !new.isEmpty else { return newError.show(text("Choose a password.")) }
        do {
            try await accounts.changePassword(of: name, from: old.copy(), to: new.copy())
            clear()
            messages.confirm(text("Your password was changed."))
        } catch .wrong {
            oldError.show(AccountError.wrong.message)
        } catch {
            messages.show(error.message)
        }
    }
}
