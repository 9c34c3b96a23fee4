import AsymmetricKeys
import LibCrypto
import Secrets

/// AES in Galois/Counter mode with its nonce, as an AlgorithmIdentifier names both.
///
/// Specified in: RFC 5084, 3.2.
struct AuthenticatedCipher {
    /// The number of bytes of a key, and of the code against changes.
    let keyCount, codeCount: Int
    private let nonce: [UInt8]

    private static let ciphers: [(identifier: [UInt8], keyCount: Int)] = [
        (ObjectIdentifier.aes128GCM, 16), (ObjectIdentifier.aes192GCM, 24), (ObjectIdentifier.aes256GCM, 32),
    ]
    private static let usualCodeCount = 12
    private static let longestNonce = 64

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        guard let keyCount = Self.ciphers.first(where: { identifier.isObject($0.identifier) })?.keyCount else {
            throw ExchangeError(.unsupported("another cipher"))
        }
        var parameters = try parts.enter()
        let nonce = try parameters.take(Tag.octetString)
        let codeCount = parameters.isEmpty ? Self.usualCodeCount : try parameters.takeNumber()
        try parameters.finish()
        try parts.finish()
        guard (1...Self.longestNonce).contains(nonce.count),
            (Self.usualCodeCount...AESGCM.tagCount).contains(codeCount)
        else { throw ExchangeError(.malformed) }
        (self.keyCount, self.codeCount, self.nonce) = (keyCount, codeCount, [UInt8](nonce))
    }

    /// The AlgorithmIdentifier.
    var element: DERElement {
        let identifier = Self.ciphers.first { $0.keyCount == keyCount }?.identifier ?? []
        return .sequence(.object(identifier), .sequence(.octets(nonce), .number(codeCount)))
    }

    /// Returns the plaintext.
    ///
    /// - Parameters:
    ///   - sealed: the ciphertext, with the code at its end.
    ///   - protected: what the code protects besides.
    /// - Throws: `.library` if the code is not that of all this.
    func open(
        _ sealed: [UInt8], protected: [UInt8], with key: borrowing SecretBytes
    ) throws(ExchangeError) -> SecretBytes {
        try key.withUnsafeBytes { key throws(ExchangeError) in
            try nonce.withBytes { nonce throws(ExchangeError) in
                try protected.withBytes { protected throws(ExchangeError) in
                    try sealed.withBytes { sealed throws(ExchangeError) in
                        try calling { () throws(CryptoError) in
                            try AESGCM(try CryptoLibrary.load(), key: key, vector: nonce, authenticated: protected)
                                .open(sealed, tagCount: codeCount)
                        }
                    }
                }
            }
        }
    }
}
