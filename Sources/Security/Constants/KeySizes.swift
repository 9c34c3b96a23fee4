// Parameter sets of post-quantum keys: values of `kSecAttrKeySizeInBits`.

/// The parameter set MLKEM768.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768" as NSString
/// The parameter set MLKEM1024.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024" as NSString
/// The parameter set MLDSA65.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65" as NSString
/// The parameter set MLDSA87.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87" as NSString
/// The parameter set Kyber768.
nonisolated(unsafe) public let kSecAttrKeySizeKyber768: CFString = "768" as NSString
/// The parameter set Kyber1024.
nonisolated(unsafe) public let kSecAttrKeySizeKyber1024: CFString = "1024" as NSString
