// Key classes: the values of `kSecAttrKeyClass`. Decimal numbers, as strings.

/// A public key.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0" as NSString
/// A private key.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1" as NSString
/// A symmetric key.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2" as NSString
