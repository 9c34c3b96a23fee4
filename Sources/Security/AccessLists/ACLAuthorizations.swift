// What an access list allows.

/// Every operation.
nonisolated(unsafe) public let kSecACLAuthorizationAny: CFString = "ACLAuthorizationAny" as NSString
/// Log in.
nonisolated(unsafe) public let kSecACLAuthorizationLogin: CFString = "ACLAuthorizationLogin" as NSString
/// Make a key.
nonisolated(unsafe) public let kSecACLAuthorizationGenKey: CFString = "ACLAuthorizationGenKey" as NSString
/// Delete the item.
nonisolated(unsafe) public let kSecACLAuthorizationDelete: CFString = "ACLAuthorizationDelete" as NSString
/// Export it, encrypted with another key.
nonisolated(unsafe) public let kSecACLAuthorizationExportWrapped: CFString = "ACLAuthorizationExportWrapped" as NSString
/// Export it as it is.
nonisolated(unsafe) public let kSecACLAuthorizationExportClear: CFString = "ACLAuthorizationExportClear" as NSString
/// Import it, encrypted with another key.
nonisolated(unsafe) public let kSecACLAuthorizationImportWrapped: CFString = "ACLAuthorizationImportWrapped" as NSString
/// Import it as it is.
nonisolated(unsafe) public let kSecACLAuthorizationImportClear: CFString = "ACLAuthorizationImportClear" as NSString
/// Sign with it.
nonisolated(unsafe) public let kSecACLAuthorizationSign: CFString = "ACLAuthorizationSign" as NSString
/// Encrypt with it.
nonisolated(unsafe) public let kSecACLAuthorizationEncrypt: CFString = "ACLAuthorizationEncrypt" as NSString
/// Decrypt with it; of a password: read it.
nonisolated(unsafe) public let kSecACLAuthorizationDecrypt: CFString = "ACLAuthorizationDecrypt" as NSString
/// Compute or check message authentication codes.
nonisolated(unsafe) public let kSecACLAuthorizationMAC: CFString = "ACLAuthorizationMAC" as NSString
/// Derive keys from it.
nonisolated(unsafe) public let kSecACLAuthorizationDerive: CFString = "ACLAuthorizationDerive" as NSString
/// Make a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainCreate: CFString =
    "ACLAuthorizationKeychainCreate" as NSString
/// Delete a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainDelete: CFString =
    "ACLAuthorizationKeychainDelete" as NSString
/// Read an item of a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemRead: CFString =
    "ACLAuthorizationKeychainItemRead" as NSString
/// Add an item to a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemInsert: CFString =
    "ACLAuthorizationKeychainItemInsert" as NSString
/// Change an item of a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemModify: CFString =
    "ACLAuthorizationKeychainItemModify" as NSString
/// Delete an item of a keychain.
nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemDelete: CFString =
    "ACLAuthorizationKeychainItemDelete" as NSString
/// Change the access lists themselves.
nonisolated(unsafe) public let kSecACLAuthorizationChangeACL: CFString = "ACLAuthorizationChangeACL" as NSString
/// Change the owner.
nonisolated(unsafe) public let kSecACLAuthorizationChangeOwner: CFString = "ACLAuthorizationChangeOwner" as NSString
/// The partition list.
nonisolated(unsafe) public let kSecACLAuthorizationPartitionID: CFString = "ACLAuthorizationPartitionID" as NSString
/// The integrity list.
nonisolated(unsafe) public let kSecACLAuthorizationIntegrity: CFString = "ACLAuthorizationIntegrity" as NSString
