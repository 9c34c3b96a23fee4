import Foundation
import Security

/// A small keychain for programs that need only a password, a token or a PIN.
///
/// An object of this class represents one item, whose attributes and password it sets and reads by key:
///
///     let wrapper = KeychainWrapper()
///     wrapper.mySetObject("pa$$w0rd", forKey: kSecValueData)
///     wrapper.writeToKeychain()
///     let password = wrapper.myObject(forKey: kSecValueData) as? String
///
/// Its static functions store values under identifiers that the program chooses, and check PINs.
///
/// Items have the class of generic passwords and the program's bundle identifier as service; account and `kSecAttrGeneric` are
/// the identifier as UTF-8 data. On Linux a program has a bundle identifier if an `Info.plist` with a `CFBundleIdentifier` is next to
/// its executable; otherwise the executable's file name is used.
///
/// Values are text, and are passed as `String` and `Data`, whose memory cannot be wiped.
public final class KeychainWrapper: @unchecked Sendable {
    private let item: StoredItem
    // Sendable: `changes` is accessed only under the lock.
    private let lock = NSLock()
    private var changes: [String: Any] = [:]

    /// The identifier that ``init(identifier:)`` uses if none is given.
    public static let defaultIdentifier = "KeychainWrapper"

    /// Makes an object for the item with an identifier. Reads and writes nothing yet.
    ///
    /// - Parameter identifier: distinguishes the item from others of the program.
    public init(identifier: String = KeychainWrapper.defaultIdentifier) {
        item = StoredItem(identifier: identifier)
    }

    /// Sets an attribute, or with `kSecValueData` the password. ``writeToKeychain()`` stores it in the keychain.
    ///
    /// - Parameters:
    ///   - object: the value; a text for `kSecValueData` is stored as UTF-8. Nil has no effect.
    ///   - key: the name of the attribute, as one of the keychain's constants or as text. Class, service and `kSecAttrGeneric`
    ///     identify the item, and cannot be set.
    public func mySetObject(_ object: Any?, forKey key: Any) {
        guard let object, let name = Self.name(key), !StoredItem.fixedKeys.contains(name) else { return }
        lock.withLock { changes[name] = object }
    }

    /// Returns an attribute, or with `kSecValueData` the password: the value that was set, else the one in the keychain.
    ///
    /// - Parameter key: the name of the attribute, as one of the keychain's constants or as text.
    /// - Returns: the value, the password as a `String` if it is UTF-8 text and else as `Data`; nil if there is none, or the
    ///   keychain refuses access.
    public func myObject(forKey key: Any) -> Any? {
        guard let name = Self.name(key) else { return nil }
        let value = lock.withLock { changes[name] } ?? item.contents()?[name]
        guard name == kSecValueData as String, let data = value as? Data else { return value }
        return String(data: data, encoding: .utf8) ?? data
    }

    /// Returns the same as ``myObject(forKey:)``. An older name.
    public func myObjectForKey(_ key: Any) -> Any? { myObject(forKey: key) }

    /// Stores the values that were set, in the existing item or in a new one.
    ///
    /// - Returns: whether they are stored. False if the keychain is locked, or does not accept a value: then the values are
    ///   kept for another attempt.
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

    /// Deletes the item, and discards the values that were set.
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
