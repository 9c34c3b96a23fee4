// Tokens: the values of `kSecAttrTokenID`, and the group of their items.

/// The secure enclave.
nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken" as NSString
/// The secure enclave’s key store.
nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks" as NSString
/// The secure element.
nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken" as NSString
/// The access group of items on tokens: readable by every program, writable by none.
nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token" as NSString
