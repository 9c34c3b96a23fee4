import Foundation

/// What the program remembers of its user that is not secret: the user defaults.
struct Settings: Sendable {
    private static let (username, hasSavedPIN) = ("username", "hasSavedPIN")

    /// What the user is called; empty: not known.
    static var name: String { UserDefaults.standard.string(forKey: username) ?? "" }

    /// Whether a PIN was set.
    static var hasPIN: Bool { UserDefaults.standard.bool(forKey: hasSavedPIN) }

    /// Remembers who has set a PIN.
    static func keep(name: String) {
        UserDefaults.standard.set(name, forKey: username)
        UserDefaults.standard.set(true, forKey: hasSavedPIN)
        UserDefaults.standard.synchronize()
    }
}
