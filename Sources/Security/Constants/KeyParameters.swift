// Keys of the dictionaries that make keys and agree on them.

/// The attributes of the private half.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private" as NSString
/// The attributes of the public half.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public" as NSString
/// The attributes of a symmetric key.
nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric" as NSString
/// How many bytes an exchange is to give.
nonisolated(unsafe) public let kSecKeyKeyExchangeParameterRequestedSize: CFString = "requestedSize" as NSString
/// What both sides of an exchange know.
nonisolated(unsafe) public let kSecKeyKeyExchangeParameterSharedInfo: CFString = "sharedInfo" as NSString
/// HMAC with SHA-1, as a function to derive keys.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1" as NSString
/// HMAC with SHA-224, as a function to derive keys.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224" as NSString
/// HMAC with SHA-256, as a function to derive keys.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256" as NSString
/// HMAC with SHA-384, as a function to derive keys.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384" as NSString
/// HMAC with SHA-512, as a function to derive keys.
nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512" as NSString
