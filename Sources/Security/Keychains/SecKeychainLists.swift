// The user's list of keychains. `SecItem…` functions do not follow it: without `kSecUseKeychain` or `kSecMatchSearchList` they mean the
// keychain of this device (Docs/keychains.md, "Lists").

/// Sets the keychain that `SecKeychain…` functions use by default.
///
/// - Parameter keychain: the keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain` if there is no such file; `errSecParam` for nil.
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
    guard let keychain else { return errSecParam }
    return backend.setDefaultKeychain(keychain)
}

/// Returns the keychains that are searched by default, in order.
///
/// - Parameter searchList: receives an array of `SecKeychain`.
/// - Returns: `errSecSuccess`, or an error such as `errSecNotAvailable` if the list cannot be read.
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    backend.copySearchList(searchList)
}

/// Sets the keychains that are searched by default.
///
/// - Parameter searchList: an array of `SecKeychain`, at most 100. Those need not exist.
/// - Returns: `errSecSuccess`, `errSecParam`.
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus { backend.setSearchList(searchList) }

/// Returns the keychain that functions use by default, of a domain.
///
/// - Returns: as ``SecKeychainCopyDefault(_:)``; `errSecNoDefaultKeychain` for another domain than the user's.
public func SecKeychainCopyDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    domain == .user ? SecKeychainCopyDefault(keychain) : errSecNoDefaultKeychain
}

/// Sets the keychain that functions use by default, of a domain.
///
/// - Returns: as ``SecKeychainSetDefault(_:)``; `errSecUnimplemented` for another domain than the user's.
public func SecKeychainSetDomainDefault(_ domain: SecPreferencesDomain, _ keychain: SecKeychain?) -> OSStatus {
    domain == .user ? SecKeychainSetDefault(keychain) : errSecUnimplemented
}

/// Returns the keychains that are searched by default, of a domain: none but for the user's.
///
/// - Returns: as ``SecKeychainCopySearchList(_:)``.
public func SecKeychainCopyDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    guard domain != .user else { return SecKeychainCopySearchList(searchList) }
    searchList.pointee = NSArray()
    return errSecSuccess
}

/// Sets the keychains that are searched by default, of a domain.
///
/// - Returns: as ``SecKeychainSetSearchList(_:)``; `errSecUnimplemented` for another domain than the user's.
public func SecKeychainSetDomainSearchList(_ domain: SecPreferencesDomain, _ searchList: CFArray) -> OSStatus {
    domain == .user ? SecKeychainSetSearchList(searchList) : errSecUnimplemented
}
