/// Attributes of an item as the functions before `SecItem…` have them: tags and bytes.
package typealias KeychainItemAttributes = [(tag: SecKeychainAttrType, value: [UInt8])]

/// The contents of an item.
package struct KeychainItemContents {
    package let itemClass: SecItemClass
    /// Returns the bytes of an attribute; nil if the item does not have it.
    package let attribute: (SecKeychainAttrType) -> [UInt8]?
    /// The tags of the class.
    package let tags: [SecKeychainAttrType]
    package let data: Data?

    package init(
        itemClass: SecItemClass, tags: [SecKeychainAttrType], data: Data?,
        attribute: @escaping (SecKeychainAttrType) -> [UInt8]?
    ) {
        (self.itemClass, self.tags, self.data, self.attribute) = (itemClass, tags, data, attribute)
    }
}

/// The part of the backend for the functions before `SecItem…`. Each function returns the status of the function of Security.
package protocol KeychainItemBackend: Sendable {
    func create(
        _ itemClass: SecItemClass, _ attributes: KeychainItemAttributes, _ data: UnsafeRawBufferPointer,
        access: SecAccess?, in keychain: SecKeychain?, as function: StaticString,
        _ item: UnsafeMutablePointer<SecKeychainItem?>?
    ) -> OSStatus
    /// - Parameter keychains: nil for the search list.
    func find(
        _ itemClass: SecItemClass, _ attributes: KeychainItemAttributes, in keychains: [SecKeychain]?, readsData: Bool,
        as function: StaticString, _ found: (SecKeychainItem, Data?) -> Void
    ) -> OSStatus
    /// - Parameter data: nil to keep the secret.
    func modify(
        _ item: SecKeychainItem, _ attributes: KeychainItemAttributes, _ data: UnsafeRawBufferPointer?
    ) -> OSStatus
    func delete(_ item: SecKeychainItem) -> OSStatus
    func read(
        _ item: SecKeychainItem, readsData: Bool, _ receive: (KeychainItemContents) -> OSStatus
    ) -> OSStatus
    func copyKeychain(of item: SecKeychainItem, _ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus
    /// - Parameter item: a `SecKeychainItem` or a `SecKey`.
    func copyAccess(of item: AnyObject, _ access: UnsafeMutablePointer<SecAccess?>) -> OSStatus
    /// - Parameter item: a `SecKeychainItem` or a `SecKey`.
    func setAccess(of item: AnyObject, _ access: SecAccess) -> OSStatus
}
