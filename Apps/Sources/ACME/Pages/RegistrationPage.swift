import AppExtensions
import GtkSupport

/// The form to register with.
@MainActor final class RegistrationPage {
    /// Called with the username after a registration.
    var onRegister: @MainActor (String) -> Void = { _ in }

    let widget: Widget
    let manager: ManagerBar
    // Keeps the widgets until they are in a window.
    private let interface = Interface(PackageResources.registration_ui)
    private let window: Window
    private let accounts: Accounts
    private let messages: Messages
    private let (firstname, lastname, username): (Entry, Entry, Entry)
    private let password = SecretField(text("Password"))
    private let (firstnameError, lastnameError): (FieldError, FieldError)
    private let (usernameError, passwordError): (FieldError, FieldError)
    private let submit: SubmitButton

    init(_ window: Window, _ accounts: Accounts, _ messages: Messages) {
        (self.window, self.accounts, self.messages) = (window, accounts, messages)
        widget = interface["page"]
        (firstname, lastname, username) = (interface["firstname"], interface["lastname"], interface["username"])
        let (form, place, below): (Box, Box, Box) = (interface["form"], interface["password"], interface["manager"])
        password.fill(place)
        firstnameError = FieldError(interface["firstnameError"], of: firstname)
        lastnameError = FieldError(interface["lastnameError"], of: lastname)
        usernameError = FieldError(interface["usernameError"], of: username)
        passwordError = FieldError(interface["passwordError"], of: password)
        submit = SubmitButton(interface["submit"], interface["spinner"], form: form)
        manager = ManagerBar(text("Save in Password Manager"), form: form, messages: messages)
        below.append(manager.widget)
        manager.onAsk = { [weak self] in Task { await self?.store() } }
        submit.onSubmit = { [weak self] in await self?.register() }
        for entry in [firstname, lastname, username] { entry.onReturn { [submit] in submit.press() } }
        password.onReturn { [submit] in submit.press() }
    }

    /// Moves the focus to the first field.
    func focus() { firstname.focus() }

    // MARK: - The password manager

    /// Asks the password manager to save a login, and fills the form with the saved values.
    private func store() async {
        guard namesFit(), await isFree() else { return }
        let details = LoginDetails(
            title: Site.title, username: username.line, password: password.text, notes: Site.notes,
            sectionTitle: Site.section, fields: [Site.firstname: firstname.line, Site.lastname: lastname.line])
        let parent = WindowHandle(window)
        let login = await manager.answer { () async throws(PasswordManagerError) in
            try await PasswordManagerExtension.shared.storeLogin(
                forURLString: Site.url, loginDetails: details, passwordGenerationOptions: Site.passwords, for: parent)
        }
        guard let login else { return }
        username.text = login.username
        password.set(login.password.utf8)
        if let value = login.returnedFields[Site.firstname] { firstname.text = value }
        if let value = login.returnedFields[Site.lastname] { lastname.text = value }
        messages.confirm(text("Saved in the password manager. Register with it now."))
        submit.focus()
        // The user may have chosen another name in the password manager.
        _ = await isFree()
    }

    /// Whether the username is free; otherwise shows the error next to it.
    private func isFree() async -> Bool {
        do {
            guard try await accounts.isTaken(username.line) else { return true }
            usernameError.show(AccountError.taken.message)
        } catch { messages.show(error.message) }
        return false
    }

    private func namesFit() -> Bool {
        let fields = [(firstname, firstnameError), (lastname, lastnameError), (username, usernameError)]
        for (entry, error) in fields where !entry.line.isSingleLine(maxLength: Account.longestName) {
            error.show(text("At most {count} letters, in one line.", ["count": "\(Account.longestName)"]))
            return false
        }
        return true
    }

    // MARK: - The site

    private func register() async {
        guard namesFit() else { return }
        let name = username.line
        guard !name.isEmpty else { return usernameError.show(text("Choose a username.")) }
        let secret = password.copy()
        guard !secret.isEmpty else { return passwordError.show(text("Choose a password.")) }
        guard secret.count <= Account.longestPassword else {
            return passwordError.show(text("The password is too long."))
        }
        do {
            try await accounts.register(name, firstname: firstname.line, lastname: lastname.line, password: secret)
            for entry in [firstname, lastname, username] { entry.text = "" }
            password.clear()
            onRegister(name)
        } catch .taken {
            usernameError.show(AccountError.taken.message)
        } catch {
            messages.show(error.message)
        }
    }
}
