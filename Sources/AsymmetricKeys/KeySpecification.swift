/// A type of key.
///
/// The raw value is that of `kSecAttrKeyType` (keychain-services 1.7).
package enum KeyType: Int, CaseIterable, Hashable, Sendable {
    case rsa = 42
    case ellipticCurve = 73
    case ed25519 = 105
    case x25519 = 106
}

/// The half of a key pair.
///
/// The raw value is that of `kSecAttrKeyClass` (keychain-services 1.7).
package enum KeyClass: Int, CaseIterable, Hashable, Sendable {
    case publicKey = 0
    case privateKey = 1
}

/// A curve of NIST's over a prime field.
/// Specified in: FIPS 186-4, D.1.2; SEC 2, 2.
package enum Curve: Int, CaseIterable, Hashable, Sendable {
    /// For keys that exist already.
    case p192 = 192
    /// For keys that exist already.
    case p224 = 224
    case p256 = 256
    case p384 = 384
    case p521 = 521

    /// The number of bytes of a coordinate and of a private key.
    package var coordinateCount: Int { (rawValue + 7) / 8 }

    /// The name in OpenSSL.
    var name: StaticString {
        switch self {
        case .p192: "prime192v1"
        case .p224: "secp224r1"
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        }
    }
}

/// Type and size of a key.
package enum KeySpecification: Hashable, Sendable {
    case rsa(bits: Int)
    case ellipticCurve(Curve)
    case ed25519
    case x25519

    static let bitsOfNewRSA = 1024...8192
    /// The sizes of keys that exist already; libcrypto does not calculate with more.
    static let bitsOfRSA = 512...16384
    private static let bitsOf25519 = 256

    /// The specification of a key to be made.
    ///
    /// - Parameter bits: the number of bits, as in `kSecAttrKeySizeInBits`.
    /// - Throws: `.weak`, `.size`.
    package init(making type: KeyType, bits: Int) throws(KeyError) {
        switch type {
        case .rsa: self = .rsa(bits: bits)
        case .ellipticCurve:
            guard let curve = Curve(rawValue: bits) else { throw KeyError(.size(bits)) }
            self = .ellipticCurve(curve)
        case .ed25519: self = .ed25519
        case .x25519: self = .x25519
        }
        try checkForMaking(bits)
    }

    private func checkForMaking(_ bits: Int) throws(KeyError) {
        if case .rsa = self {
            guard bits >= Self.bitsOfRSA.lowerBound, bits <= Self.bitsOfNewRSA.upperBound else {
                throw KeyError(.size(bits))
            }
        }
        guard self.bits == bits else { throw KeyError(.size(bits)) }
        guard !isWeak else { throw KeyError(.weak(bits)) }
    }

    /// The type of key.
    package var type: KeyType {
        switch self {
        case .rsa: .rsa
        case .ellipticCurve: .ellipticCurve
        case .ed25519: .ed25519
        case .x25519: .x25519
        }
    }

    /// The number of bits of the modulus or of the curve.
    package var bits: Int {
        switch self {
        case .rsa(let bits): bits
        case .ellipticCurve(let curve): curve.rawValue
        case .ed25519, .x25519: Self.bitsOf25519
        }
    }

    /// The number of bytes of a block: of an RSA signature, of a coordinate (keychain-services 6.4).
    package var blockCount: Int { (bits + 7) / 8 }

    /// Whether the key is too weak to protect new data: it verifies and decrypts, and does nothing else.
    package var isWeak: Bool {
        switch self {
        case .rsa(let bits): bits < Self.bitsOfNewRSA.lowerBound
        case .ellipticCurve(let curve): curve.rawValue < Curve.p256.rawValue
        case .ed25519, .x25519: false
        }
    }

    /// The name in OpenSSL.
    var name: StaticString {
        switch self {
        case .rsa: "RSA"
        case .ellipticCurve: "EC"
        case .ed25519: "ED25519"
        case .x25519: "X25519"
        }
    }
}
