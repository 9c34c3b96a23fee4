import Foundation
import Security

/// The four operations on a keychain. Each returns the status from the keychain.
enum Keychain {
    static func store(_ credentials: Credentials) -> OSStatus {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Credentials.service,
            kSecAttrAccount as String: credentials.account,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked,
            kSecValueData as String: Data(credentials.password.utf8),
        ]
        return SecItemAdd(item as CFDictionary, nil)
    }

    static func find() -> (status: OSStatus, credentials: Credentials?) {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Credentials.service,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecReturnAttributes as String: true,
            kSecReturnData as String: true,
        ]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status == errSecSuccess,
            let item = result as? [String: Any],
            let account = item[kSecAttrAccount as String] as? String,
            let data = item[kSecValueData as String] as? Data,
            let password = String(data: data, encoding: .utf8)
        else { return (status, nil) }
        return (status, Credentials(account: account, password: password))
    }

    static func update(_ credentials: Credentials) -> OSStatus {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Credentials.service,
            kSecAttrAccount as String: credentials.account,
        ]
        let changes: [String: Any] = [kSecValueData as String: Data(credentials.password.utf8)]
        return SecItemUpdate(query as CFDictionary, changes as CFDictionary)
    }

    static func delete() -> OSStatus {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Credentials.service,
        ]
        return SecItemDelete(query as CFDictionary)
    }
}
