/// An X.509 certificate. Two are equal if their bytes are.
public class SecCertificate: NSObject, @unchecked Sendable {
    package let der: Data
    package let fields: CertificateFields

    /// Parses a certificate.
    ///
    /// - Throws: if `der` is not exactly one certificate.
    package init(der: Data) throws {
        fields = try CertificateFields(der: der)
        self.der = der
    }

    /// Whether `object` is a certificate of the same bytes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecCertificate)?.der == der }
    /// A hash that is equal for equal certificates.
    public override var hash: Int { der.hashValue }
}

extension SecCertificate: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.certificate }
}

/// Returns the type id of `SecCertificate`.
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeID }

/// Makes a certificate from its bytes.
///
/// The structure of the certificate is checked, its signature is not.
///
/// - Parameters:
///   - allocator: nil or `kCFAllocatorDefault`.
///   - data: DER, at most 1 MiB; not PEM.
/// - Returns: the certificate, or nil if `data` is anything other than one X.509 certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    try? SecCertificate(der: data.copied)
}

/// Returns the bytes from which a certificate was made.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.der as NSData }

/// Returns a short description of a certificate's subject: the last common name, else unit, else organisation, else e-mail address in its
/// name; nil if it has none of these that can be read.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.fields.subject.summary.map { $0 as NSString }
}
