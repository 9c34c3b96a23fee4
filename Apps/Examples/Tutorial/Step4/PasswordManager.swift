import AppExtensions
import Foundation

/// The password manager that the user has installed.
enum PasswordManager {
    /// The address of the login. A program with a website uses its own, such as “https://example.com”.
    private static let address = "TouchMeIn.Login"

    static func isAvailable() async -> Bool { PasswordManagerExtension.shared.isAppExtensionAvailable() }

    /// Whether this program has saved its login there.
    static var hasSavedLogin: Bool {
        get { UserDefaults.standard.bool(forKey: "hasSavedLogin") }
        set { UserDefaults.standard.set(newValue, forKey: "hasSavedLogin") }
    }

    /// - Parameter window: the window over which the password manager shows its sheet.
    static func save(_ username: String, _ password: String, for window: Any) async throws {
        let details = LoginDetails(title: "TouchMeIn", username: username, password: password)
        _ = try await PasswordManagerExtension.shared.storeLogin(
            forURLString: address, loginDetails: details, for: window)
    }

    static func find(for window: Any) async throws -> ReturnedLogin {
        try await PasswordManagerExtension.shared.findLogin(forURLString: address, for: window)
    }
}
