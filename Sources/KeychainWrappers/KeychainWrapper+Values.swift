import Foundation
import Security

// Values under identifiers of the program's own.

extension KeychainWrapper {
    /// The value under an identifier.
    ///
    /// - Parameter identifier: what the program calls the value.
    /// - Returns: the value's bytes; nil if there is none, or the keychain is locked.
    public static func searchKeychainCopyMatchingIdentifier(_ identifier: String) -> Data? {
        StoredItem(identifier: identifier).data()
    }

    /// The value under an identifier, as text.
    ///
    /// - Parameter identifier: what the program calls the value.
    /// - Returns: the text; nil if there is none, it is not UTF-8, or the keychain is locked.
    public static func keychainStringFromMatchingIdentifier(_ identifier: String) -> String? {
        searchKeychainCopyMatchingIdentifier(identifier).flatMap { String(data: $0, encoding: .utf8) }
    }

    /// Stores a value, in place of the one that the identifier has already. It can be read while the keychain is unlocked.
    ///
    /// - Parameters:
    ///   - value: the text to store.
    ///   - identifier: what the program calls the value.
    /// - Returns: whether it is stored; false if the keychain is locked or cannot be written.
    @discardableResult
    public static func createKeychainValue(_ value: String, forIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).save([kSecValueData as String: Data(value.utf8)])
    }

    /// Replaces the value under an identifier.
    ///
    /// - Parameters:
    ///   - value: the text to store.
    ///   - identifier: what the program calls the value.
    /// - Returns: whether it is stored; false if there is no value to replace, or the keychain is locked or cannot be written.
    @discardableResult
    public static func updateKeychainValue(_ value: String, forIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).update([kSecValueData as String: Data(value.utf8)]) == errSecSuccess
    }

    /// Deletes the value under an identifier.
    ///
    /// - Parameter identifier: what the program calls the value.
    /// - Returns: whether it is gone; true also if there was none.
    @discardableResult
    public static func deleteItemFromKeychain(withIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).delete()
    }
}
