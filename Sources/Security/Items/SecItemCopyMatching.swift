/// Searches for items.
///
/// Specified in: keychain-services 3.3; the shapes of results in 3.6.
///
/// - Parameters:
///   - query: the class, attributes that items have to have, how many to return (`kSecMatchLimit`; one if absent), and
///     which parts (`kSecReturn…`).
///   - result: where to leave what was found: for one item the thing itself, for any other limit an array; untouched on
///     failure.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam` for a key or a value that does not belong there,
///   `errSecNoSuchClass`, `errSecNoSuchAttr` for a class or an attribute that does not exist,
///   `errSecMissingEntitlement` for an access group that the program does not have,
///   `errSecInteractionNotAllowed` if a matching item is locked,
///   `errSecUnimplemented` for a match key that items of the class cannot have,
///   `errSecNotAvailable`, `errSecIO`, `errSecAllocate` if the keychain cannot be opened or read.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    backend.copyMatching(query, result)
}
