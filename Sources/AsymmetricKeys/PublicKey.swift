import LibCrypto

/// A public key.
package struct PublicKey: Sendable {
    /// Type and size.
    package let specification: KeySpecification
    /// The external representation: PKCS #1 DER, 04 ‖ X ‖ Y, or the 32 bytes of RFC 7748 and RFC 8032 (keychain-services 6.3).
    package let representation: [UInt8]
    let native: NativeKey

    /// Reads an external representation.
    ///
    /// A key that is weaker than those that are made is accepted; it verifies, and does not encrypt.
    ///
    /// - Throws: `.malformed`, also for a point that is not on the curve; `.library`.
    package init(type: KeyType, representation: UnsafeRawBufferPointer) throws(KeyError) {
        self = try RepresentationReader(representation).publicKey(type)
    }

    /// Reads an external representation as ``init(type:representation:)``.
    package init(type: KeyType, bytes: [UInt8]) throws(KeyError) {
        self = try bytes.withBytes { bytes throws(KeyError) in try PublicKey(type: type, representation: bytes) }
    }

    init(_ specification: KeySpecification, representation: UnsafeRawBufferPointer, native: NativeKey) {
        self.specification = specification
        self.representation = [UInt8](representation)
        self.native = native
    }

    /// The hash by which keys and certificates find each other, the value of `kSecAttrApplicationLabel` (keychain-services 6.2).
    package func label() throws(KeyError) -> [UInt8] {
        try representation.withBytes { bytes throws(KeyError) in
            try calling { () throws(CryptoError) in try native.library.hash(bytes, with: .sha1) }
        }
    }

    /// Whether the key can carry out an operation with an algorithm.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        specification.supports(operation, algorithm, as: .publicKey)
    }
}

extension PublicKey: Hashable {
    package static func == (one: PublicKey, other: PublicKey) -> Bool {
        one.specification == other.specification && one.representation == other.representation
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(representation) }
}
