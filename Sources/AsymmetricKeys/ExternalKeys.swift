import LibCrypto
import Secrets

/// The one step of an operation that a device carries out with a private key of its own.
package enum ExternalStep: Hashable, Sendable {
    /// An ECDSA signature of a digest, which has the length of a coordinate.
    case sign(digest: [UInt8])
    /// The x-coordinate of the point that the key shares with another one on its curve.
    case agree(PublicKey)
}

/// Operations of a private key on a curve that is in another device: everything but the device's own step is done here.
extension PrivateKeyRequest {
    /// Returns the step for the device. What the key does not support, and input that does not fit, is refused before.
    ///
    /// - Parameter key: the public half.
    /// - Throws: `.unsupported`, `.input`, `.exchange`, `.decryption`, `.malformed`, `.library`.
    package func externalStep(of key: PublicKey) throws(KeyError) -> ExternalStep {
        guard case .ellipticCurve(let curve) = key.specification, type == .ellipticCurve else {
            throw KeyError(.unsupported)
        }
        try key.specification.check(operation, algorithm, as: .privateKey)
        return try input.withBytes { input throws(KeyError) in
            switch operation {
            case .sign: .sign(digest: try digest(of: input, key, curve))
            case .decrypt: .agree(try SealingKey.ephemeralKey(of: input, key.specification))
            case .exchange: .agree(try peer(input, key.specification))
            case .verify, .encrypt: throw KeyError(.unsupported)
            }
        }
    }

    /// Returns the digest that is signed, in the length of a coordinate. ECDSA takes the first bits of a longer one, and a shorter one as a
    /// number (FIPS 186-4, 6.4), so that a device which knows one length signs all of them.
    private func digest(
        of input: UnsafeRawBufferPointer, _ key: PublicKey, _ curve: Curve
    ) throws(KeyError) -> [UInt8] {
        guard let scheme = SignatureScheme(algorithm, key.specification) else { throw KeyError(.unsupported) }
        return try scheme.withSigned(input, key.native.library) { hash throws(KeyError) in
            let count = curve.coordinateCount
            return [UInt8](repeating: 0, count: max(0, count - hash.count)) + hash.prefix(count)
        }
    }

    private func peer(
        _ input: UnsafeRawBufferPointer, _ specification: KeySpecification
    ) throws(KeyError) -> PublicKey {
        guard case .exchange(_, let hash) = algorithm else { throw KeyError(.unsupported) }
        if hash != nil { _ = try parameters.checkedCount() }
        let peer = try PublicKey(type: type, representation: input)
        guard peer.specification == specification else { throw KeyError(.exchange) }
        return peer
    }

    /// Returns the result of a signature, after checking it.
    ///
    /// - Parameters:
    ///   - r: the first number of the signature.
    ///   - s: the second one.
    ///   - key: the public half.
    /// - Throws: `.external` if the numbers are no signature of this key's.
    package func result(
        _ r: [UInt8], _ s: [UInt8], _ key: PublicKey
    ) throws(KeyError) -> SecretBytes {
        guard case .ecdsa(let encoding, _) = algorithm else { throw KeyError(.unsupported) }
        let size = key.specification.blockCount
        guard r.count <= size, s.count <= size else { throw KeyError(.external) }
        let signature =
            switch encoding {
            case .x962: r.withUnsafeBytes { r in s.withUnsafeBytes { DERNumbers([r, $0]).encoding } }
            case .rfc4754: [r, s].flatMap { [UInt8](repeating: 0, count: size - $0.count) + $0 }
            }
        let isValid = try signature.withBytes { signature throws(KeyError) in
            try input.withBytes { input throws(KeyError) in
                try key.isValid(signature, of: input, with: algorithm)
            }
        }
        guard isValid else { throw KeyError(.external) }
        return SecretBytes(copying: signature)
    }

    /// Returns the result of a key exchange or of a decryption.
    ///
    /// - Parameters:
    ///   - secret: the shared secret, in the length of a coordinate.
    ///   - key: the public half.
    /// - Throws: `.decryption`, `.exchange`, `.library`.
    package func result(
        _ secret: consuming SecretBytes, _ key: PublicKey
    ) throws(KeyError) -> SecretBytes {
        switch algorithm {
        case .exchange(_, nil): return secret
        case .exchange(_, let hash?): return try parameters.derived(from: secret, hash, key.native.library)
        case .ecies(_, let hash, let hasVariableVector):
            let sealing = SealingKey(hash, hasVariableVector: hasVariableVector)
            let secret = secret
            return try input.withBytes { input throws(KeyError) in
                try sealing.open(input, sharing: secret, key.specification)
            }
        default: throw KeyError(.unsupported)
        }
    }
}
