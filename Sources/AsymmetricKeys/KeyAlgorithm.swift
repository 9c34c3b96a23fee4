import LibCrypto

/// An operation of a key. The raw value is that of `SecKeyOperationType`.
package enum KeyOperation: Int, CaseIterable, Hashable, Sendable {
    case sign = 0
    case verify = 1
    case encrypt = 2
    case decrypt = 3
    case exchange = 4
}

/// An algorithm of keys, with its parameters.
///
/// Specified in: keychain-services 6.4.
package enum KeyAlgorithm: Hashable, Sendable {
    /// The input of a signature.
    package enum Input: Hashable, Sendable {
        /// A message, which the algorithm hashes.
        case message(HashFunction)
        /// A hash that the caller has made.
        case digest(HashFunction)
        /// A hash that says nothing about its function: for PKCS #1 with its DigestInfo, for ECDSA of any length.
        case anyDigest
    }

    /// The encoding of an ECDSA signature.
    package enum SignatureEncoding: String, CaseIterable, Hashable, Sendable {
        /// SEQUENCE of two INTEGERs in DER. Specified in: ANSI X9.62; RFC 3279, 2.2.3.
        case x962 = "X962"
        /// Both numbers in the length of a coordinate. Specified in: RFC 4754, 7.
        case rfc4754 = "RFC4754"
    }

    /// The variant of elliptic-curve Diffie-Hellman. Both give the same on curves whose cofactor is 1, and on X25519.
    package enum Exchange: String, CaseIterable, Hashable, Sendable {
        case standard = "ECDH"
        case cofactor = "ECDHC"
    }

    case rsaSignatureRaw
    case rsaSignaturePKCS1(Input)
    case rsaSignaturePSS(Input)
    case ecdsa(SignatureEncoding, Input)
    case ed25519
    case rsaEncryptionRaw
    case rsaEncryptionPKCS1
    case rsaEncryptionOAEP(HashFunction)
    /// OAEP of a session key for AES-GCM, for messages of any length.
    case rsaEncryptionOAEPAESGCM(HashFunction)
    case ecies(Exchange, HashFunction, hasVariableVector: Bool)
    /// The shared secret itself, or what X9.63's function derives from it.
    case exchange(Exchange, HashFunction?)

    /// All algorithms.
    package static let all: [KeyAlgorithm] = signatures + encryptions + exchanges

    private static let inputs: [Input] =
        HashFunction.allCases.map(Input.digest) + HashFunction.allCases.map(Input.message)

    private static let signatures: [KeyAlgorithm] =
        [.rsaSignatureRaw, .rsaSignaturePKCS1(.anyDigest), .ed25519]
        + inputs.map(KeyAlgorithm.rsaSignaturePKCS1) + inputs.map(KeyAlgorithm.rsaSignaturePSS)
        + SignatureEncoding.allCases.flatMap { encoding in
            ([.anyDigest] + inputs).map { KeyAlgorithm.ecdsa(encoding, $0) }
        }

    private static let encryptions: [KeyAlgorithm] =
        [.rsaEncryptionRaw, .rsaEncryptionPKCS1]
        + HashFunction.allCases.flatMap { [.rsaEncryptionOAEP($0), .rsaEncryptionOAEPAESGCM($0)] }
        + Exchange.allCases.flatMap { exchange in
            HashFunction.allCases.map { .ecies(exchange, $0, hasVariableVector: false) }
                + HashFunction.allCases.dropFirst().map { .ecies(exchange, $0, hasVariableVector: true) }
        }

    private static let exchanges: [KeyAlgorithm] = Exchange.allCases.flatMap { exchange in
        [.exchange(exchange, nil)] + HashFunction.allCases.map { .exchange(exchange, $0) }
    }
}
