import Foundation
import Security

/// A small keychain for programs that need a password, a token or a PIN, and nothing else.
///
/// An object of this class stands for one item, whose attributes and password it sets and reads by key:
///
///     let wrapper = KeychainWrapper()
///     wrapper.mySetObject("pa$$w0rd", forKey: kSecValueData)
///     wrapper.writeToKeychain()
///     let password = wrapper.myObject(forKey: kSecValueData) as? String
///
/// Its static functions store values under identifiers of the program's own, and check PINs.
///
/// Items have the class of generic passwords and the program's bundle identifier as service; account and `kSecAttrGeneric` are
/// the identifier as UTF-8 data. On Linux a program has a bundle identifier if an `Info.plist` with a `CFBundleIdentifier` lies
/// beside its executable; otherwise the executable's file name stands in for it.
///
/// What it stores is text, and passed as `String` and `Data`, whose memory cannot be wiped.
public final class KeychainWrapper: @unchecked Sendable {
    private let item: StoredItem
    // Sendable: `changes` is touched under the lock only.
    private let lock = NSLock()
    private var changes: [String: Any] = [:]

    /// The identifier of the item that ``init(identifier:)`` stands for if none is given.
    public static let defaultIdentifier = "KeychainWrapper"

    /// Stands for the item with an identifier. Nothing is read or written yet.
    ///
    /// - Parameter identifier: what tells the item from the program's others.
    public init(identifier: String = KeychainWrapper.defaultIdentifier) {
        item = StoredItem(identifier: identifier)
    }

    /// Sets an attribute, or with `kSecValueData` the password. The keychain learns of it by ``writeToKeychain()``.
    ///
    /// - Parameters:
    ///   - object: the value; a text for `kSecValueData` is stored as UTF-8. With nil nothing is set.
    ///   - key: the name of the attribute, as one of the keychain's constants or as text. Class, service and `kSecAttrGeneric`
    ///     say which item is meant, and cannot be set.
    public func mySetObject(_ object: Any?, forKey key: Any) {
        guard let object, let name = Self.name(key), !StoredItem.fixedKeys.contains(name) else { return }
        lock.withLock { changes[name] = object }
    }

    /// An attribute, or with `kSecValueData` the password: what has been set, else what the keychain holds.
    ///
    /// - Parameter key: the name of the attribute, as one of the keychain's constants or as text.
    /// - Returns: the value, the password as a `String` if it is UTF-8 text and else as `Data`; nil if there is none, or the
    ///   keychain does not give it out.
    public func myObject(forKey key: Any) -> Any? {
        guard let name = Self.name(key) else { return nil }
        let value = lock.withLock { changes[name] } ?? item.contents()?[name]
        guard name == kSecValueData as String, let data = value as? Data else { return value }
        return String(data: data, encoding: .utf8) ?? data
    }

    /// The same as ``myObject(forKey:)``, by its older name.
    public func myObjectForKey(_ key: Any) -> Any? { myObject(forKey: key) }

    /// Stores what has been set, in the item that exists or in a new one.
    ///
    /// - Returns: whether it is stored. False if the keychain is locked, or does not accept a value: then what has been set is
    ///   still there, for another attempt.
    @discardableResult public func writeToKeychain() -> Bool {
        lock.withLock {
            var values = changes
            if let text = values[kSecValueData as String] as? String {
                values[kSecValueData as String] = Data(text.utf8)
            }
            guard item.save(values) else { return false }
            changes = [:]
            return true
        }
    }

    /// Deletes the item, and forgets what has been set.
    ///
    /// - Returns: whether the item is gone; true also if there was none.
    @discardableResult public func resetKeychainItem() -> Bool {
        lock.withLock {
            changes = [:]
            return item.delete()
        }
    }

    private static func name(_ key: Any) -> String? { key as? String }
}
