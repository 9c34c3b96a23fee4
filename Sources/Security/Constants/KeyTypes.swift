// Key types: the values of `kSecAttrKeyType`. Decimal numbers, as strings.

/// A key of type RSA.
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42" as NSString
/// A key of type EC.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73" as NSString
/// A key of type ECSECPrimeRandom.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73" as NSString
/// A key of type ECSECPrimeRandomPKA.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678" as NSString
/// A key of type SecureEnclaveAttestation.
nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = "2147483679" as NSString
/// A key of type SecureEnclaveAnonymousAttestation.
nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString = "2147483680" as NSString
/// A key of type Ed25519.
nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105" as NSString
/// A key of type X25519.
nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106" as NSString
/// A key of type Ed448.
nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107" as NSString
/// A key of type X448.
nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108" as NSString
/// A key of type Kyber.
nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109" as NSString
/// A key of type MLKEM.
nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110" as NSString
/// A key of type MLDSA.
nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111" as NSString
/// A key of type DES.
nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14" as NSString
/// A key of type 3DES.
nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17" as NSString
/// A key of type RC2.
nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23" as NSString
/// A key of type RC4.
nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25" as NSString
/// A key of type DSA.
nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43" as NSString
/// A key of type CAST.
nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56" as NSString
/// A key of type ECDSA.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73" as NSString
/// A key of type AES.
nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649" as NSString
