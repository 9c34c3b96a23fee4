/// Stores an item.
///
/// Specified in: keychain-services 3.2. The item is on disk when the function returns.
///
/// - Parameters:
///   - attributes: the class, the attributes, the data (`kSecValueData`), and which parts to return (`kSecReturn…`).
///   - result: receives the parts that `attributes` requests; unchanged on failure, nil if nothing is requested.
/// - Returns: `errSecSuccess`, or:
///   `errSecParam` for an invalid key or value,
///   `errSecNoSuchClass`, `errSecNoSuchAttr` for a class or an attribute that does not exist,
///   `errSecDuplicateItem` if an item with the same primary key is stored,
///   `errSecMissingEntitlement` for an access group that the program does not have,
///   `errSecInteractionNotAllowed` if the keychain is locked, or a prompt for an application password is not possible or allowed,
///   `errSecAuthFailed`, `errSecUserCanceled` if that prompt was unsuccessful, or no finger is enrolled for `biometryCurrentSet`,
///   `errSecUnimplemented` for a key or an identity by reference,
///   `errSecNotAvailable` also for an item that requires a passcode while none is set,
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` if the keychain cannot be opened or written.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    backend.add(attributes, result)
}
