import AsymmetricKeys

/// A public key with its algorithm.
///
/// Specified in: RFC 5280, 4.1.2.7.
enum SubjectPublicKeyInfo {
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> PublicKey {
        var parts = try DERReader(in: bytes)
        let kind = try KeyKind(reading: try parts.enter())
        let key = try parts.takeBits()
        try parts.finish()
        if case .ellipticCurve(let curve) = kind, key.count == 1 + curve.coordinateCount {
            throw ExchangeError(.unsupported("a compressed point"))
        }
        return try read(kind, key)
    }

    private static func read(
        _ kind: KeyKind, _ key: UnsafeRawBufferPointer
    ) throws(ExchangeError) -> PublicKey {
        if case .ellipticCurve(let curve) = kind, key.count != 1 + 2 * curve.coordinateCount {
            throw ExchangeError(.malformed)
        }
        return try withKeys { () throws(KeyError) in try PublicKey(type: kind.type, representation: key) }
    }

    static func encode(_ key: PublicKey) -> [UInt8] {
        DERElement.sequence(KeyKind(key.specification).element, .bits(key.representation)).encoding()
    }
}
