/// An X.509 certificate. Two are equal if their bytes are.
public class SecCertificate: NSObject, @unchecked Sendable {
    package let der: Data
    package let fields: CertificateFields

    /// - Throws: if `der` is not one certificate and nothing else.
    package init(der: Data) throws {
        fields = try CertificateFields(der: der)
        self.der = der
    }

    /// Whether `object` is a certificate of the same bytes.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecCertificate)?.der == der }
    /// Equal for equal certificates.
    public override var hash: Int { der.hashValue }
}

extension SecCertificate: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.certificate }
}

/// The number of the type `SecCertificate`.
public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeID }

/// A certificate from its bytes.
///
/// The shape of the certificate is checked, its signature is not.
///
/// - Parameters:
///   - allocator: nil or `kCFAllocatorDefault`.
///   - data: DER, at most 1 MiB; not PEM.
/// - Returns: the certificate, or nil if `data` is anything else than one X.509 certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    try? SecCertificate(der: data as Data)
}

/// The bytes of a certificate: those that it was made from.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.der as NSData }

/// Who a certificate is about, in a few words: the common name, else unit and organisation, else the e-mail address; nil
/// if it has none of these.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.fields.subject.summary.map { $0 as NSString }
}
