import Foundation
import Security

/// The password of the login, in the keychain.
enum StoredPassword {
    static let service = "TouchMeIn"

    /// An error of the keychain.
    struct Failure: Error, Sendable {
        let status: OSStatus

        /// Whether the operation would succeed after the user has entered the passcode.
        var isLocked: Bool { status == errSecInteractionNotAllowed }

        /// The message to the user.
        var text: String { SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "\(status)" }
    }

    /// Stores a password, and replaces an existing one.
    static func save(_ password: Data, of username: String) throws(Failure) {
        var item = query(username)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        item[kSecValueData as String] = password
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return try check(status) }
        let changes = [kSecValueData as String: password]
        try check(SecItemUpdate(query(username) as CFDictionary, changes as CFDictionary))
    }

    /// Returns the password of a user; `nil` if there is none.
    static func read(_ username: String) throws(Failure) -> Data? {
        var query = query(username)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return result as? Data
    }

    private static func query(_ username: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: username,
        ]
    }

    private static func check(_ status: OSStatus) throws(Failure) {
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
