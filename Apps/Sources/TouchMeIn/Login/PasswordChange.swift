import AppExtensions
import Foundation
import GtkSupport

/// The change of the login's password, here and in the password manager.
@MainActor final class PasswordChange {
    private let account: Account
    private let window: Window
    private let toasts: Toasts
    private var (old, new) = (Data(), Data())

    /// - Parameters:
    ///   - account: the login.
    ///   - window: the window behind dialogs.
    ///   - toasts: the messages of the window.
    init(_ account: Account, _ window: Window, _ toasts: Toasts) {
        (self.account, self.window, self.toasts) = (account, window, toasts)
    }

    /// Asks for the passwords, changes the login's password, and offers to update the password manager.
    func run() async {
        let dialog = SecretsDialog(
            text("Change Password"), "",
            fields: [text("Current password"), text("New password"), text("Repeat new password")],
            action: text("Change"))
        guard await dialog.show(over: window, change) else { return }
        toasts.show(text("Password changed"))
        if account.isInManager, await SavedLogin.isAvailable() { await offerUpdate() }
    }

    private func change(_ fields: [SecretField]) async -> String? {
        let typed = fields.map { $0.copy() }
        guard typed.count == 3 else { return nil }
        (old, new) = (typed[0], typed[1])
        guard typed[1] == typed[2] else { return text("The new passwords do not match.") }
        do throws(StoredPassword.Failure) {
            let current = Account.Credentials(username: account.username ?? "", password: old)
            guard try await account.check(current) == .right else { return text("The current password is wrong.") }
            try await account.change(to: new)
            return nil
        } catch { return error.text }
    }

    private func offerUpdate() async {
        let manager = await SavedLogin.managerName()
        let answers = [Alert.Answer("later", text("Not Now")), Alert.Answer("update", text("Update"))]
        let alert = Alert(
            text("Update {manager}?", ["manager": manager]),
            text("{manager} still has the old password.", ["manager": manager]), answers)
        guard await alert.show(over: window) == "update" else { return }
        do {
            let credentials = Account.Credentials(username: account.username ?? "", password: new)
            let saved = try await SavedLogin(window).change(credentials, from: old)
            // The user may have chosen another password there: both must have the same one.
            if saved.password != new { try await account.change(to: saved.password) }
            toasts.show(text("{manager} is up to date", ["manager": manager]))
        } catch let error as PasswordManagerError {
            toasts.show(error)
        } catch {
            toasts.show((error as? StoredPassword.Failure)?.text ?? error.localizedDescription)
        }
    }
}
