/// Changes every matching item, in one transaction.
///
/// Specified in: keychain-services 3.4. The changes are on disk when the function returns.
///
/// - Parameters:
///   - query: the class, and the attributes of the items; no match and no return keys.
///   - attributesToUpdate: new values, attributes and data only; other attributes stay as they are.
/// - Returns: `errSecSuccess`, or:
///   `errSecItemNotFound` if no item matches,
///   `errSecDuplicateItem` if a changed item would have the primary key of another: then nothing is changed,
///   `errSecNoSuchAttr` also for a key in `attributesToUpdate` that is not an attribute,
///   `errSecInteractionNotAllowed`, `errSecAuthFailed`, `errSecUserCanceled` as for `SecItemCopyMatching`,
///   `errSecParam`, `errSecNoSuchClass`, `errSecMissingEntitlement`, `errSecUnimplemented`, `errSecNotAvailable`,
///   `errSecIO`, `errSecAllocate` as for `SecItemAdd`.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    backend.update(query, attributesToUpdate)
}
