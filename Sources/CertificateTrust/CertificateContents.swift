/// The parts of a certificate that evaluation reads itself; libcrypto reads the others.
///
/// Specified in: RFC 5280, 4.1.
struct CertificateContents: Sendable {
    struct Extension: Sendable {
        let identifier: [UInt8]
        let value: ArraySlice<UInt8>
    }

    /// The bytes of the serial number.
    let serialNumber: ArraySlice<UInt8>
    /// The name of the issuer, in DER.
    let issuer: ArraySlice<UInt8>
    /// The first and the last second at which the certificate is valid, since 1970; nil if one of them is malformed.
    let validity: (first: Int, last: Int)?
    /// The name of the subject, in DER.
    let subject: ArraySlice<UInt8>
    /// The public key without its algorithm.
    let publicKey: ArraySlice<UInt8>
    /// The algorithm of the signature, as the signed part names it.
    let signatureAlgorithm: SignatureAlgorithm
    let extensions: [Extension]

    /// More are refused: the time to compare them grows, and certificates have a dozen.
    private static let mostExtensions = 128

    /// Reads a certificate; nil for anything else.
    init?(der: [UInt8]) {
        guard var certificate = DERReader.only(DERTag.sequence, in: der[...])?.reader,
            var signed = certificate.next(DERTag.sequence)?.reader
        else { return nil }
        _ = signed.next(DERTag.context(0))
        guard let serialNumber = signed.next(DERTag.integer), let algorithm = signed.next(DERTag.sequence),
            let issuer = signed.next(DERTag.sequence), var validity = signed.next(DERTag.sequence)?.reader,
            let subject = signed.next(DERTag.sequence), var key = signed.next(DERTag.sequence)?.reader,
            key.next(DERTag.sequence) != nil, let publicKey = key.next(DERTag.bitString)?.bits,
            let extensions = Self.extensions(&signed)
        else { return nil }
        self.serialNumber = serialNumber.content
        self.issuer = issuer.encoding
        self.subject = subject.encoding
        self.validity = Self.validity(&validity)
        self.publicKey = publicKey
        self.signatureAlgorithm = SignatureAlgorithm(algorithm)
        self.extensions = extensions
    }

    private static func validity(_ times: inout DERReader) -> (Int, Int)? {
        guard let first = times.next()?.seconds, let last = times.next()?.seconds, times.isAtEnd else { return nil }
        return (first, last)
    }

    /// What is wrong with the validity at a moment.
    func timeProblem(at moment: Int) -> TrustProblem.Kind? {
        guard let validity else { return .malformed }
        if moment < validity.first { return .notYetValid }
        return moment > validity.last ? .expired : nil
    }

    private static func extensions(_ signed: inout DERReader) -> [Extension]? {
        // Two identifiers of issuer and subject, which nothing uses.
        for number in [UInt8(1), 2] { _ = signed.next(DERTag.context(number, isConstructed: false)) }
        guard let wrapped = signed.next(DERTag.context(3)) else { return signed.isAtEnd ? [] : nil }
        guard signed.isAtEnd, var list = DERReader.only(DERTag.sequence, in: wrapped.content)?.reader else {
            return nil
        }
        var extensions: [Extension] = []
        while !list.isAtEnd {
            guard var parts = list.next(DERTag.sequence)?.reader, let identifier = parts.next(DERTag.identifier),
                extensions.count < mostExtensions
            else { return nil }
            _ = parts.next(DERTag.boolean)
            guard let value = parts.next(DERTag.octets), parts.isAtEnd else { return nil }
            extensions.append(Extension(identifier: Array(identifier.content), value: value.content))
        }
        return extensions
    }

    /// Whether an extension is there twice, so that programs would differ in what they read (RFC 5280, 4.2).
    var hasDuplicateExtension: Bool { Set(extensions.map(\.identifier)).count < extensions.count }

    /// The value of an extension; nil if there is none.
    func value(of identifier: [UInt8]) -> ArraySlice<UInt8>? {
        extensions.first { $0.identifier == identifier }?.value
    }
}

/// A signature algorithm, of those that evaluation knows.
enum SignatureAlgorithm: Sendable {
    case md2, md4, md5, sha1
    /// With this hash function.
    case rsa(HashName)
    case ecdsa(HashName)
    case ed25519
    /// Another one; libcrypto may know it.
    case other

    enum HashName: Sendable { case sha256, sha384, sha512 }

    init(_ element: DERElement) {
        var reader = element.reader
        let identifier = reader.next(DERTag.identifier).map { Array($0.content) } ?? []
        if identifier == Self.pssIdentifier {
            self = Self.pss(reader)
        } else {
            self = Self.byIdentifier[identifier] ?? .other
        }
    }

    /// RSASSA-PSS names its hash function in its parameters; it is SHA-1 if it names none. One that is not known counts as broken.
    private static func pss(_ rest: DERReader) -> SignatureAlgorithm {
        var rest = rest
        guard var parameters = rest.next(DERTag.sequence)?.reader,
            var hash = parameters.next(DERTag.context(0))?.reader
        else { return .sha1 }
        var algorithm = hash.next(DERTag.sequence)?.reader
        let identifier = algorithm?.next(DERTag.identifier).map { Array($0.content) } ?? []
        if identifier == [0x2b, 0x0e, 3, 2, 0x1a] { return .sha1 }
        // SHA-256, SHA-384, SHA-512, SHA-224.
        return identifier.dropLast() == sha2[...] && (1...4).contains(identifier.last ?? 0) ? .other : .md5
    }

    private static let pkcs1: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1]
    private static let pssIdentifier = pkcs1 + [10]
    private static let sha2: [UInt8] = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2]
    private static let x962: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4]

    private static let byIdentifier: [[UInt8]: SignatureAlgorithm] = [
        pkcs1 + [2]: .md2, pkcs1 + [3]: .md4, pkcs1 + [4]: .md5, pkcs1 + [5]: .sha1, x962 + [1]: .sha1,
        [0x2b, 0x0e, 3, 2, 3]: .md5, [0x2b, 0x0e, 3, 2, 0x1d]: .sha1, [0x2a, 0x86, 0x48, 0xce, 0x38, 4, 3]: .sha1,
        pkcs1 + [11]: .rsa(.sha256), pkcs1 + [12]: .rsa(.sha384), pkcs1 + [13]: .rsa(.sha512),
        x962 + [3, 2]: .ecdsa(.sha256), x962 + [3, 3]: .ecdsa(.sha384), x962 + [3, 4]: .ecdsa(.sha512),
        [0x2b, 0x65, 0x70]: .ed25519,
    ]
}
