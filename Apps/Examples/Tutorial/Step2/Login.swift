import Foundation
import Security

/// The one login of this program. It lies in the keychain.
enum Login {
    /// Who can log in; nil: nobody has created a login yet.
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

    /// By this name the program finds its item again.
    private static let service = "TouchMeIn.Login"

    /// - Parameter more: what is asked for beside the attributes.
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

    /// Looks at every byte, so that the time it takes does not tell how much of a guess was right.
    private static func isSame(_ one: Data, _ other: Data) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The keychain has said no.
struct KeychainFailure: LocalizedError {
    let status: OSStatus

    var errorDescription: String? {
        let text = SecCopyErrorMessageString(status, nil) as String?
        return "\(text ?? "The keychain does not answer.") (\(status))"
    }
}
