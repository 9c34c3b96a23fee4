import Foundation
import GtkSupport
import KeychainServices

/// The user's login: a name in the user defaults, and a password in the keychain.
@MainActor final class Account {
    private enum Key {
        static let (username, hasLogin, isInManager) = ("username", "hasLoginKey", "has1PassLogin")
    }

    private let defaults = UserDefaults.standard

    /// A name and a password, typed or from the password manager.
    struct Credentials: Sendable {
        let username: String
        let password: Data

        var isComplete: Bool { !username.isEmpty && !password.isEmpty }
    }

    /// The result of a check.
    enum Verdict: Equatable {
        case right, wrong
        /// There is a login, but the keychain no longer has its password.
        case passwordMissing
    }

    /// Whether a login was created.
    var exists: Bool { defaults.bool(forKey: Key.hasLogin) }

    /// The name of the login, if it is known.
    var username: String? { defaults.string(forKey: Key.username) }

    /// Whether the password manager has the login.
    var isInManager: Bool {
        get { defaults.bool(forKey: Key.isInManager) }
        set { set(newValue, Key.isInManager) }
    }

    /// Creates the login.
    ///
    /// - Returns: whether the settings were stored; otherwise the login is lost at the next start.
    @discardableResult func create(_ credentials: Credentials) async throws(StoredPassword.Failure) -> Bool {
        try await offMain { () throws(StoredPassword.Failure) in
            try StoredPassword.save(credentials.password, of: credentials.username)
        }
        if !exists { defaults.set(credentials.username, forKey: Key.username) }
        return set(true, Key.hasLogin)
    }

    /// Checks a name and a password. A nearly correct one takes as long as any other.
    func check(_ credentials: Credentials) async throws(StoredPassword.Failure) -> Verdict {
        let known = username
        let name = known ?? credentials.username
        let stored = try await offMain { () throws(StoredPassword.Failure) in try StoredPassword.read(name) }
        let isSameName = Self.areEqual(Data(name.utf8), Data(credentials.username.utf8))
        let isSamePassword = Self.areEqual(stored ?? Data(), credentials.password)
        guard stored != nil else { return known == nil ? .wrong : .passwordMissing }
        // Both are compared, whatever the first result is.
        return [isSameName, isSamePassword].allSatisfy { $0 } && credentials.isComplete ? .right : .wrong
    }

    /// Stores the name of a login that was found to be right, if no name is known.
    func storeUsername(_ username: String) {
        guard self.username == nil else { return }
        set(username, Key.username)
    }

    /// Changes the password of the login.
    func change(to password: Data) async throws(StoredPassword.Failure) {
        guard let username else { return }
        try await offMain { () throws(StoredPassword.Failure) in try StoredPassword.save(password, of: username) }
    }

    /// Forgets the login, so that the user has to create it again. The keychain's item and the notes stay.
    func reset() {
        defaults.removeObject(forKey: Key.username)
        defaults.removeObject(forKey: Key.isInManager)
        set(false, Key.hasLogin)
    }

    @discardableResult private func set(_ value: Any, _ key: String) -> Bool {
        defaults.set(value, forKey: key)
        return defaults.synchronize()
    }

    private static func areEqual(_ one: Data, _ other: Data) -> Bool {
        // In constant time, except for the length.
        SecretBytes(copying: one).equals(SecretBytes(copying: other))
    }
}
