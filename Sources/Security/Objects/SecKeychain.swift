/// A keychain, for `kSecUseKeychain` and `kSecMatchSearchList`.
public class SecKeychain: NSObject, @unchecked Sendable {
    /// The backend's object for the keychain.
    package let handle: any Sendable

    package init(handle: any Sendable) { self.handle = handle }
}

extension SecKeychain: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.keychain }
}

/// Returns the type id of `SecKeychain`.
public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain.typeID }

/// Returns the keychain that functions use if a query names none.
///
/// - Parameter keychain: receives the keychain; unchanged on failure.
/// - Returns: `errSecSuccess`, or an error such as `errSecNotAvailable` if it cannot be opened.
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
    backend.copyDefaultKeychain(keychain)
}
