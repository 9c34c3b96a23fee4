import Foundation
import LocalAuthentication
import Security

/// One of the program's items in the keychain.
struct KeychainItem: Sendable {
    static let service = "io.github.chatelaine.ChristmasKeeper"

    /// The item's name among the program's items.
    let account: String

    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: Self.service,
            kSecAttrAccount as String: account,
        ]
    }

    /// Returns the item's content; `nil` if there is no such item.
    ///
    /// - Parameter password: the password of an item that requires one.
    func read(_ password: Data? = nil) throws(KeychainFailure) -> Data? {
        var query = query
        query[kSecReturnData as String] = true
        // Without the context, the keychain would ask the user for an item's password, in a window that is not ours.
        let context = Self.context(password)
        query[kSecUseAuthenticationContext as String] = context
        defer { context.invalidate() }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else { throw KeychainFailure(status: status) }
        return data
    }

    /// Stores the data and replaces an older item.
    func store(_ data: Data) throws(KeychainFailure) {
        let values: [String: Any] = [
            kSecValueData as String: data,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
        ]
        let updated = SecItemUpdate(query as CFDictionary, values as CFDictionary)
        guard updated == errSecItemNotFound else { return try Self.check(updated) }
        try add(values)
    }

    /// Stores the data so that reading it requires a password, and replaces an older item.
    func store(_ data: Data, password: Data) throws(KeychainFailure) {
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .applicationPassword, nil)
        guard let control else { throw KeychainFailure(status: errSecParam) }
        // An update would need the password of the older item.
        try delete()
        let context = Self.context(password)
        defer { context.invalidate() }
        try add([
            kSecValueData as String: data, kSecAttrAccessControl as String: control,
            kSecUseAuthenticationContext as String: context,
        ])
    }

    /// Deletes the item if it exists.
    func delete() throws(KeychainFailure) {
        let status = SecItemDelete(query as CFDictionary)
        if status != errSecItemNotFound { try Self.check(status) }
    }

    private func add(_ values: [String: Any]) throws(KeychainFailure) {
        try Self.check(SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil))
    }

    private static func context(_ password: Data?) -> LAContext {
        let context = LAContext()
        context.interactionNotAllowed = true
        if let password { context.setCredential(password, type: .applicationPassword) }
        return context
    }

    private static func check(_ status: OSStatus) throws(KeychainFailure) {
        guard status == errSecSuccess else { throw KeychainFailure(status: status) }
    }
}

extension KeychainItem {
    /// The verifier of the PIN.
    static let verifier = KeychainItem(account: "hasSavedPIN")
    /// The key of the presents, which requires the PIN.
    static let presentsKey = KeychainItem(account: "presentsKey")
    /// The number of wrong PINs.
    static let wrongPINs = KeychainItem(account: "wrongPINs")
}
