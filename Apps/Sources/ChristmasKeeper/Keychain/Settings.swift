import Foundation

/// The user defaults: what the program stores of its user that is not secret.
struct Settings: Sendable {
    private static let (username, hasSavedPIN) = ("username", "hasSavedPIN")

    /// The user's name; empty if it is not known.
    static var name: String { UserDefaults.standard.string(forKey: username) ?? "" }

    /// Whether a PIN is set.
    static var hasPIN: Bool { UserDefaults.standard.bool(forKey: hasSavedPIN) }

    /// Stores the name of the user who has set a PIN.
    static func keep(name: String) {
        UserDefaults.standard.set(name, forKey: username)
        UserDefaults.standard.set(true, forKey: hasSavedPIN)
        UserDefaults.standard.synchronize()
    }
}
