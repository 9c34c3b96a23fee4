import AsymmetricKeys

/// The parts of a certificate by which messages name it, and its key.
///
/// Specified in: RFC 5280, 4.1; RFC 5652, 5.3, 6.2.1.
package struct CertificateIdentity: Sendable {
    package let certificate: [UInt8]
    /// The issuer's name in DER.
    package let issuer: [UInt8]
    /// The contents of the serial number.
    package let serialNumber: [UInt8]
    /// The identifier of the key; nil if the certificate has none.
    package let keyIdentifier: [UInt8]?
    package let key: PublicKey
    /// The first byte of the extension for the key's usage; nil if the certificate has none.
    private let usage: UInt8?

    /// The bits of the extension for the key's usage.
    private static let (keyEncipherment, keyAgreement): (UInt8, UInt8) = (0x20, 0x08)
    private static let mostExtensions = 128

    /// Reads a certificate.
    ///
    /// - Throws: `.malformed`; `.unsupported` for a key of another algorithm.
    package init(_ certificate: [UInt8]) throws(ExchangeError) {
        self = try certificate.withBytes { bytes throws(ExchangeError) in
            try CertificateIdentity(certificate, bytes)
        }
    }

    private init(_ certificate: [UInt8], _ bytes: UnsafeRawBufferPointer) throws(ExchangeError) {
        var whole = try DERReader(in: bytes)
        var parts = try whole.enter()
        _ = try parts.takeIfPresent(Tag.context0)
        serialNumber = [UInt8](try parts.take(Tag.integer))
        _ = try parts.take(Tag.sequence)
        issuer = [UInt8](try parts.takeWhole(Tag.sequence))
        _ = try parts.take(Tag.sequence)
        _ = try parts.take(Tag.sequence)
        key = try SubjectPublicKeyInfo.read(try parts.takeWhole(Tag.sequence))
        let extensions = try Self.extensions(&parts)
        keyIdentifier = try extensions[ObjectIdentifier.subjectKeyIdentifier].map { value throws(ExchangeError) in
            var reader = DERReader(value)
            return [UInt8](try reader.take(Tag.octetString))
        }
        usage = try extensions[ObjectIdentifier.keyUsage].map { value throws(ExchangeError) in
            var reader = DERReader(value)
            // The number of unused bits comes first.
            return try reader.take(Tag.bitString).dropFirst().first ?? 0
        }
        self.certificate = certificate
    }

    private static func extensions(
        _ parts: inout DERReader
    ) throws(ExchangeError) -> [[UInt8]: UnsafeRawBufferPointer] {
        while let tag = parts.nextTag, tag != Tag.context3 { _ = try parts.takeAny() }
        guard let wrapped = try parts.takeIfPresent(Tag.context3) else { return [:] }
        var list = try DERReader(in: wrapped)
        var values: [[UInt8]: UnsafeRawBufferPointer] = [:]
        while !list.isEmpty {
            var item = try list.enter()
            let identifier = [UInt8](try item.take(Tag.objectIdentifier))
            _ = try item.takeIfPresent(Tag.boolean)
            let value = try item.take(Tag.octetString)
            guard values.count < mostExtensions, values.updateValue(value, forKey: identifier) == nil else {
                throw ExchangeError(.malformed)
            }
        }
        return values
    }

    /// Whether data may be encrypted for the key. A certificate that says nothing allows it.
    package var allowsEncryption: Bool {
        switch key.specification {
        case .rsa: usage.map { $0 & Self.keyEncipherment != 0 } ?? true
        case .ellipticCurve: usage.map { $0 & Self.keyAgreement != 0 } ?? true
        case .ed25519, .x25519: false
        }
    }

    /// Whether the key is an RSA key.
    package var hasRSAKey: Bool { if case .rsa = key.specification { true } else { false } }

    /// IssuerAndSerialNumber.
    var issuerAndSerialNumber: DERElement { .constructed(Tag.sequence, issuerAndSerialNumberParts) }

    /// The values in it.
    var issuerAndSerialNumberParts: [DERElement] { [.encoded(issuer), .bytes(Tag.integer, serialNumber)] }
}

/// The name of a certificate in a message.
///
/// Specified in: RFC 5652, 5.3.
package enum CertificateName: Hashable, Sendable {
    case issuer([UInt8], serialNumber: [UInt8])
    case keyIdentifier([UInt8])

    /// Reads IssuerAndSerialNumber.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        let issuer = [UInt8](try parts.takeWhole(Tag.sequence))
        self = .issuer(issuer, serialNumber: [UInt8](try parts.take(Tag.integer)))
        try parts.finish()
    }

    /// Reads a name that is IssuerAndSerialNumber, or the identifier of a key behind `[0]`.
    static func take(_ parts: inout DERReader) throws(ExchangeError) -> CertificateName {
        if let identifier = try parts.takeIfPresent(Tag.string0) { return .keyIdentifier([UInt8](identifier)) }
        return try CertificateName(reading: try parts.enter())
    }

    /// Whether this is the name of a certificate.
    package func isName(of certificate: CertificateIdentity) -> Bool {
        switch self {
        case .issuer(let issuer, let number): issuer == certificate.issuer && number == certificate.serialNumber
        case .keyIdentifier(let identifier): identifier == certificate.keyIdentifier
        }
    }
}

extension DERReader {
    /// Takes the next value, which has this tag; returns all of its bytes.
    mutating func takeWhole(_ tag: UInt8) throws(ExchangeError) -> UnsafeRawBufferPointer {
        let element = try takeAny()
        guard element.tag == tag else { throw ExchangeError(.malformed) }
        return element.whole
    }
}
