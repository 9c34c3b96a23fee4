import AsymmetricKeys
import Secrets

/// Private keys as the algorithms' own standards encode them: PKCS #1 and SEC 1.
///
/// Specified in: RFC 8017, A.1.2; RFC 5915, 3.
enum TraditionalKey {
    static func readRSA(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> PrivateKey { try make(.rsa, bytes) }

    /// Makes a key of its external representation.
    static func make(_ type: KeyType, _ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> PrivateKey {
        let copy = SecretBytes(copying: bytes)
        return try withKeys { () throws(KeyError) in try PrivateKey(type: type, representation: copy) }
    }

    /// Reads a key of SEC 1.
    ///
    /// - Parameter outer: the curve that the file names outside of the key, if any.
    static func readCurve(
        _ bytes: UnsafeRawBufferPointer, _ outer: Curve? = nil
    ) throws(ExchangeError) -> PrivateKey {
        var parts = try DERReader(in: bytes)
        guard try parts.takeNumber() == 1 else { throw ExchangeError(.malformed) }
        let number = try parts.take(Tag.octetString)
        var named: Curve?
        if var parameters = try parts.takeIfPresent(Tag.context0).map({ DERReader($0) }) {
            named = try Curve(reading: try parameters.takeAny())
            try parameters.finish()
        }
        let point = try parts.takeIfPresent(Tag.context1)
        try parts.finish()
        guard let curve = outer ?? named, named == nil || named == curve else { throw ExchangeError(.malformed) }
        let key = try make(curve, number)
        try check(point, of: key)
        return key
    }

    /// Makes a key of its number, which some programs write without the zeros in front.
    static func make(_ curve: Curve, _ number: UnsafeRawBufferPointer) throws(ExchangeError) -> PrivateKey {
        let digits = number.drop { $0 == 0 }
        guard digits.count <= curve.coordinateCount else { throw ExchangeError(.malformed) }
        let scalar = SecretBytes(count: curve.coordinateCount) { scalar in
            let start = scalar.count - digits.count
            UnsafeMutableRawBufferPointer(rebasing: scalar[start...]).copyBytes(from: digits)
        }
        return try scalar.withUnsafeBytes { scalar throws(ExchangeError) in
            try withKeys { () throws(KeyError) in try PrivateKey(on: curve, scalar: scalar) }
        }
    }

    /// Checks that the point that a file gives is that of the key. A compressed one has only its X.
    private static func check(_ point: UnsafeRawBufferPointer?, of key: PrivateKey) throws(ExchangeError) {
        guard let point else { return }
        var parts = DERReader(point)
        let given = try parts.takeBits()
        try parts.finish()
        let expected = key.publicRepresentation
        let isCompressed = given.first == 2 || given.first == 3
        let isSame =
            isCompressed
            ? given.dropFirst().elementsEqual(expected.dropFirst().prefix(expected.count / 2))
            : given.elementsEqual(expected)
        guard isSame else { throw ExchangeError(.malformed) }
    }

    /// Returns a key on a curve in SEC 1.
    ///
    /// - Parameter namesCurve: whether the curve is in it; in PKCS #8 it is outside.
    static func encodeCurve(_ key: PrivateKey, namesCurve: Bool) throws(ExchangeError) -> SecretBytes {
        guard case .ellipticCurve(let curve) = key.specification else { throw ExchangeError(.unsupported("SEC 1")) }
        let representation = try withKeys { () throws(KeyError) in try key.representation() }
        return representation.withUnsafeBytes { representation in
            let number = UnsafeRawBufferPointer(rebasing: representation.suffix(curve.coordinateCount))
            var parts: [DERElement] = [.number(1), .borrowed(Tag.octetString, number)]
            if namesCurve { parts.append(.constructed(Tag.context0, [.object(curve.identifier)])) }
            parts.append(.constructed(Tag.context1, [.bits(key.publicRepresentation)]))
            return DERElement.constructed(Tag.sequence, parts).secret()
        }
    }
}
