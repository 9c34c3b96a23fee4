/// Stores an item, or both halves of an identity.
///
/// Specified in: keychain-services 3.2, 3.9. The item is on disk when the function returns.
///
/// - Parameters:
///   - attributes: the class, the attributes, the data (`kSecValueData`), and which parts to return (`kSecReturn…`).
///   - result: receives the parts that `attributes` requests; unchanged on failure, nil if nothing is requested.
/// - Returns: `errSecSuccess`, or:
///   `errSecParam` for an invalid key or value,
///   `errSecNoSuchClass`, `errSecNoSuchAttr` for a class or an attribute that does not exist,
///   `errSecDuplicateItem` if an item with the same primary key is stored,
///   `errSecMissingEntitlement` for an access group that the program does not have,
///   `errSecInteractionNotAllowed` if the keychain is locked,
///   `errSecDataNotAvailable` for a private key of a keychain that is not extractable, as `kSecValueRef`,
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` if the keychain cannot be opened or written; `SecFailure.last` has the reason.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    backend.add(attributes, result)
}
