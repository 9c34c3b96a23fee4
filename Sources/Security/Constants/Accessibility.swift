// Protection classes: the values of `kSecAttrAccessible`.

/// Readable while the keychain is unlocked.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak" as NSString
/// Readable after the first unlock.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck" as NSString
/// Readable always.
nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk" as NSString
/// Readable while the keychain is unlocked, on this device only.
nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku" as NSString
/// Readable after the first unlock, on this device only.
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku" as NSString
/// Readable always, on this device only.
nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku" as NSString
/// Readable while the keychain is unlocked, on this device only and as long as it has a passcode.
nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu" as NSString
/// Readable until the next start of the device; not a value for items.
nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f" as NSString
