import LibCrypto
import Secrets

/// A private key.
///
/// It is in libcrypto's memory for as long as a value refers to it (Docs/decisions/0069).
package struct PrivateKey: Sendable {
    /// Type and size.
    package let specification: KeySpecification
    /// The external representation of the public half.
    package let publicRepresentation: [UInt8]
    let native: NativeKey

    /// Reads an external representation: PKCS #1 DER, 04 ‖ X ‖ Y ‖ K, or 32 bytes (keychain-services 6.3).
    ///
    /// A key that is weaker than those that are made is accepted; it decrypts, and does not sign.
    ///
    /// - Throws: `.malformed`, also if the halves do not belong together; `.library`.
    package init(type: KeyType, representation: borrowing SecretBytes) throws(KeyError) {
        self = try representation.withUnsafeBytes { bytes throws(KeyError) in
            try RepresentationReader(bytes).privateKey(type)
        }
    }

    /// Makes a random key.
    ///
    /// - Throws: `.weak`, `.size`, `.library`.
    package static func generate(_ specification: KeySpecification) throws(KeyError) -> PrivateKey {
        let checked = try KeySpecification(making: specification.type, bits: specification.bits)
        let native = try calling { () throws(CryptoError) in
            try NativeKey.generate(try CryptoLibrary.load(), type: checked.name, checked.parametersForMaking)
        }
        return try PrivateKey(checked, native: native)
    }

    init(_ specification: KeySpecification, publicHalf: [UInt8], native: NativeKey) {
        self.specification = specification
        publicRepresentation = publicHalf
        self.native = native
    }

    /// Reads the public half of what libcrypto has made.
    init(_ specification: KeySpecification, native: NativeKey) throws(KeyError) {
        let half = try calling { () throws(CryptoError) in try native.publicHalf(specification) }
        self.init(specification, publicHalf: half, native: native)
    }

    /// Returns the public key, in memory of its own: it keeps no private key alive.
    package func publicKey() throws(KeyError) -> PublicKey {
        try publicRepresentation.withBytes { bytes throws(KeyError) in
            try PublicKey(type: specification.type, representation: bytes)
        }
    }

    /// Returns the external representation: PKCS #1 DER, 04 ‖ X ‖ Y ‖ K, or 32 bytes (keychain-services 6.3).
    package func representation() throws(KeyError) -> SecretBytes {
        try calling { () throws(CryptoError) in
            switch specification {
            case .rsa: try rsaRepresentation()
            case .ellipticCurve(let curve): try representation(on: curve)
            case .ed25519, .x25519: try native.octets("priv", count: specification.blockCount)
            }
        }
    }

    private func rsaRepresentation() throws(CryptoError) -> SecretBytes {
        let names = NativeKey.namesOfRSANumbers
        let size = specification.blockCount
        var all = SecretBytes(zeros: names.count * size)
        for (index, name) in names.enumerated() {
            let number = try native.number(name, count: size)
            all.withUnsafeMutableBytes { all in
                number.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: all[(index * size)...]).copyMemory(from: $0)
                }
            }
        }
        return all.withUnsafeBytes { all in
            let version = UnsafeRawBufferPointer(start: nil, count: 0)
            let numbers = DERNumbers(
                [version]
                    + names.indices.map { index in
                        UnsafeRawBufferPointer(rebasing: all[index * size..<(index + 1) * size])
                    })
            return SecretBytes(count: numbers.count) { numbers.write(to: $0) }
        }
    }

    private func representation(on curve: Curve) throws(CryptoError) -> SecretBytes {
        let scalar = try native.number("priv", count: curve.coordinateCount)
        return SecretBytes(count: publicRepresentation.count + curve.coordinateCount) { bytes in
            bytes.copyBytes(from: publicRepresentation)
            scalar.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: bytes[publicRepresentation.count...]).copyMemory(from: $0)
            }
        }
    }

    /// Whether the key can carry out an operation with an algorithm.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        specification.supports(operation, algorithm, as: .privateKey)
    }
}

extension PrivateKey: Hashable {
    /// Whether both are the same key: one public half has one private half.
    package static func == (one: PrivateKey, other: PrivateKey) -> Bool {
        one.specification == other.specification && one.publicRepresentation == other.publicRepresentation
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(publicRepresentation) }
}

extension KeySpecification {
    fileprivate var parametersForMaking: [Parameter] {
        switch self {
        case .rsa(let bits): [.size("bits", bits)]
        case .ellipticCurve(let curve): [.text("group", curve.name)]
        case .ed25519, .x25519: []
        }
    }
}

extension NativeKey {
    /// OpenSSL's names of the numbers in the order of RFC 8017, A.1.2.
    static let namesOfRSANumbers: [StaticString] = [
        "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2", "rsa-coefficient1",
    ]

    /// Returns the external representation of the public half.
    func publicHalf(_ specification: KeySpecification) throws(CryptoError) -> [UInt8] {
        switch specification {
        case .rsa:
            let modulus = try number("n", count: specification.blockCount)
            let exponent = try number("e", count: 8)
            return modulus.withUnsafeBytes { modulus in
                exponent.withUnsafeBytes { DERNumbers([modulus, $0]).encoding }
            }
        case .ellipticCurve(let curve):
            return try octets("pub", count: 1 + 2 * curve.coordinateCount).withUnsafeBytes { [UInt8]($0) }
        case .ed25519, .x25519:
            return try octets("pub", count: specification.blockCount).withUnsafeBytes { [UInt8]($0) }
        }
    }
}
