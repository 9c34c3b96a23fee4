// Each function returns nil or false and an error on failure: `errSecParam` if the key does not support the algorithm for this operation,
// or the input does not fit them; `errSecUnimplemented` for algorithms that are not implemented, and without OpenSSL's library. A private
// key of a keychain is used where it is stored: `errSecInteractionNotAllowed` while that is locked, `errSecItemNotFound` after the item was
// deleted, `errSecAuthFailed` and `errSecUserCanceled` if its access control is not satisfied.

/// Makes a signature.
///
/// - Parameters:
///   - key: a private key.
///   - algorithm: the algorithm.
///   - dataToSign: the message, or its hash for an algorithm whose name has “Digest”.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the signature, or nil and an error.
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(to: error) { () throws(CFError) in try backend.sign(dataToSign, key, algorithm) }
}

/// Verifies a signature.
///
/// - Parameters:
///   - key: a public key.
///   - algorithm: the algorithm.
///   - signedData: the message, or its hash for an algorithm whose name has “Digest”.
///   - signature: the signature.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: true; or false and an error: `errSecVerifyFailed` for a signature that is not valid.
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let verified: Void? = reporting(to: error) { () throws(CFError) in
        try backend.verify(signature, of: signedData, key, algorithm)
    }
    return verified != nil
}

/// Encrypts data.
///
/// - Parameters:
///   - key: a public key.
///   - algorithm: the algorithm.
///   - plaintext: the data. RSA without AES-GCM takes less than a block.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the ciphertext, or nil and an error.
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(to: error) { () throws(CFError) in try backend.encrypt(plaintext, key, algorithm) }
}

/// Decrypts data.
///
/// - Parameters:
///   - key: a private key.
///   - algorithm: the algorithm.
///   - ciphertext: the ciphertext.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the data, or nil and an error: `errSecParam` also for a ciphertext that was not made for this key, or was changed.
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(to: error) { () throws(CFError) in try backend.decrypt(ciphertext, key, algorithm) }
}

/// Returns the secret that a private key shares with the owner of another key, or what is derived from it.
///
/// - Parameters:
///   - privateKey: a private key.
///   - algorithm: the algorithm.
///   - publicKey: the public key of the other side, on the same curve.
///   - parameters: for algorithms with X963 `SecKeyKeyExchangeParameter.requestedSize`, a number, and `.sharedInfo`, data; empty else.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the secret, or nil and an error.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(to: error) { () throws(CFError) in
        try backend.exchange(privateKey, with: publicKey, algorithm, parameters)
    }
}
