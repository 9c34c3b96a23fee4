import Foundation
import Security

/// Passwords by account name, in the keychain.
///
/// What the accounts belong to, a service of the program's own or a server, is the business of a ``SecureStoreQueryable``:
///
///     let store = SecureStore(secureStoreQueryable: GenericPasswordQueryable(service: "shop"))
///     try store.setValue("pa$$w0rd", for: "kim")
///     let password = try store.getValue(for: "kim")
///
/// Passwords are text, and passed as `String`, whose memory cannot be wiped.
public struct SecureStore: Sendable {
    /// What the accounts belong to.
    public let secureStoreQueryable: any SecureStoreQueryable

    /// A store for the accounts of `secureStoreQueryable`. Nothing is read or written yet.
    public init(secureStoreQueryable: any SecureStoreQueryable) {
        self.secureStoreQueryable = secureStoreQueryable
    }

    /// Saves a password. One that the account has already is replaced.
    ///
    /// - Parameters:
    ///   - value: the password.
    ///   - userAccount: the account's name.
    /// - Throws: ``SecureStoreError/string2DataConversionError`` if the text has no UTF-8 form,
    ///   ``SecureStoreError/unhandledError(message:)`` with the keychain's words for any other failure.
    public func setValue(_ value: String, for userAccount: String) throws(SecureStoreError) {
        guard let data = value.data(using: .utf8) else { throw .string2DataConversionError }
        // Updating comes first: where several access groups hold the account, adding would leave the others' old password
        // for `getValue` to find.
        guard try !update(userAccount, to: data) else { return }
        guard try !add(userAccount, with: data) else { return }
        // Somebody else has added it in the meantime.
        guard try update(userAccount, to: data) else { throw .status(errSecItemNotFound) }
    }

    /// The password of an account.
    ///
    /// - Parameter userAccount: the account's name.
    /// - Returns: the password, or nil if there is no such account.
    /// - Throws: ``SecureStoreError/data2StringConversionError`` if what is stored is not UTF-8 text,
    ///   ``SecureStoreError/unhandledError(message:)`` with the keychain's words for any other failure.
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

    /// Removes an account and its password. An account that does not exist is as good as removed.
    ///
    /// - Parameter userAccount: the account's name.
    /// - Throws: ``SecureStoreError/unhandledError(message:)`` with the keychain's words.
    public func removeValue(for userAccount: String) throws(SecureStoreError) {
        try delete(query(for: userAccount))
    }

    /// Removes all accounts of this store, and nothing else.
    ///
    /// - Throws: ``SecureStoreError/unhandledError(message:)`` with the keychain's words.
    public func removeAllValues() throws(SecureStoreError) {
        try delete(secureStoreQueryable.query)
    }

    private func query(for userAccount: String) -> [String: Any] {
        var query = secureStoreQueryable.query
        query[kSecAttrAccount as String] = userAccount
        return query
    }

    /// - Returns: false if the account does not exist.
    private func update(_ userAccount: String, to data: Data) throws(SecureStoreError) -> Bool {
        let changes: [String: Any] = [kSecValueData as String: data]
        switch SecItemUpdate(query(for: userAccount) as CFDictionary, changes as CFDictionary) {
        case errSecSuccess: return true
        case errSecItemNotFound: return false
        case let status: throw .status(status)
        }
    }

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
