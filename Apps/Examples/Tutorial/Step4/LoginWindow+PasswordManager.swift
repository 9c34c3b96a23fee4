import AppExtensions
import Foundation
import GtkSupport

extension LoginWindow {
    /// Adds the button if a password manager is installed.
    func offerPasswordManager() async {
        guard await PasswordManager.isAvailable() else { return }
        let button = Button(passwordManagerLabel)
        button.onClick { Task { await self.usePasswordManager(button) } }
        otherWays.append(button)
    }

    private var passwordManagerLabel: String {
        PasswordManager.hasSavedLogin ? "Ask Password Manager" : "Save in Password Manager"
    }

    private func usePasswordManager(_ button: Button) async {
        await attempt {
            if PasswordManager.hasSavedLogin { try await findLogin() } else { try await saveLogin() }
        }
        button.label = passwordManagerLabel
    }

    private func saveLogin() async throws {
        // A login that does not work here must not get into the password manager.
        guard try await Login.accepts(username.text, password.copy()) else {
            return await say("Login Problem", "Enter your username and password first.")
        }
        do {
            try await PasswordManager.save(username.text, password.text, for: WindowHandle(window))
            PasswordManager.hasSavedLogin = true
            showNotes()
        } catch let error as PasswordManagerError where error.code == .cancelledByUser {}
    }

    private func findLogin() async throws {
        do {
            let login = try await PasswordManager.find(for: WindowHandle(window))
            guard try await Login.accepts(login.username, Data(login.password.utf8)) else {
                return await say("Login Problem", "The password manager has another password than the keychain.")
            }
            username.text = login.username
            showNotes()
        } catch let error as PasswordManagerError where error.code == .cancelledByUser {}
    }
}
