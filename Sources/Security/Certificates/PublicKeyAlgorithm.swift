import SwiftASN1

/// The algorithm of a certificate's public key.
///
/// Specified in: RFC 3279, 2.3.1; RFC 5480, 2.1.1; RFC 8410, 3.
enum PublicKeyAlgorithm {
    case rsa
    /// A curve of NIST's; the number of bits says which. Other curves have points of the same length.
    case ellipticCurve(bits: Int)
    case ed25519
    case x25519

    /// Reads an algorithm; nil for one of which `SecKey` makes no keys.
    init?(_ node: ASN1Node) {
        guard case .constructed(let nodes) = node.content else { return nil }
        var parts = nodes.makeIterator()
        guard let first = parts.next(), let name = try? ASN1ObjectIdentifier(derEncoded: first) else { return nil }
        switch name {
        case [1, 2, 840, 113549, 1, 1, 1]: self = .rsa
        case [1, 2, 840, 10045, 2, 1]:
            guard let second = parts.next(), let curve = try? ASN1ObjectIdentifier(derEncoded: second),
                let bits = Self.curves[curve]
            else { return nil }
            self = .ellipticCurve(bits: bits)
        case [1, 3, 101, 112]: self = .ed25519
        case [1, 3, 101, 110]: self = .x25519
        default: return nil
        }
    }

    private static let curves: [ASN1ObjectIdentifier: Int] = [
        [1, 2, 840, 10045, 3, 1, 1]: 192, [1, 3, 132, 0, 33]: 224, [1, 2, 840, 10045, 3, 1, 7]: 256,
        [1, 3, 132, 0, 34]: 384, [1, 3, 132, 0, 35]: 521,
    ]

    /// The value of `kSecAttrKeyType`.
    var keyType: CFString {
        switch self {
        case .rsa: kSecAttrKeyTypeRSA
        case .ellipticCurve: kSecAttrKeyTypeECSECPrimeRandom
        case .ed25519: kSecAttrKeyTypeEd25519
        case .x25519: kSecAttrKeyTypeX25519
        }
    }

    /// Whether a key of this algorithm can have so many bytes.
    func accepts(count: Int) -> Bool {
        guard case .ellipticCurve(let bits) = self else { return true }
        return count == 1 + 2 * ((bits + 7) / 8)
    }
}
