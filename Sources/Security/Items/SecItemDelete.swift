/// Deletes every matching item, in one transaction.
///
/// Specified in: keychain-services 3.5. The items have been deleted from the keychain when the function returns.
///
/// - Parameter query: the class, and the attributes of the items; return keys and data are ignored. No match keys
///   except `kSecMatchLimit` with `kSecMatchLimitAll`, which is the default.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam`, `errSecNoSuchClass`, `errSecNoSuchAttr`, `errSecMissingEntitlement`, `errSecNotAvailable`, `errSecIO`,
///   `errSecAllocate` as for `SecItemAdd`; `errSecInteractionNotAllowed` if an item is locked and it cannot be determined
///   whether it matches, or it has to leave a tombstone (`kSecUseTombstones`).
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    backend.delete(query)
}
