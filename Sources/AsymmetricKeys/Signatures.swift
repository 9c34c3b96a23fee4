import LibCrypto

extension PrivateKey {
    /// Returns a signature.
    ///
    /// - Parameter data: the message or its hash, as the algorithm says.
    /// - Throws: `.unsupported`, `.weak`; `.input` if the data is not as long as the algorithm's hash; `.library`.
    package func sign(_ data: UnsafeRawBufferPointer, with algorithm: KeyAlgorithm) throws(KeyError) -> [UInt8] {
        try specification.check(.sign, algorithm, as: .privateKey)
        guard let scheme = SignatureScheme(algorithm, specification) else {
            return try calling { () throws(CryptoError) in
                try native.sign(message: data, largest: specification.largestSignature)
            }
        }
        return try scheme.withSigned(data, native.library) { hash throws(KeyError) in
            let signature = try made(hash, scheme, algorithm)
            guard scheme.encoding == .rfc4754 else { return signature }
            return try signature.fixedLength(specification.blockCount)
        }
    }

    private func made(
        _ hash: UnsafeRawBufferPointer, _ scheme: SignatureScheme, _ algorithm: KeyAlgorithm
    ) throws(KeyError) -> [UInt8] {
        do throws(CryptoError) {
            return try native.sign(hash: hash, scheme.parameters, largest: specification.largestSignature)
        } catch {
            // A number that is not smaller than the modulus.
            throw KeyError(algorithm == .rsaSignatureRaw && error.kind == .failed ? .input : .library(error))
        }
    }
}

extension PublicKey {
    /// Whether a signature is valid. One in any other encoding than the algorithm's is not.
    ///
    /// - Parameter data: the message or its hash, as the algorithm says.
    /// - Throws: `.unsupported`; `.input` if the data is not as long as the algorithm's hash; `.library`.
    package func isValid(
        _ signature: UnsafeRawBufferPointer, of data: UnsafeRawBufferPointer, with algorithm: KeyAlgorithm
    ) throws(KeyError) -> Bool {
        try specification.check(.verify, algorithm, as: .publicKey)
        guard let scheme = SignatureScheme(algorithm, specification) else {
            return try calling { () throws(CryptoError) in try native.isValid(signature, ofMessage: data) }
        }
        return try scheme.withSigned(data, native.library) { hash throws(KeyError) in
            guard scheme.encoding == .rfc4754 else { return try isValid(signature, ofHash: hash, scheme) }
            guard let encoded = signature.sequence(specification.blockCount) else { return false }
            return try encoded.withBytes { encoded throws(KeyError) in try isValid(encoded, ofHash: hash, scheme) }
        }
    }

    private func isValid(
        _ signature: UnsafeRawBufferPointer, ofHash hash: UnsafeRawBufferPointer, _ scheme: SignatureScheme
    ) throws(KeyError) -> Bool {
        // libcrypto refuses numbers outside 1…n−1 and BER as well; the size limit keeps long input from it.
        guard signature.count <= specification.largestSignature else { return false }
        return try calling { () throws(CryptoError) in
            try native.isValid(signature, ofHash: hash, scheme.parameters)
        }
    }
}

extension KeySpecification {
    /// The number of bytes of the largest signature (keychain-services 6.4).
    fileprivate var largestSignature: Int {
        switch self {
        case .rsa: blockCount
        case .ellipticCurve(let curve): 2 * curve.coordinateCount + 9
        case .ed25519, .x25519: 2 * blockCount
        }
    }
}

extension [UInt8] {
    /// Converts an ECDSA signature from DER to both numbers in the length of a coordinate.
    fileprivate func fixedLength(_ size: Int) throws(KeyError) -> [UInt8] {
        try withBytes { bytes throws(KeyError) in
            guard let read = DERNumbers(reading: bytes), read.numbers.count == 2,
                read.numbers.allSatisfy({ $0.count <= size })
            else { throw KeyError(.malformed) }
            return read.numbers.flatMap { [UInt8](repeating: 0, count: size - $0.count) + $0 }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Converts an ECDSA signature from both numbers in the length of a coordinate to DER; nil for another length.
    fileprivate func sequence(_ size: Int) -> [UInt8]? {
        guard count == 2 * size else { return nil }
        return DERNumbers([
            UnsafeRawBufferPointer(rebasing: prefix(size)), UnsafeRawBufferPointer(rebasing: suffix(size)),
        ]).encoding
    }
}
