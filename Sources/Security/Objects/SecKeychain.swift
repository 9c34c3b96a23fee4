/// A keychain, for `kSecUseKeychain` and `kSecMatchSearchList`. Two are equal if they have one path.
public class SecKeychain: NSObject, @unchecked Sendable {
    /// The backend's object for the keychain.
    package let handle: any Sendable

    package init(handle: any Sendable) { self.handle = handle }

    private var value: AnyHashable? { (handle as? any Hashable).map { AnyHashable($0) } }

    /// Whether `object` is the same keychain.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKeychain else { return false }
        guard self !== other else { return true }
        return value.map { $0 == other.value } ?? false
    }
    /// A hash that is equal for equal keychains.
    public override var hash: Int { value?.hashValue ?? ObjectIdentifier(self).hashValue }
}

extension SecKeychain: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.keychain }
}

/// Returns the type id of `SecKeychain`.
public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain.typeID }

/// Returns the keychain that `SecKeychain…` functions use by default: that of this device, or the one of `SecKeychainSetDefault`.
///
/// - Parameter keychain: receives the keychain; unchanged on failure.
/// - Returns: `errSecSuccess`, or an error such as `errSecNotAvailable` if it cannot be opened.
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
    backend.copyDefaultKeychain(keychain)
}
