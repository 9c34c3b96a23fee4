/// Deletes every item that matches, in one transaction.
///
/// Specified in: keychain-services 3.5. The items are gone from the keychain when the function returns.
///
/// - Parameter query: the class, and attributes that items have to have; no return keys, and of the match keys
///   none but `kSecMatchLimit` with `kSecMatchLimitAll`, which is what happens anyway.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam`, `errSecNoSuchClass`, `errSecNoSuchAttr`, `errSecMissingEntitlement`, `errSecNotAvailable`, `errSecIO`,
///   `errSecAllocate` as for `SecItemAdd`; `errSecInteractionNotAllowed` if an item is locked and it cannot be told whether
///   it matches, or it is to leave a tombstone (`kSecUseTombstones`).
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    backend.delete(query)
}
