import Foundation
import Security

/// The password of the login, in the keychain.
enum StoredPassword {
    static let service = "TouchMeIn"

    /// Why the keychain has not done what it should.
    struct Failure: Error, Sendable {
        let status: OSStatus

        /// Whether it would go well once somebody has entered the passcode.
        var isLocked: Bool { status == errSecInteractionNotAllowed }

        /// For people.
        var text: String { SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "\(status)" }
    }

    /// Stores a password, in place of one that there may be.
    static func save(_ password: Data, of username: String) throws(Failure) {
        var item = query(username)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        item[kSecValueData as String] = password
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecDuplicateItem else { return try check(status) }
        let changes = [kSecValueData as String: password]
        try check(SecItemUpdate(query(username) as CFDictionary, changes as CFDictionary))
    }

    /// The password of a user; nil if there is none.
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
