import Crypto
import SwiftASN1

/// The fields of a certificate that the keychain uses (keychain-services 3.9; RFC 5280, 4.1).
///
/// Reading them checks the structure of the whole: one DER value, all of it a certificate.
package struct CertificateFields {
    /// The version, 1 to 3.
    package let version: Int
    /// The bytes of the serial number.
    package let serialNumber: Data
    package let issuer: DistinguishedName
    package let subject: DistinguishedName
    /// The bytes of the public key: the contents of the bit string, without the algorithm.
    package let publicKey: Data
    /// The algorithm of the public key; nil if no function makes keys of it.
    let publicKeyAlgorithm: PublicKeyAlgorithm?
    /// The first moment at which the certificate is valid; nil if it has none that is allowed.
    package let notBefore: Date?
    /// The last moment at which the certificate is valid; nil as above.
    package let notAfter: Date?
    private let extensions: CertificateExtensions

    package var subjectKeyID: Data? { extensions.subjectKeyID }
    /// The SHA-1 digest by which a certificate and its key are matched. The security of secrets and signatures does not depend on it.
    package var publicKeyHash: Data { Data(Insecure.SHA1.hash(data: publicKey)) }

    static let maximumSize = 1 << 20

    init(der: Data) throws {
        guard der.count <= Self.maximumSize else { throw ASN1Error.invalidASN1Object(reason: "too large") }
        self = try DER.sequence(try DER.parse(Array(der)), identifier: .sequence) { parts in
            let fields = try Self(toBeSigned: try next(&parts))
            try checkSequence(try next(&parts))
            _ = try ASN1BitString(derEncoded: &parts)
            return fields
        }
    }

    private init(toBeSigned node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { parts in
            let version = try Self.readVersion(&parts)
            let serialNumber = try ASN1IntegerBytes(derEncoded: &parts)
            try checkSequence(try next(&parts))
            let issuer = try DistinguishedName(next(&parts))
            let validity = try Self.readValidity(try next(&parts))
            let subject = try DistinguishedName(next(&parts))
            let publicKey = try Self.readPublicKey(try next(&parts))
            let extensions = try Self.readExtensions(&parts, version: version)
            return Self(
                version: version, serialNumber: serialNumber.bytes, issuer: issuer, subject: subject,
                publicKey: publicKey.bits, publicKeyAlgorithm: publicKey.algorithm, validity: validity,
                extensions: extensions)
        }
    }

    private init(
        version: Int, serialNumber: Data, issuer: DistinguishedName, subject: DistinguishedName, publicKey: Data,
        publicKeyAlgorithm: PublicKeyAlgorithm?, validity: (notBefore: Date?, notAfter: Date?),
        extensions: CertificateExtensions
    ) {
        self.version = version
        self.serialNumber = serialNumber
        self.issuer = issuer
        self.subject = subject
        self.publicKey = publicKey
        self.publicKeyAlgorithm = publicKeyAlgorithm
        (notBefore, notAfter) = validity
        self.extensions = extensions
    }

    private static func readVersion(_ parts: inout ASN1NodeCollection.Iterator) throws -> Int {
        let version = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
            try Int(derEncoded: $0)
        }
        guard (0...2).contains(version ?? 0) else { throw malformed("version") }
        return (version ?? 0) + 1
    }

    private static func readValidity(_ node: ASN1Node) throws -> (Date?, Date?) {
        try DER.sequence(node, identifier: .sequence) { parts in
            (try certificateTime(try next(&parts)), try certificateTime(try next(&parts)))
        }
    }

    private static func readPublicKey(_ node: ASN1Node) throws -> (bits: Data, algorithm: PublicKeyAlgorithm?) {
        try DER.sequence(node, identifier: .sequence) { parts in
            let algorithm = try next(&parts)
            try checkSequence(algorithm)
            return (Data(try ASN1BitString(derEncoded: &parts).bytes), PublicKeyAlgorithm(algorithm))
        }
    }

    /// Reads the fields after the public key: two unique identifiers, which are ignored, then the extensions.
    private static func readExtensions(
        _ parts: inout ASN1NodeCollection.Iterator, version: Int
    ) throws -> CertificateExtensions {
        for number in [UInt(1), 2] {
            let tag = ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
            let _: ASN1BitString? = try DER.optionalImplicitlyTagged(&parts, tag: tag)
        }
        return try DER.optionalExplicitlyTagged(&parts, tagNumber: 3, tagClass: .contextSpecific) { node in
            guard version == 3 else { throw malformed("extensions") }
            return try CertificateExtensions(node)
        } ?? CertificateExtensions()
    }
}

extension CertificateFields {
    /// The subject's e-mail addresses, each once: those of the alternative names, then those of the name.
    package var emailAddresses: [String] {
        var seen: Set<String> = []
        return (extensions.emailAddresses + subject.emailAddresses).filter { seen.insert($0).inserted }
    }

    /// Whether the certificate is valid at a moment, its first and its last one included. One without a time, or whose times are
    /// the same, never is.
    package func isValid(at date: Date) -> Bool {
        guard let notBefore, let notAfter, notBefore != notAfter else { return false }
        // As numbers, because Date says of one that is not a number (NaN) that it is neither before nor after any other.
        let moment = date.timeIntervalSinceReferenceDate
        return notBefore.timeIntervalSinceReferenceDate <= moment && moment <= notAfter.timeIntervalSinceReferenceDate
    }
}

/// The bytes of a number as they are encoded, because a serial number may be larger than any integer type.
private struct ASN1IntegerBytes {
    let bytes: Data

    init(derEncoded parts: inout ASN1NodeCollection.Iterator) throws {
        let node = try next(&parts)
        guard node.identifier == .integer, case .primitive(let content) = node.content, !content.isEmpty else {
            throw malformed("serial number")
        }
        bytes = Data(content)
    }
}

private func next(_ parts: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
    guard let node = parts.next() else { throw malformed("too short") }
    return node
}

private func checkSequence(_ node: ASN1Node) throws {
    guard node.identifier == .sequence, case .constructed = node.content else { throw malformed("sequence") }
}

private func malformed(_ what: String) -> ASN1Error { .invalidASN1Object(reason: what) }
