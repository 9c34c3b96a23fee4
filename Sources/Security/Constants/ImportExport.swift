// Keys of PKCS#12 import, of its results, and of shared web credentials.

/// The passphrase.
nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase" as NSString
/// The keychain to import to.
nonisolated(unsafe) public let kSecImportExportKeychain: CFString = "keychain" as NSString
/// The access object of imported keys.
nonisolated(unsafe) public let kSecImportExportAccess: CFString = "access" as NSString
/// Whether to import without storing items in a keychain.
nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory" as NSString
/// Result: the label.
nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label" as NSString
/// Result: the id of the key.
nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid" as NSString
/// Result: the trust object.
nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust" as NSString
/// Result: the certificates.
nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain" as NSString
/// Result: the identity.
nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity" as NSString
/// The password of a shared web credential.
nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd" as NSString
