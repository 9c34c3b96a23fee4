/// Returns the public key of a certificate.
///
/// - Returns: the key, or nil if it is not an RSA key, a point on a curve of NIST's, or an Ed25519 or X25519 key.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    let fields = certificate.fields
    guard let algorithm = fields.publicKeyAlgorithm, algorithm.accepts(count: fields.publicKey.count) else {
        return nil
    }
    let attributes: [CFString: Any] = [
        kSecAttrKeyType: algorithm.keyType, kSecAttrKeyClass: kSecAttrKeyClassPublic,
    ]
    return SecKeyCreateWithData(fields.publicKey as NSData, attributes as NSDictionary, nil)
}

/// Returns the public key of a certificate. The name of `SecCertificateCopyKey` on older systems.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// Returns the public key of a certificate. The form of `SecCertificateCopyKey` on older desktops.
///
/// - Parameters:
///   - certificate: the certificate.
///   - key: receives the key; unchanged on failure.
/// - Returns: `errSecSuccess`, or `errSecParam` where `SecCertificateCopyKey` returns nil.
public func SecCertificateCopyPublicKey(
    _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    guard let found = SecCertificateCopyKey(certificate) else { return errSecParam }
    key.pointee = found
    return errSecSuccess
}
