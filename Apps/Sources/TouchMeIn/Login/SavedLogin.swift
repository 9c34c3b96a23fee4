import AppExtensions
import Foundation
import GtkSupport

/// The login in the password manager.
@MainActor struct SavedLogin {
    private static let url = "TouchMeIn.Login"
    private static let (title, notes, section) = (
        "Touch Me In", "Saved with the TouchMeIn app", "Touch Me In app"
    )
    private static let rules = PasswordGenerationOptions(minLength: 6, maxLength: 50)

    private let manager = PasswordManagerExtension.shared
    private let window: Window

    /// - Parameter window: the window to which the sheet belongs.
    init(_ window: Window) { self.window = window }

    /// Whether there is a password manager. Reads files.
    static func isAvailable() async -> Bool {
        await offMain { PasswordManagerExtension.shared.isAppExtensionAvailable() }
    }

    /// Returns the name of the password manager.
    static func managerName() async -> String {
        await offMain { PasswordManagerExtension.shared.passwordManagerTitle } ?? text("the password manager")
    }

    /// Asks the user to save the login.
    ///
    /// - Returns: the saved login, which the user may have changed.
    func store(_ credentials: Account.Credentials) async throws(PasswordManagerError) -> Account.Credentials {
        let login = try await manager.storeLogin(
            forURLString: Self.url, loginDetails: details(credentials), passwordGenerationOptions: Self.rules,
            for: WindowHandle(window))
        return Self.credentials(login)
    }

    /// Asks the user to pick the login.
    func find() async throws(PasswordManagerError) -> Account.Credentials {
        Self.credentials(try await manager.findLogin(forURLString: Self.url, for: WindowHandle(window)))
    }

    /// Asks the user to save the new password.
    ///
    /// - Returns: the saved login, which the user may have changed.
    func change(
        _ credentials: Account.Credentials, from old: Data
    ) async throws(PasswordManagerError) -> Account.Credentials {
        var details = details(credentials)
        details.oldPassword = String(decoding: old, as: UTF8.self)
        let login = try await manager.changePasswordForLogin(
            forURLString: Self.url, loginDetails: details, passwordGenerationOptions: Self.rules,
            for: WindowHandle(window))
        return Self.credentials(login)
    }

    private func details(_ credentials: Account.Credentials) -> LoginDetails {
        LoginDetails(
            title: Self.title, username: credentials.username,
            password: String(decoding: credentials.password, as: UTF8.self), notes: Self.notes,
            sectionTitle: Self.section)
    }

    private static func credentials(_ login: ReturnedLogin) -> Account.Credentials {
        Account.Credentials(username: login.username, password: Data(login.password.utf8))
    }
}
