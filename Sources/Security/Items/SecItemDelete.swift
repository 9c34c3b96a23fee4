import KeychainServices

/// Deletes every item that matches, in one transaction.
///
/// Specified in: keychain-services 3.5. The items are gone from the keychain when the function returns.
///
/// - Parameter query: the class, and attributes that items have to have; no match and no return keys.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecParam`, `errSecNoSuchClass`, `errSecNoSuchAttr`, `errSecMissingEntitlement`, `errSecNotAvailable`, `errSecIO`,
///   `errSecAllocate` as for `SecItemAdd`; `errSecUnimplemented` for `kSecUseTombstones`.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(KeychainError) in
        let request = try RequestDictionary(query, for: .delete)
        let query = try checkingGroups { () throws(KeychainError) in try request.queryForChange() }
        guard !request.uses.makesTombstone else {
            throw KeychainError(.unimplemented, "tombstones cannot be made yet")
        }
        guard try request.uses.chosenKeychain().delete(query) > 0 else {
            throw KeychainError(.itemNotFound, "no item matches")
        }
    }
}
