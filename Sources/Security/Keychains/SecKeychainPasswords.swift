// Passwords, by the functions before `SecItem…`. A nil keychain is the default one of `SecKeychainCopyDefault`; a search without one
// searches the search list. Lengths count bytes; a nil name, or one of length 0, is not asked for.

/// Stores the password for a service.
///
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` if there is one for the service and the account; errors of `SecItemAdd`.
public func SecKeychainAddGenericPassword(
    _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    var attributes = KeychainItemAttributes()
    attributes.add(.serviceItemAttr, serviceName, serviceNameLength)
    attributes.add(.accountItemAttr, accountName, accountNameLength)
    attributes.add(.labelItemAttr, serviceName, serviceNameLength)
    return backend.create(
        .genericPasswordItemClass, attributes, bytes(passwordData, passwordLength), access: nil, in: keychain,
        as: "SecKeychainAddGenericPassword", itemRef)
}

/// Finds the password for a service.
///
/// - Parameters:
///   - keychainOrArray: a keychain or an array of them; nil for the search list.
///   - serviceNameLength: the number of bytes of `serviceName`.
///   - serviceName: the service in UTF-8; nil for any.
///   - accountNameLength: the number of bytes of `accountName`.
///   - accountName: the account in UTF-8; nil for any.
///   - passwordLength: receives the number of bytes of the password.
///   - passwordData: receives the password, which the caller frees with `SecKeychainItemFreeContent`.
///   - itemRef: receives the item.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecInteractionNotAllowed` if a keychain is locked; errors of
///   `SecItemCopyMatching`.
public func SecKeychainFindGenericPassword(
    _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    var attributes = KeychainItemAttributes()
    attributes.add(.serviceItemAttr, serviceName, serviceNameLength)
    attributes.add(.accountItemAttr, accountName, accountNameLength)
    return find(
        .genericPasswordItemClass, attributes, in: keychainOrArray, as: "SecKeychainFindGenericPassword",
        passwordLength, passwordData, itemRef)
}

/// Stores the password for a server.
///
/// - Returns: as `SecKeychainAddGenericPassword`.
public func SecKeychainAddInternetPassword(
    _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?, _ port: UInt16,
    _ `protocol`: SecProtocolType, _ authenticationType: SecAuthenticationType, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    var attributes = KeychainItemAttributes()
    attributes.add(.serverItemAttr, serverName, serverNameLength)
    attributes.add(.securityDomainItemAttr, securityDomain, securityDomainLength)
    attributes.add(.accountItemAttr, accountName, accountNameLength)
    attributes.add(.pathItemAttr, path, pathLength)
    attributes.add(port, `protocol`, authenticationType)
    attributes.add(.labelItemAttr, serverName, serverNameLength)
    return backend.create(
        .internetPasswordItemClass, attributes, bytes(passwordData, passwordLength), access: nil, in: keychain,
        as: "SecKeychainAddInternetPassword", itemRef)
}

/// Finds the password for a server.
///
/// - Parameters:
///   - keychainOrArray: a keychain or an array of them; nil for the search list.
///   - serverNameLength: the number of bytes of `serverName`.
///   - serverName: the server in UTF-8; nil for any.
///   - securityDomainLength: the number of bytes of `securityDomain`.
///   - securityDomain: the security domain in UTF-8; nil for any.
///   - accountNameLength: the number of bytes of `accountName`.
///   - accountName: the account in UTF-8; nil for any.
///   - pathLength: the number of bytes of `path`.
///   - path: the path in UTF-8; nil for any.
///   - port: 0 for any.
///   - protocol: 0 for any.
///   - authenticationType: 0 for any.
///   - passwordLength: receives the number of bytes of the password.
///   - passwordData: receives the password, which the caller frees with `SecKeychainItemFreeContent`.
///   - itemRef: receives the item.
/// - Returns: as `SecKeychainFindGenericPassword`.
public func SecKeychainFindInternetPassword(
    _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?, _ port: UInt16,
    _ `protocol`: SecProtocolType, _ authenticationType: SecAuthenticationType,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    var attributes = KeychainItemAttributes()
    attributes.add(.serverItemAttr, serverName, serverNameLength)
    attributes.add(.securityDomainItemAttr, securityDomain, securityDomainLength)
    attributes.add(.accountItemAttr, accountName, accountNameLength)
    attributes.add(.pathItemAttr, path, pathLength)
    attributes.add(port, `protocol`, authenticationType)
    return find(
        .internetPasswordItemClass, attributes, in: keychainOrArray, as: "SecKeychainFindInternetPassword",
        passwordLength, passwordData, itemRef)
}

private func find(
    _ itemClass: SecItemClass, _ attributes: KeychainItemAttributes, in keychainOrArray: CFTypeRef?,
    as function: StaticString, _ length: UnsafeMutablePointer<UInt32>?,
    _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ item: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    let searched = keychains(keychainOrArray)
    guard searched != nil || keychainOrArray == nil else { return errSecParam }
    var copied = errSecSuccess
    let found = backend.find(itemClass, attributes, in: searched, readsData: password != nil, as: function) {
        copied = give($1, length, password)
        if copied == errSecSuccess { item?.pointee = $0 }
    }
    return found == errSecSuccess ? copied : found
}

/// Gives a secret to the caller.
func give(
    _ secret: Data?, _ length: UnsafeMutablePointer<UInt32>?,
    _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    let secret = secret ?? Data()
    guard let count = UInt32(exactly: secret.count) else { return errSecDataTooLarge }
    if let memory {
        guard let copy = secret.withUnsafeBytes({ GivenMemory.copy($0) }) else { return errSecAllocate }
        memory.pointee = copy
        length?.pointee = count
    } else {
        length?.pointee = 0
    }
    return errSecSuccess
}

extension KeychainItemAttributes {
    fileprivate mutating func add(_ attribute: SecItemAttr, _ text: UnsafePointer<CChar>?, _ length: UInt32) {
        guard let text, length > 0 else { return }
        append((attribute.rawValue, [UInt8](UnsafeRawBufferPointer(start: text, count: Int(length)))))
    }

    fileprivate mutating func add(
        _ port: UInt16, _ protocolType: SecProtocolType, _ authentication: SecAuthenticationType
    ) {
        let numbers: [(SecItemAttr, UInt32)] = [
            (.portItemAttr, UInt32(port)), (.protocolItemAttr, protocolType.rawValue),
            (.authenticationTypeItemAttr, authentication.rawValue),
        ]
        for (attribute, number) in numbers where number != 0 {
            append((attribute.rawValue, Swift.withUnsafeBytes(of: number) { [UInt8]($0) }))
        }
    }
}
