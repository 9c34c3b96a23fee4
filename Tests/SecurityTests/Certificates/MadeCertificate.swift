import Foundation
import Security
import Testing

/// A certificate made byte by byte, for those that no program makes. Its signature is none.
struct MadeCertificate {
    /// A part of a name: the last arc of its type below `id-at` (2.5.4), the tag of its value, and the value.
    struct NamePart {
        var type: [UInt8]
        var tag: UInt8
        var value: [UInt8]

        /// A common name as UTF8String.
        static func commonName(_ text: String) -> NamePart { commonName(0x0c, Array(text.utf8)) }
        static func commonName(_ tag: UInt8, _ value: [UInt8]) -> NamePart {
            NamePart(type: [0x55, 4, 3], tag: tag, value: value)
        }
        static func organisation(_ text: String) -> NamePart {
            NamePart(type: [0x55, 4, 10], tag: 0x0c, value: Array(text.utf8))
        }
        static func email(_ text: String) -> NamePart {
            NamePart(type: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1], tag: 0x16, value: Array(text.utf8))
        }
    }

    var serialNumber: [UInt8] = [1]
    var issuer: [NamePart] = [.commonName("issuer")]
    var subject: [NamePart] = [.commonName("subject")]
    /// Tag and text of both times.
    var notBefore: (tag: UInt8, text: String) = (0x17, "260101000000Z")
    var notAfter: (tag: UInt8, text: String) = (0x17, "270101000000Z")
    /// The values of as many extensions `subjectAltName`.
    var alternativeNames: [[UInt8]] = []
    var publicKey: [UInt8] = [4, 1, 2]
    /// The algorithm of the public key, whole; one that there is not.
    var keyAlgorithm = der(0x30, der(0x06, [0x2a, 3]))
    /// That of a key on P-256.
    static let p256 = der(
        0x30, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]) + der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]))

    /// The value of `subjectAltName` with these names: the number of the choice, and the contents.
    static func names(_ names: [(tag: UInt8, value: [UInt8])]) -> [UInt8] {
        der(0x30, names.flatMap { der($0.tag, $0.value) })
    }

    /// The value of `subjectAltName` with e-mail addresses.
    static func addresses(_ addresses: String...) -> [UInt8] { names(addresses.map { (0x81, Array($0.utf8)) }) }

    static func name(_ parts: [NamePart]) -> [UInt8] {
        der(0x30, parts.flatMap { der(0x31, der(0x30, der(0x06, $0.type) + der($0.tag, $0.value))) })
    }

    /// One value in DER.
    static func der(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 0x80 else { return [tag, UInt8(contents.count)] + contents }
        let length = withUnsafeBytes(of: UInt64(contents.count).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(length.count)] + length + contents
    }

    var data: Data {
        let algorithm = Self.der(0x30, Self.der(0x06, [0x2a, 3]))
        let bits = { (bytes: [UInt8]) in Self.der(0x03, [0] + bytes) }
        let extensions = alternativeNames.flatMap {
            Self.der(0x30, Self.der(0x06, [0x55, 0x1d, 0x11]) + Self.der(0x04, $0))
        }
        let validity = [notBefore, notAfter].flatMap { Self.der($0.tag, Array($0.text.utf8)) }
        var signed = Self.der(0xa0, Self.der(0x02, [2])) + Self.der(0x02, serialNumber) + algorithm
        signed += Self.name(issuer) + Self.der(0x30, validity) + Self.name(subject)
        signed += Self.der(0x30, keyAlgorithm + bits(publicKey))
        if !extensions.isEmpty { signed += Self.der(0xa3, Self.der(0x30, extensions)) }
        return Data(Self.der(0x30, Self.der(0x30, signed) + algorithm + bits([])))
    }

    /// The certificate, or nil if it is refused.
    var certificate: SecCertificate? { SecCertificateCreateWithData(nil, data as CFData) }
}

extension SecCertificate {
    // As programs read them.

    var commonName: String? {
        var name: CFString? = "of another certificate" as CFString
        let status = SecCertificateCopyCommonName(self, &name)
        #expect(status == (name == nil ? errSecInternal : errSecSuccess))
        return name as String?
    }

    var emailAddresses: [String]? {
        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(self, &addresses) == errSecSuccess)
        return addresses as? [String]
    }

    var summary: String? { SecCertificateCopySubjectSummary(self) as String? }

    var serialNumber: [UInt8]? {
        var error: Unmanaged<CFError>?
        let data = SecCertificateCopySerialNumberData(self, &error) as Data?
        #expect(error == nil)
        return data.map { [UInt8]($0) }
    }

    var notBefore: Date? { SecCertificateCopyNotValidBeforeDate(self) as Date? }
    var notAfter: Date? { SecCertificateCopyNotValidAfterDate(self) as Date? }
    var issuerSequence: Data? { SecCertificateCopyNormalizedIssuerSequence(self) as Data? }
    var subjectSequence: Data? { SecCertificateCopyNormalizedSubjectSequence(self) as Data? }

    /// Calls every function that reads something in a certificate.
    func readEverything() {
        _ = (commonName, emailAddresses, summary, serialNumber)
        _ = (notBefore, notAfter, issuerSequence, subjectSequence)
    }
}
