import Foundation
import Security

/// One generic password of this program, found by its identifier.
struct StoredItem {
    /// The service of the wrappers' items. On Linux a program without an `Info.plist` has no bundle identifier; then it is the name
    /// of the executable, from which the access group is named as well.
    static let service =
        Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent
        ?? ProcessInfo.processInfo.processName

    /// The attributes that identify the item.
    static let fixedKeys: Set<String> = [
        kSecClass as String, kSecAttrService as String, kSecAttrGeneric as String,
    ]

    let identifier: String

    // Not by account: a program that uses a wrapper object may set any account name.
    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: Self.service,
            kSecAttrGeneric as String: Data(identifier.utf8),
        ]
    }

    /// Returns the attributes and the data; nil if there is no such item or the keychain refuses access.
    func contents() -> [String: Any]? {
        var query = query
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnAttributes as String] = true
        query[kSecReturnData as String] = true
        var result: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return result as? [String: Any]
    }

    /// Returns the data; nil if there is no such item or the keychain refuses access.
    func data() -> Data? { contents()?[kSecValueData as String] as? Data }

    /// Changes the item.
    func update(_ values: [String: Any]) -> OSStatus {
        SecItemUpdate(query as CFDictionary, values as CFDictionary)
    }

    /// Adds the item. It is readable while the keychain is unlocked, unless `values` has another protection.
    func add(_ values: [String: Any]) -> OSStatus {
        var item = query
        item[kSecAttrAccount as String] = Data(identifier.utf8)
        if values[kSecAttrAccessControl as String] == nil {
            item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlocked
        }
        item.merge(values) { _, value in value }
        return SecItemAdd(item as CFDictionary, nil)
    }

    /// Changes the item, or adds it if it does not exist.
    func save(_ values: [String: Any]) -> Bool {
        switch update(values) {
        case errSecSuccess: return true
        case errSecItemNotFound: break
        default: return false
        }
        switch add(values) {
        case errSecSuccess: return true
        // Another process has added it in the meantime.
        case errSecDuplicateItem: return update(values) == errSecSuccess
        default: return false
        }
    }

    /// Deletes the item. Succeeds if the item does not exist.
    func delete() -> Bool {
        let status = SecItemDelete(query as CFDictionary)
        return status == errSecSuccess || status == errSecItemNotFound
    }
}
