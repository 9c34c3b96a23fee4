// What a certificate says about itself. Nothing of it is proven before the certificate's chain is: a certificate can say anything.

/// Gives the common name of a certificate's subject, the last one if it has several.
///
/// - Parameters:
///   - certificate: the certificate.
///   - commonName: receives the name; nil on failure.
/// - Returns: `errSecSuccess`; `errSecInternal` if the subject has no common name that can be read.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.fields.subject.commonName.map { $0 as NSString }
    return commonName.pointee == nil ? errSecInternal : errSecSuccess
}

/// Gives the e-mail addresses of a certificate's subject, each once: those among its alternative names, then those in its name.
///
/// - Parameters:
///   - certificate: the certificate.
///   - emailAddresses: receives an array of strings, which is empty if there are none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.pointee = certificate.fields.emailAddresses.map { $0 as NSString } as NSArray
    return errSecSuccess
}

/// Returns a certificate's serial number: the big-endian bytes of the number as they are in the certificate, in two's complement, so that a
/// positive number may begin with a zero byte.
///
/// - Parameters:
///   - certificate: the certificate.
///   - error: not used, since every certificate has a serial number.
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    certificate.fields.serialNumber as NSData
}

/// Returns a certificate's serial number: the older name of `SecCertificateCopySerialNumberData` on iOS.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// Returns a certificate's serial number: the older name of `SecCertificateCopySerialNumberData` on macOS.
public func SecCertificateCopySerialNumber(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, error)
}

/// Returns the name of a certificate's issuer in DER, in the form in which names are compared: text of the type PrintableString is in
/// capitals, without blanks at the ends and with single blanks within. `kSecAttrIssuer` has the contents of this sequence.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    certificate.fields.issuer.normalizedSequence as NSData
}

/// Returns the name of a certificate's subject in DER, in the form in which names are compared, as
/// `SecCertificateCopyNormalizedIssuerSequence` does. `kSecAttrSubject` has the contents of this sequence.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    certificate.fields.subject.normalizedSequence as NSData
}

/// Returns the first moment at which a certificate is valid; nil if it says none that a certificate may say (RFC 5280, 4.1.2.5).
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.fields.notBefore.map { $0 as NSDate }
}

/// Returns the last moment at which a certificate is valid; nil if it says none that a certificate may say (RFC 5280, 4.1.2.5).
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.fields.notAfter.map { $0 as NSDate }
}
