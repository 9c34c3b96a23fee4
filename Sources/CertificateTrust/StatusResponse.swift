import LibCrypto

/// A response of the Online Certificate Status Protocol, read and not verified yet.
///
/// Read here and not by libcrypto, whose functions for it use the library context of the program.
/// Specified in: RFC 6960, 4.2.1.
struct StatusResponse {
    struct Answer {
        /// The hash function of the certificate's identifier.
        let hash: HashFunction
        let issuerName: ArraySlice<UInt8>
        let issuerKey: ArraySlice<UInt8>
        let serialNumber: ArraySlice<UInt8>
        let status: CertificateStatus
        let thisUpdate: Int
        let nextUpdate: Int?
    }

    /// The bytes that are signed.
    let signed: ArraySlice<UInt8>
    let algorithm: SignatureAlgorithm
    let signature: ArraySlice<UInt8>
    /// The certificates that came along.
    let certificates: [[UInt8]]
    let answers: [Answer]

    /// The largest response that is read, in bytes.
    static let maximumSize = 256 << 10
    private static let mostAnswers = 256
    private static let mostCertificates = 8
    /// `id-pkix-ocsp-basic`.
    private static let basic: [UInt8] = [0x2b, 6, 1, 5, 5, 7, 0x30, 1, 1]

    /// Reads a successful basic response; nil for anything else, and for one with a critical extension.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumSize, var whole = DERReader.only(DERTag.sequence, in: bytes[...])?.reader,
            whole.next(DERTag.enumerated).map({ Array($0.content) }) == [0],
            let wrapped = whole.next(DERTag.context(0)),
            var parts = DERReader.only(DERTag.sequence, in: wrapped.content)?.reader,
            parts.next(DERTag.identifier).map({ Array($0.content) }) == Self.basic,
            let octets = parts.next(DERTag.octets),
            var response = DERReader.only(DERTag.sequence, in: octets.content)?.reader,
            let signed = response.next(DERTag.sequence), let algorithm = response.next(DERTag.sequence),
            let signature = response.next(DERTag.bitString)?.bits, let answers = Self.answers(signed.reader)
        else { return nil }
        self.signed = signed.encoding
        self.algorithm = SignatureAlgorithm(algorithm)
        self.signature = signature
        self.answers = answers
        certificates = Self.certificates(&response)
    }

    private static func certificates(_ response: inout DERReader) -> [[UInt8]] {
        guard let wrapped = response.next(DERTag.context(0)),
            var list = DERReader.only(DERTag.sequence, in: wrapped.content)?.reader
        else { return [] }
        var found: [[UInt8]] = []
        while found.count < mostCertificates, let element = list.next(DERTag.sequence) {
            found.append(Array(element.encoding))
        }
        return found
    }

    private static func answers(_ data: DERReader) -> [Answer]? {
        var data = data
        _ = data.next(DERTag.context(0))
        // The responder's name or the hash of its key: its signature says who it is.
        guard data.next() != nil, data.next(DERTag.time) != nil, var list = data.next(DERTag.sequence)?.reader,
            !hasCriticalExtension(&data, 1)
        else { return nil }
        var answers: [Answer] = []
        while !list.isAtEnd {
            guard let element = list.next(DERTag.sequence), answers.count < mostAnswers else { return nil }
            // One that cannot be read says nothing about its certificate; the others do.
            if let answer = Answer(element.reader) { answers.append(answer) }
        }
        return answers
    }

    /// Whether the extensions of a number have a critical one, or are malformed: then what they belong to does not count.
    fileprivate static func hasCriticalExtension(_ reader: inout DERReader, _ number: UInt8) -> Bool {
        guard let wrapped = reader.next(DERTag.context(number)) else { return !reader.isAtEnd }
        guard reader.isAtEnd, var list = DERReader.only(DERTag.sequence, in: wrapped.content)?.reader else {
            return true
        }
        while !list.isAtEnd {
            guard var parts = list.next(DERTag.sequence)?.reader, parts.next(DERTag.identifier) != nil,
                parts.next(DERTag.boolean) == nil
            else { return true }
        }
        return false
    }
}

/// What a response says about a certificate.
enum CertificateStatus {
    case good, revoked, unknown
}

extension StatusResponse.Answer {
    fileprivate init?(_ reader: DERReader) {
        var reader = reader
        guard var identifier = reader.next(DERTag.sequence)?.reader,
            var algorithm = identifier.next(DERTag.sequence)?.reader,
            let name = algorithm.next(DERTag.identifier), let hash = Self.hashes[Array(name.content)],
            let issuerName = identifier.next(DERTag.octets), let issuerKey = identifier.next(DERTag.octets),
            let serialNumber = identifier.next(DERTag.integer), let status = reader.next().flatMap(Self.status),
            let thisUpdate = reader.next(DERTag.time)?.seconds
        else { return nil }
        var nextUpdate: Int?
        if let wrapped = reader.next(DERTag.context(0)) {
            guard let time = DERReader.only(DERTag.time, in: wrapped.content)?.seconds else { return nil }
            nextUpdate = time
        }
        guard !StatusResponse.hasCriticalExtension(&reader, 1) else { return nil }
        (self.hash, self.status, self.thisUpdate, self.nextUpdate) = (hash, status, thisUpdate, nextUpdate)
        self.issuerName = issuerName.content
        self.issuerKey = issuerKey.content
        self.serialNumber = serialNumber.content
    }

    private static let hashes: [[UInt8]: HashFunction] = [
        [0x2b, 0x0e, 3, 2, 0x1a]: .sha1, [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]: .sha256,
        [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 2]: .sha384, [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 3]: .sha512,
    ]

    private static func status(_ element: DERElement) -> CertificateStatus? {
        switch element.tag {
        case DERTag.context(0, isConstructed: false): .good
        case DERTag.context(1): .revoked
        case DERTag.context(2, isConstructed: false): .unknown
        default: nil
        }
    }
}
