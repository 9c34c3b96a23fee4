/// Returns the external representation of a key: for RSA the DER of PKCS #1, for a curve 04 ‖ X ‖ Y, with ‖ K for a private key; 32 bytes
/// for Ed25519 and X25519.
///
/// - Parameters:
///   - key: the key.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the bytes, or nil and an error: `errSecUnimplemented` for a private key in memory that is not extractable,
///   `errSecDataNotAvailable` for one of a keychain; for others of a keychain also the codes of `SecItemCopyMatching`.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(to: error) { () throws(CFError) in try backend.representation(of: key) }
}

/// Returns the public half of a key; of a public key an equal one. Nil for a key of a keychain whose public half is not known.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    reporting(to: nil) { () throws(CFError) in try backend.publicKey(of: key) }
}

/// Returns the attributes of a key (keychain-services 6.2). A private key that is not extractable, or is in a keychain, has no
/// `kSecValueData`.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    reporting(to: nil) { () throws(CFError) in try backend.attributes(of: key) }
}

/// Returns the number of bytes of a block: of an RSA signature or ciphertext, of a coordinate of a curve.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { backend.blockSize(of: key) }

/// Returns whether a key can carry out an operation with an algorithm.
///
/// - Parameters:
///   - key: the key, of the half that carries out the operation.
///   - operation: the operation.
///   - algorithm: the algorithm. An RSA key must be large enough for it, and a weak key only verifies and decrypts.
/// - Returns: whether it can.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    backend.supports(key, operation, algorithm)
}
