import Foundation
import Security

/// Passwords by account name, in the keychain.
///
/// A ``SecureStoreQueryable`` defines the owner of the accounts, a service of the program or a server:
///
///     let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "shop"))
///     try store.setValue("pa$$w0rd", for: "kim")
///     let password = try store.getValue(for: "kim")
///
/// Passwords are text, and are passed as `String`, whose memory cannot be wiped.
public struct SecureStore: Sendable {
    /// The owner of the accounts.
    public let secureStoreQueryable: any SecureStoreQueryable

    /// Makes a store for the accounts of `secureStoreQueryable`. Reads and writes nothing yet.
    public init(secureStoreQueryable: any SecureStoreQueryable) {
        self.secureStoreQueryable = secureStoreQueryable
    }

    /// Saves a password, and replaces the account's existing one.
    ///
    /// - Parameters:
    ///   - value: the password.
    ///   - userAccount: the account's name.
    /// - Throws: ``SecureStoreError/string2DataConversionError`` if the text has no UTF-8 form,
    ///   ``SecureStoreError/unhandledError(message:)`` with the keychain's message for any other failure.
    public func setValue(_ value: String, for userAccount: String) throws(SecureStoreError) {
        guard let data = value.data(using: .utf8) else { throw .string2DataConversionError }
        // Updating comes first: if several access groups hold the account, adding would leave the old password in the other groups,
        // where `getValue` could find it.
        guard try !update(userAccount, to: data) else { return }
        guard try !add(userAccount, with: data) else { return }
        // Another program has added it in the meantime.
        guard try update(userAccount, to: data) else { throw .status(errSecItemNotFound) }
    }

    /// Returns the password of an account.
    ///
    /// - Parameter userAccount: the account's name.
    /// - Returns: the password, or nil if there is no such account.
    /// - Throws: ``SecureStoreError/data2StringConversionError`` if the stored data is not UTF-8 text,
    ///   ``SecureStoreError/unhandledError(message:)`` with the keychain's message for any other failure.
    public func getValue(for userAccount: String) throws(SecureStoreError) -> String? {
        var query = query(for: userAccount)
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = true
        var result: AnyObject?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess:
            guard let data = result as? Data, let value = String(data: data, encoding: .utf8) else {
                throw .data2StringConversionError
            }
            return value
        case errSecItemNotFound: return nil
        case let status: throw .status(status)
        }
    }

    /// Removes an account and its password. Does nothing if the account does not exist.
    ///
    /// - Parameter userAccount: the account's name.
    /// - Throws: ``SecureStoreError/unhandledError(message:)`` with the keychain's message.
    public func removeValue(for userAccount: String) throws(SecureStoreError) {
        try delete(query(for: userAccount))
    }

    /// Removes all accounts of this store, and no other items.
    ///
    /// - Throws: ``SecureStoreError/unhandledError(message:)`` with the keychain's message.
    public func removeAllValues() throws(SecureStoreError) {
        try delete(secureStoreQueryable.query)
    }

    private func query(for userAccount: String) -> [String: Any] {
        var query = secureStoreQueryable.query
        query[kSecAttrAccount as String] = userAccount
        return query
    }

    /// Changes the password of an account.
    ///
    /// - Returns: false if the account does not exist.
    private func update(_ userAccount: String, to data: Data) throws(SecureStoreError) -> Bool {
        let changes: [String: Any] = [kSecValueData as String: data]
        switch SecItemUpdate(query(for: userAccount) as CFDictionary, changes as CFDictionary) {
        case errSecSuccess: return true
        case errSecItemNotFound: return false
        case let status: throw .status(status)
        }
    }

    /// Adds an account.
    ///
    /// - Returns: false if the account exists.
    private func add(_ userAccount: String, with data: Data) throws(SecureStoreError) -> Bool {
        var item = query(for: userAccount)
        item[kSecValueData as String] = data
        switch SecItemAdd(item as CFDictionary, nil) {
        case errSecSuccess: return true
        case errSecDuplicateItem: return false
        case let status: throw .status(status)
        }
    }

    private func delete(_ query: [String: Any]) throws(SecureStoreError) {
        switch SecItemDelete(query as CFDictionary) {
        case errSecSuccess, errSecItemNotFound: return
        case let status: throw .status(status)
        }
    }
}
