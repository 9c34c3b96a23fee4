import AsymmetricKeys
import Testing

/// Keys on curves that are none: each is refused.
@Suite struct BadKeyTests {
    @Test func pointsThatAreNoneAreRefused() throws {
        let point = try Sample.p256.get().publicRepresentation
        let (x, y) = (Array(point[1...32]), Array(point[33...64]))
        let zeros = [UInt8](repeating: 0, count: 32)
        let bad: [String: [UInt8]] = [
            "empty": [], "infinity": [0], "infinity with zeros": [0] + zeros + zeros, "zeros": [4] + zeros + zeros,
            "not on the curve": [4] + x + y.dropLast() + [y[31] ^ 1], "x for y": [4] + y + x,
            "compressed": [2 + (y[31] & 1)] + x, "hybrid": [6 + (y[31] & 1)] + x + y, "another form": [5] + x + y,
            "x too large": [4] + BadInput.prime + y, "y too large": [4] + x + [UInt8](repeating: 0xff, count: 32),
            "too short": Array(point.dropLast()), "too long": point + [0], "of another curve": [4] + x + y + zeros,
        ]
        for (name, representation) in bad {
            #expect(throws: KeyError(.malformed), "\(name)") { try PublicKey(.ellipticCurve, representation) }
        }
    }

    @Test func curveKeysMustBelongTogether() throws {
        let key = try Sample.p256.get()
        let other = try PrivateKey.generate(.ellipticCurve(.p256))
        let point = key.publicRepresentation
        let scalar = Array(try key.bytes().suffix(32))
        let bad: [String: [UInt8]] = [
            "of another key": point + (try other.bytes().suffix(32)), "zero": point + [UInt8](repeating: 0, count: 32),
            "order": point + BadInput.order, "order and one": point + BadInput.order(plus: 1),
            "large": point + [UInt8](repeating: 0xff, count: 32),
            "no point": [4] + [UInt8](repeating: 0, count: 64) + scalar,
            "scalar alone": scalar, "public half": point, "infinity": [0] + [UInt8](repeating: 0, count: 64) + scalar,
            "point of another key": other.publicRepresentation + scalar, "too long": try key.bytes() + [0],
        ]
        for (name, representation) in bad {
            #expect(throws: KeyError(.malformed), "\(name)") { try PrivateKey(.ellipticCurve, representation) }
        }
    }

    @Test(arguments: [KeyType.ed25519, .x25519]) func otherLengthsAreNoKeys(_ type: KeyType) {
        for count in [0, 31, 33, 64] {
            let bytes = [UInt8](repeating: 9, count: count)
            #expect(throws: KeyError(.malformed)) { try PublicKey(type, bytes) }
            #expect(throws: KeyError(.malformed)) { try PrivateKey(type, bytes) }
        }
    }

    /// Points whose multiples are few, so that the secret would be known (RFC 7748, 6.1).
    @Test(
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ])
    func aSecretOfZerosIsRefused(point: String) throws {
        let peer = try PublicKey(.x25519, [UInt8](hex: point))
        let key = try Sample.x25519.get()
        for algorithm in [KeyAlgorithm.exchange(.standard, nil), .exchange(.standard, .sha256)] {
            #expect(throws: KeyError(.exchange)) {
                _ = try key.exchange(with: peer, algorithm, ExchangeParameters(count: 32))
            }
        }
    }
}
