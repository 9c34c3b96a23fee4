import AppExtensions
import GtkSupport

/// The ways to log in.
extension LoginPage {
    private var typed: Account.Credentials {
        Account.Credentials(username: username.text, password: password.copy())
    }

    /// Creates the login with the typed name and password.
    func create() async {
        let credentials = typed
        guard credentials.isComplete else { return await sayProblem() }
        guard
            let isKept = await unlocking({ () async throws(StoredPassword.Failure) in
                try await account.create(credentials)
            })
        else { return }
        if !isKept {
            await say(
                text("Settings Cannot Be Saved"),
                text("TouchMeIn will not know this login the next time: check your home directory."))
        }
        enter()
    }

    /// Checks the typed name and password.
    func logIn() async {
        guard let verdict = await verdict(on: typed) else { return }
        switch verdict {
        case .right: enter()
        case .wrong: await sayProblem()
        case .passwordMissing: await offerAnother()
        }
    }

    /// Logs in by fingerprint.
    func useFinger() async {
        switch await fingerprint.ask() {
        case .success: enter()
        case .failure(let message): await sayError(message)
        case .withdrawn: break
        }
    }

    /// Asks the password manager to save the login, or to find it if it has it.
    func useManager() async {
        let name = await SavedLogin.managerName()
        do {
            if account.isInManager { try await find(name) } else { try await store(name) }
        } catch {
            toasts.show(error)
        }
    }

    private func store(_ manager: String) async throws(PasswordManagerError) {
        let credentials = typed
        guard credentials.isComplete else { return await sayProblem() }
        guard let verdict = await verdict(on: credentials) else { return }
        guard verdict == .right else { return await sayProblem() }
        let saved = try await SavedLogin(window).store(credentials)
        account.isInManager = true
        let isSame = saved.username == credentials.username && saved.password == credentials.password
        toasts.show(
            isSame
                ? text("Saved in {manager}", ["manager": manager])
                : text("{manager} has saved a different login.", ["manager": manager]))
    }

    private func find(_ manager: String) async throws(PasswordManagerError) {
        let found = try await SavedLogin(window).find()
        guard let verdict = await verdict(on: found) else { return }
        guard verdict == .right else {
            return await sayError(
                text("The login in {manager} is not the one of this program.", ["manager": manager]))
        }
        account.storeUsername(found.username)
        enter()
    }

    private func verdict(on credentials: Account.Credentials) async -> Account.Verdict? {
        await unlocking { () async throws(StoredPassword.Failure) in try await account.check(credentials) }
    }

    // MARK: - Errors

    /// Runs an operation on the keychain, after the user has unlocked it if it is locked; `nil` if the keychain could not be used.
    private func unlocking<Value>(_ body: () async throws(StoredPassword.Failure) -> Value) async -> Value? {
        while !Task.isCancelled {
            do {
                return try await body()
            } catch {
                guard error.isLocked else {
                    await say(text("The Keychain Cannot Be Used"), error.text)
                    return nil
                }
                guard await Passcodes.unlock(over: window) else { return nil }
            }
        }
        return nil
    }

    private func offerAnother() async {
        let answers = [Alert.Answer("cancel", text("Cancel")), Alert.Answer("create", text("Create Another"))]
        let body = text("The keychain no longer has a password for this login. Your notes are still there.")
        guard await Alert(text("Password Not Found"), body, answers).show(over: window) == "create" else { return }
        account.reset()
        show()
    }

    private func sayProblem() async {
        await say(text("Login Problem"), text("Wrong username or password."), button: text("Try Again"))
        password.clear()
        isPasswordWanted = true
    }

    private func sayError(_ message: String) async { await say(text("Could Not Log In"), message) }

    private func say(_ heading: String, _ body: String, button: String = text("OK")) async {
        guard !Task.isCancelled else { return }
        _ = await Alert(heading, body, [Alert.Answer("close", button)]).show(over: window)
    }
}
