// Access lists of items. Specified in: Docs/keychains.md, "Access lists".

/// Returns the access lists of an item.
///
/// - Parameters:
///   - itemRef: the item.
///   - access: receives a copy of its lists; for an item without any, those that macOS gives the program's own items. Lists that are
///     damaged are returned as none. Unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecInvalidItemRef` if the item is gone; `errSecInteractionNotAllowed` if its keychain is locked.
public func SecKeychainItemCopyAccess(
    _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { backend.copyAccess(of: itemRef, access) }

/// Returns the access lists of a key of a keychain, as of another item.
///
/// - Returns: as above; `errSecInvalidItemRef` for a key that is in no keychain.
public func SecKeychainItemCopyAccess(_ itemRef: SecKey, _ access: UnsafeMutablePointer<SecAccess?>) -> OSStatus {
    backend.copyAccess(of: itemRef, access)
}

/// Replaces the access lists of an item.
///
/// With an agent, a list of the device's keychain that names other programs takes the consent of a person, who is asked about each, and a list
/// of a portable keychain takes its password, given by this program.
///
/// - Parameters:
///   - itemRef: the item.
///   - access: the lists, which are copied: at most 64, with 256 programs and 64 KiB together.
/// - Returns: `errSecSuccess`; `errSecParam` for lists that are too large; `errSecInvalidItemRef` if the item is gone;
///   `errSecInteractionNotAllowed` if no person can be asked, the password was not given, or the keychain is locked;
///   `errSecUserCanceled` if the person refuses; `errSecMissingEntitlement` for a group that is not the program's own, or for secured programs
///   only. Nothing is changed then.
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
    backend.setAccess(of: itemRef, access)
}

/// Replaces the access lists of a key of a keychain, as of another item.
///
/// - Returns: as above; `errSecInvalidItemRef` for a key that is in no keychain.
public func SecKeychainItemSetAccess(_ itemRef: SecKey, _ access: SecAccess) -> OSStatus {
    backend.setAccess(of: itemRef, access)
}

/// Returns the access lists of a keychain, which has none: those of its items count.
///
/// - Returns: `errSecUnimplemented`.
public func SecKeychainCopyAccess(_ keychain: SecKeychain?, _ access: UnsafeMutablePointer<SecAccess?>) -> OSStatus {
    errSecUnimplemented
}

/// Sets the access lists of a keychain, which has none: those of its items count.
///
/// - Returns: `errSecUnimplemented`.
public func SecKeychainSetAccess(_ keychain: SecKeychain?, _ access: SecAccess) -> OSStatus { errSecUnimplemented }
