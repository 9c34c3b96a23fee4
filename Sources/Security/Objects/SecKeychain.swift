import KeychainServices

/// A keychain, for `kSecUseKeychain` and `kSecMatchSearchList`.
public class SecKeychain: NSObject, @unchecked Sendable {
    let keychain: Keychain

    #if CHATELAINE_KIT
        // The drop-in kit's module stands alone: programs built with it do not have KeychainServices (Scripts/make-kit.sh).
        init(_ keychain: Keychain) { self.keychain = keychain }
    #else
        /// The given keychain, as an object that fits into a query.
        public init(_ keychain: Keychain) { self.keychain = keychain }
    #endif
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
    status { () throws(KeychainError) in
        keychain.pointee = SecKeychain(try Keychain.current())
    }
}
