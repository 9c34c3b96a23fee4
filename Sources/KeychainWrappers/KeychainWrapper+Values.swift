import Foundation
import Security

// Values under identifiers that the program chooses.

extension KeychainWrapper {
    /// Returns the value under an identifier.
    ///
    /// - Parameter identifier: the program's name for the value.
    /// - Returns: the value's bytes; nil if there is none, or the keychain is locked.
    public static func searchKeychainCopyMatchingIdentifier(_ identifier: String) -> Data? {
        StoredItem(identifier: identifier).data()
    }

    /// Returns the value under an identifier, as text.
    ///
    /// - Parameter identifier: the program's name for the value.
    /// - Returns: the text; nil if there is none, it is not UTF-8, or the keychain is locked.
    public static func keychainStringFromMatchingIdentifier(_ identifier: String) -> String? {
        searchKeychainCopyMatchingIdentifier(identifier).flatMap { String(data: $0, encoding: .utf8) }
    }

    /// Stores a value, and replaces the identifier's existing one. It can be read while the keychain is unlocked.
    ///
    /// - Parameters:
    ///   - value: the text to store.
    ///   - identifier: the program's name for the value.
    /// - Returns: whether it is stored; false if the keychain is locked or cannot be written.
    @discardableResult
    public static func createKeychainValue(_ value: String, forIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).save([kSecValueData as String: Data(value.utf8)])
    }

    /// Replaces the value under an identifier.
    ///
    /// - Parameters:
    ///   - value: the text to store.
    ///   - identifier: the program's name for the value.
    /// - Returns: whether it is stored; false if there is no value to replace, or the keychain is locked or cannot be written.
    @discardableResult
    public static func updateKeychainValue(_ value: String, forIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).update([kSecValueData as String: Data(value.utf8)]) == errSecSuccess
    }

    /// Deletes the value under an identifier.
    ///
    /// - Parameter identifier: the program's name for the value.
    /// - Returns: whether it is gone; true also if there was none.
    @discardableResult
    public static func deleteItemFromKeychain(withIdentifier identifier: String) -> Bool {
        StoredItem(identifier: identifier).delete()
    }
}
