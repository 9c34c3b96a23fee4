extension KeyAlgorithm {
    private static let prefix = "algid:"

    private static let byIdentifier: [String: KeyAlgorithm] = {
        var found: [String: KeyAlgorithm] = [:]
        for algorithm in all { found[algorithm.identifier] = algorithm }
        // The older name of the same algorithm.
        found[prefix + "sign:ECDSA:RFC4754"] = .ecdsa(.rfc4754, .anyDigest)
        return found
    }()

    /// Algorithms that Apple's systems have, and OpenSSL 3.0 does not.
    private static let missing: Set<String> = [
        "kem:ML-KEM", "sign:ML-DSA:message", "sign:EdDSA:message-Curve448:SHAKE256",
    ]

    /// Finds an algorithm by its identifier, the value of a `SecKeyAlgorithm`.
    ///
    /// - Throws: `.unimplemented`; `.unsupported` for any other text.
    package init(identifier: String) throws(KeyError) {
        if let known = Self.byIdentifier[identifier] {
            self = known
        } else if identifier.hasPrefix(Self.prefix),
            Self.missing.contains(String(identifier.dropFirst(Self.prefix.count)))
        {
            throw KeyError(.unimplemented(String(identifier.dropFirst(Self.prefix.count))))
        } else {
            throw KeyError(.unsupported)
        }
    }

    /// The identifier, the value of a `SecKeyAlgorithm` (keychain-services 6.4).
    package var identifier: String { Self.prefix + suffix }

    private var suffix: String {
        switch self {
        case .rsaSignatureRaw: "sign:RSA:raw"
        case .rsaSignaturePKCS1(let input): "sign:RSA:" + input.text("PKCS1v15")
        case .rsaSignaturePSS(let input): "sign:RSA:" + input.text("PSS") + input.saltText
        case .ecdsa(let encoding, let input): "sign:ECDSA:" + input.text(encoding.rawValue)
        case .ed25519: "sign:EdDSA:message-Curve25519:SHA512"
        case .rsaEncryptionRaw: "encrypt:RSA:raw"
        case .rsaEncryptionPKCS1: "encrypt:RSA:PKCS1"
        case .rsaEncryptionOAEP(let hash): "encrypt:RSA:OAEP:\(hash.rawValue)"
        case .rsaEncryptionOAEPAESGCM(let hash): "encrypt:RSA:OAEP:\(hash.rawValue):AESGCM"
        case .ecies(let exchange, let hash, let hasVariableVector):
            "encrypt:ECIES:\(exchange.rawValue):KDFX963:\(hash.rawValue):AESGCM" + (hasVariableVector ? "-KDFIV" : "")
        case .exchange(let exchange, let hash):
            "keyexchange:\(exchange.rawValue)" + (hash.map { ":KDFX963:\($0.rawValue)" } ?? "")
        }
    }
}

extension KeyAlgorithm.Input {
    fileprivate func text(_ scheme: String) -> String {
        switch self {
        case .message(let hash): "message-\(scheme):\(hash.rawValue)"
        case .digest(let hash): "digest-\(scheme):\(hash.rawValue)"
        case .anyDigest: "digest-\(scheme)"
        }
    }

    /// The hash function of the mask and the length of the salt.
    fileprivate var saltText: String {
        switch self {
        case .message(let hash), .digest(let hash): ":\(hash.rawValue):\(hash.byteCount)"
        case .anyDigest: ""
        }
    }
}
