import Foundation
import Security

/// The single login of this program, stored in the keychain.
enum Login {
    /// The username of the login; nil if there is no login yet.
    static func username() async throws -> String? {
        try find()?[kSecAttrAccount as String] as? String
    }

    /// Whether this is the login that was created.
    static func accepts(_ username: String, _ password: Data) async throws -> Bool {
        let found = try find([kSecAttrAccount as String: username, kSecReturnData as String: true])
        guard let stored = found?[kSecValueData as String] as? Data else { return false }
        return isSame(stored, password)
    }

    static func create(_ username: String, _ password: Data) async throws {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: username,
            kSecAttrLabel as String: "TouchMeIn",
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            kSecValueData as String: password,
        ]
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecSuccess else { throw KeychainFailure(status: status) }
    }

    /// The attributes by which the program finds its item.
    private static let service = "TouchMeIn.Login"

    /// - Parameter more: further entries of the query.
    /// - Returns: nil if there is no such item.
    private static func find(_ more: [String: Any] = [:]) throws -> [String: Any]? {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecReturnAttributes as String: true,
        ]
        query.merge(more) { $1 }
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw KeychainFailure(status: status) }
        return found as? [String: Any]
    }

    /// Compares every byte, so that its time does not reveal how much of a guess was right.
    private static func isSame(_ one: Data, _ other: Data) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A failure that the keychain has reported.
struct KeychainFailure: LocalizedError {
    let status: OSStatus

    var errorDescription: String? {
        let text = SecCopyErrorMessageString(status, nil) as String?
        return "\(text ?? "The keychain does not answer.") (\(status))"
    }
}
