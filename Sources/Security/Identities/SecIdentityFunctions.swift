/// Returns the certificate of an identity.
///
/// - Parameters:
///   - identity: the identity.
///   - certificate: receives the certificate.
/// - Returns: `errSecSuccess`.
public func SecIdentityCopyCertificate(
    _ identity: SecIdentity, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificate.pointee = identity.certificate
    return errSecSuccess
}

/// Returns the private key of an identity. The key of an identity that comes from a keychain stays there, and is used there.
///
/// - Parameters:
///   - identity: the identity.
///   - privateKey: receives the key.
/// - Returns: `errSecSuccess`.
public func SecIdentityCopyPrivateKey(
    _ identity: SecIdentity, _ privateKey: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKey.pointee = identity.key
    return errSecSuccess
}

/// Makes an identity from its parts. No keychain gets it.
///
/// - Parameters:
///   - allocator: nil or `kCFAllocatorDefault`.
///   - certificate: the certificate.
///   - privateKey: the private key that belongs to it, in memory or in a keychain.
/// - Returns: the identity, or nil if the key is a public one, or is known not to belong to the certificate.
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    backend.makeIdentity(certificate, privateKey)
}

/// Finds the private key of a certificate.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them that is searched in this order, or nil for the usual keychain.
///   - certificate: the certificate; it need not be in a keychain.
///   - identity: receives the identity; unchanged on failure.
/// - Returns: `errSecSuccess`, or: `errSecItemNotFound` if there is no such key, `errSecParam` for another object than a keychain,
///   `errSecInteractionNotAllowed` if the key is locked, and the other codes of `SecItemCopyMatching`.
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?, _ certificate: SecCertificate, _ identity: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    backend.findIdentity(of: certificate, in: keychainOrArray, identity)
}
