/// A keychain, for `kSecUseKeychain` and `kSecMatchSearchList`.
public class SecKeychain: NSObject, @unchecked Sendable {
    /// What stands for the keychain in the backend.
    package let handle: any Sendable

    package init(handle: any Sendable) { self.handle = handle }
}

extension SecKeychain: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.keychain }
}

/// The number of the type `SecKeychain`.
public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain.typeID }

/// The keychain that functions use when a query names none.
///
/// - Parameter keychain: where to leave it; untouched on failure.
/// - Returns: `errSecSuccess`, or `errSecNotAvailable` and the like if it cannot be opened.
public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
    backend.copyDefaultKeychain(keychain)
}
