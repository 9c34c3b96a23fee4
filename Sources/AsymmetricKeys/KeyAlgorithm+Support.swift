import LibCrypto

extension KeySpecification {
    /// Whether a key can carry out an operation with an algorithm.
    ///
    /// An RSA key must also be large enough for the algorithm, and a weak key only verifies and decrypts.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm, as keyClass: KeyClass) -> Bool {
        fits(operation, algorithm, keyClass) && (!isWeak || operation.isAllowedForWeakKeys)
    }

    /// Checks that a key can carry out an operation with an algorithm.
    ///
    /// - Throws: `.unsupported`, `.weak`.
    func check(_ operation: KeyOperation, _ algorithm: KeyAlgorithm, as keyClass: KeyClass) throws(KeyError) {
        guard fits(operation, algorithm, keyClass) else { throw KeyError(.unsupported) }
        guard supports(operation, algorithm, as: keyClass) else { throw KeyError(.weak(bits)) }
    }

    private func fits(_ operation: KeyOperation, _ algorithm: KeyAlgorithm, _ keyClass: KeyClass) -> Bool {
        algorithm.operations.contains(operation) && operation.keyClass == keyClass && supports(algorithm)
    }

    /// The operations of a key, as its attributes name them.
    package func operations(as keyClass: KeyClass) -> Set<KeyOperation> {
        Set(
            KeyOperation.allCases.filter { operation in
                KeyAlgorithm.all.contains { supports(operation, $0, as: keyClass) }
            })
    }

    private func supports(_ algorithm: KeyAlgorithm) -> Bool {
        switch (self, algorithm) {
        case (.rsa, .rsaSignatureRaw), (.rsa, .rsaSignaturePKCS1(.anyDigest)), (.rsa, .rsaEncryptionRaw),
            (.rsa, .rsaEncryptionPKCS1):
            true
        case (.rsa, .rsaSignaturePKCS1(.digest(let hash))), (.rsa, .rsaSignaturePKCS1(.message(let hash))):
            blockCount >= hash.byteCount + hash.digestInfoOverhead + Self.pkcs1Overhead
        case (.rsa(let bits), .rsaSignaturePSS(.digest(let hash))),
            (.rsa(let bits), .rsaSignaturePSS(.message(let hash))):
            // RFC 8017, 9.1.1: salt as long as the hash.
            (bits + 6) / 8 >= 2 * hash.byteCount + 2
        case (.rsa, .rsaEncryptionOAEP(let hash)): longestMessage(hash) >= 0
        case (.rsa, .rsaEncryptionOAEPAESGCM(let hash)): longestMessage(hash) >= sessionKeyCount
        case (.ellipticCurve, .ecdsa), (.ellipticCurve, .ecies), (.ellipticCurve, .exchange), (.x25519, .exchange),
            (.ed25519, .ed25519):
            true
        default: false
        }
    }

    /// The bytes that PKCS #1's padding takes at least (RFC 8017, 7.2.1 and 9.2).
    static let pkcs1Overhead = 11

    /// The number of bytes of the longest message for OAEP (RFC 8017, 7.1.1); less than 0 if there is none.
    func longestMessage(_ hash: HashFunction) -> Int { blockCount - 2 * hash.byteCount - 2 }

    /// The number of bytes of the AES key that encrypts a message of any length (keychain-services 6.4).
    var sessionKeyCount: Int {
        switch self {
        case .rsa(let bits): bits < 4096 ? 16 : 32
        default: bits <= 256 ? 16 : 32
        }
    }
}

extension KeyOperation {
    /// Whether the operation only uses what was protected before.
    fileprivate var isAllowedForWeakKeys: Bool { self == .verify || self == .decrypt }

    /// The half of the pair that carries out the operation.
    fileprivate var keyClass: KeyClass {
        switch self {
        case .sign, .decrypt, .exchange: .privateKey
        case .verify, .encrypt: .publicKey
        }
    }
}

extension KeyAlgorithm {
    fileprivate var operations: [KeyOperation] {
        switch self {
        case .rsaSignatureRaw, .rsaSignaturePKCS1, .rsaSignaturePSS, .ecdsa, .ed25519: [.sign, .verify]
        case .rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEP, .rsaEncryptionOAEPAESGCM, .ecies:
            [.encrypt, .decrypt]
        case .exchange: [.exchange]
        }
    }
}

extension HashFunction {
    /// The bytes of a DigestInfo around the hash (RFC 8017, 9.2, note 1).
    fileprivate var digestInfoOverhead: Int { self == .sha1 ? 15 : 19 }
}
