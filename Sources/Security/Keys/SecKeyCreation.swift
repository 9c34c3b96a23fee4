/// Makes a key from its external representation. The key is in memory; no keychain gets it.
///
/// Specified in: keychain-services 6.3.
///
/// - Parameters:
///   - keyData: for RSA the DER of PKCS #1, for a curve 04 ‖ X ‖ Y, and for a private key 04 ‖ X ‖ Y ‖ K; 32 bytes for Ed25519 and X25519.
///     Not PKCS #8, not PEM.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`; `kSecAttrIsExtractable` false for a private key that is not to be copied
///     out again. Other attributes have no effect.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the key, or nil and an error: `errSecParam` for data that is no such key, and for attributes that are missing or wrong;
///   `errSecUnimplemented` for symmetric keys, for tokens other than `kSecAttrTokenIDSecureEnclave`, and without OpenSSL's library.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(to: error) { () throws(CFError) in try backend.makeKey(from: keyData, attributes) }
}

/// Makes a random private key, in memory or in a keychain.
///
/// Specified in: keychain-services 6.1.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` (one of the constants for RSA, EC, Ed25519, X25519) and `kSecAttrKeySizeInBits` (RSA 1024 to 8192;
///     256, 384, 521; none is needed for Ed25519 and X25519). Attributes of the halves are in `kSecPrivateKeyAttrs` and `kSecPublicKeyAttrs`;
///     with `kSecAttrIsPermanent` a half is stored.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the key, or nil and an error: `errSecParam` for wrong parameters and for sizes that are too weak; `errSecUnimplemented` for
///   keys of the TPM without one, and without OpenSSL's library; for a permanent key also the codes of `SecItemAdd`, such as
///   `errSecDuplicateItem`. Then nothing is stored.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(to: error) { () throws(CFError) in try backend.makeRandomKey(parameters) }
}

/// Makes a random pair of keys, in memory or in a keychain. Older than `SecKeyCreateRandomKey`.
///
/// - Parameters:
///   - parameters: as for `SecKeyCreateRandomKey`.
///   - publicKey: receives the public key; unchanged on failure.
///   - privateKey: receives the private key; unchanged on failure.
/// - Returns: `errSecSuccess`, or the code of the error of `SecKeyCreateRandomKey`.
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    do throws(CFError) {
        let key = try backend.makeRandomKey(parameters)
        publicKey?.pointee = try backend.publicKey(of: key)
        privateKey?.pointee = key
        return errSecSuccess
    } catch { return OSStatus(clamping: error.code) }
}
