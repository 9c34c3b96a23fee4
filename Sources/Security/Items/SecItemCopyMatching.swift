/// Searches for items.
///
/// Specified in: keychain-services 3.3; the shapes of results in 3.6.
///
/// - Parameters:
///   - query: the class, the attributes of the items, the number of results (`kSecMatchLimit`; one by default), and the parts
///     to return (`kSecReturn…`).
///   - result: receives the result: for one item the value itself, for any other limit an array; unchanged on failure.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam` for an invalid key or value,
///   `errSecNoSuchClass`, `errSecNoSuchAttr` for a class or an attribute that does not exist,
///   `errSecMissingEntitlement` for an access group that the program does not have,
///   `errSecInteractionNotAllowed` if a matching item is locked, or requires a prompt that is not possible or allowed,
///   `errSecAuthFailed`, `errSecUserCanceled` if a prompt was unsuccessful,
///   `errSecDataNotAvailable` for the data alone of a private key that is not extractable,
///   `errSecUnimplemented` for a match key that items of the class cannot have,
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` if the keychain cannot be opened or read.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    backend.copyMatching(query, result)
}
