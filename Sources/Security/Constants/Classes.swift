// Item classes: the values of `kSecClass`.

/// The key of the item class.
nonisolated(unsafe) public let kSecClass: CFString = "class" as NSString
/// The class of items “generic password”.
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp" as NSString
/// The class of items “internet password”.
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet" as NSString
/// The class of items “apple share password”.
nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls" as NSString
/// The class of items “certificate”.
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert" as NSString
/// The class of items “key”.
nonisolated(unsafe) public let kSecClassKey: CFString = "keys" as NSString
/// The class of items “identity”.
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt" as NSString
