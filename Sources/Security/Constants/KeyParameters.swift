// Keys of the dictionaries for making keys and for key exchange.

/// The attributes of the private key.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private" as NSString
/// The attributes of the public key.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public" as NSString
/// The attributes of a symmetric key.
nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric" as NSString
/// The number of bytes that a key exchange returns.
nonisolated(unsafe) public let kSecKeyKeyExchangeParameterRequestedSize: CFString = "requestedSize" as NSString
/// The information that both sides of a key exchange share.
nonisolated(unsafe) public let kSecKeyKeyExchangeParameterSharedInfo: CFString = "sharedInfo" as NSString
/// HMAC with SHA-1, as a key derivation function.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1" as NSString
/// HMAC with SHA-224, as a key derivation function.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224" as NSString
/// HMAC with SHA-256, as a key derivation function.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256" as NSString
/// HMAC with SHA-384, as a key derivation function.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384" as NSString
/// HMAC with SHA-512, as a key derivation function.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512" as NSString
