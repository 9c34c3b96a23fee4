import AsymmetricKeys

/// The algorithm of a key in AlgorithmIdentifier.
///
/// Specified in: RFC 3279, 2.3.1; RFC 5480, 2.1.1; RFC 8410, 3.
enum KeyKind: Hashable {
    case rsa
    case ellipticCurve(Curve)
    case ed25519
    case x25519

    /// - Parameter algorithm: the contents of the sequence.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        if identifier.isObject(ObjectIdentifier.rsaEncryption) {
            // NULL, or nothing in sloppy files.
            _ = try parts.takeIfPresent(Tag.null)
            self = .rsa
        } else if identifier.isObject(ObjectIdentifier.ellipticCurve) {
            self = .ellipticCurve(try Curve(reading: try parts.takeAny()))
        } else if identifier.isObject(ObjectIdentifier.ed25519) {
            self = .ed25519
        } else if identifier.isObject(ObjectIdentifier.x25519) {
            self = .x25519
        } else {
            throw ExchangeError(.unsupported("a key of another algorithm"))
        }
        try parts.finish()
    }

    init(_ specification: KeySpecification) {
        switch specification {
        case .rsa: self = .rsa
        case .ellipticCurve(let curve): self = .ellipticCurve(curve)
        case .ed25519: self = .ed25519
        case .x25519: self = .x25519
        }
    }

    var type: KeyType {
        switch self {
        case .rsa: .rsa
        case .ellipticCurve: .ellipticCurve
        case .ed25519: .ed25519
        case .x25519: .x25519
        }
    }

    /// The AlgorithmIdentifier.
    var element: DERElement {
        switch self {
        case .rsa: .sequence(.object(ObjectIdentifier.rsaEncryption), .null)
        case .ellipticCurve(let curve): .sequence(.object(ObjectIdentifier.ellipticCurve), .object(curve.identifier))
        case .ed25519: .sequence(.object(ObjectIdentifier.ed25519))
        case .x25519: .sequence(.object(ObjectIdentifier.x25519))
        }
    }
}

extension Curve {
    /// Reads the parameters of a key: the name of a curve. Curves by their numbers are refused.
    init(reading parameters: DERReader.Element) throws(ExchangeError) {
        let found = Curve.allCases.first { parameters.content.isObject($0.identifier) }
        guard parameters.tag == Tag.objectIdentifier, let found else {
            throw ExchangeError(.unsupported("a key on another curve"))
        }
        self = found
    }
}
