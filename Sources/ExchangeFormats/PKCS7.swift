import AsymmetricKeys

/// Certificates in SignedData without signatures.
///
/// Specified in: RFC 2315, 9.1; RFC 5652, 5.1.
enum PKCS7 {
    /// Returns the certificates, which may also be those of data that is signed.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> [ExchangeItem] {
        try BERNormalization.withDER(bytes) { bytes throws(ExchangeError) in
            var parts = try DERReader(in: bytes)
            guard try parts.take(Tag.objectIdentifier).isObject(ObjectIdentifier.signedData) else {
                throw ExchangeError(.unsupported("contents of PKCS #7 without certificates"))
            }
            var content = try parts.enter(Tag.context0)
            try parts.finish()
            return try readSigned(try content.enter())
        }
    }

    private static func readSigned(_ parts: DERReader) throws(ExchangeError) -> [ExchangeItem] {
        var parts = parts
        _ = try parts.takeNumber()
        _ = try parts.take(Tag.set)
        _ = try parts.take(Tag.sequence)
        guard let set = try parts.takeIfPresent(Tag.context0) else { return [] }
        var certificates = DERReader(set)
        var items: [ExchangeItem] = []
        while !certificates.isEmpty {
            let certificate = try certificates.takeAny()
            // Older kinds of certificates have tags of their own.
            guard certificate.tag == Tag.sequence else { continue }
            guard items.count < ExchangeLimits.items else { throw ExchangeError(.tooLarge) }
            items.append(ExchangeItem(.certificate(try Certificate.read(certificate.whole))))
        }
        return items
    }

    /// - Throws: `.unsupported` for keys.
    static func write(_ items: [ExchangeItem]) throws(ExchangeError) -> [UInt8] {
        var certificates: [[UInt8]] = []
        for item in items {
            guard case .certificate(let der) = item.content else {
                throw ExchangeError(.unsupported("a key in PKCS #7"))
            }
            certificates.append(der)
        }
        certificates.sort { $0.lexicographicallyPrecedes($1) }
        let signed = DERElement.sequence(
            .number(1), .constructed(Tag.set, []), .sequence(.object(ObjectIdentifier.data)),
            .constructed(Tag.context0, certificates.map { .encoded($0) }), .constructed(Tag.set, []))
        return DERElement.sequence(.object(ObjectIdentifier.signedData), .constructed(Tag.context0, [signed]))
            .encoding()
    }
}
