import AsymmetricKeys
import LibCrypto

/// A signature of a message's content.
///
/// Specified in: RFC 5652, 5.3, 5.4, 5.6.
package struct MessageSigner: Sendable {
    /// The certificate of the signer.
    package let name: CertificateName
    private let hash: HashFunction
    /// The contents of the signed attributes, as they are in the message; nil if there are none.
    private let attributes: [UInt8]?
    private let algorithm: SignatureAlgorithm
    private let signature: [UInt8]

    /// - Parameter parts: the contents of SignerInfo.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        _ = try parts.takeNumber()
        name = try CertificateName.take(&parts)
        hash = try HashAlgorithm.read(try parts.enter())
        attributes = try parts.takeIfPresent(Tag.context0).map { [UInt8]($0) }
        algorithm = try SignatureAlgorithm(reading: try parts.enter())
        signature = [UInt8](try parts.take(Tag.octetString))
        // Attributes that are not signed say nothing.
        _ = try parts.takeIfPresent(Tag.context1)
        try parts.finish()
    }

    /// Verifies the signature. Whether the certificate is trusted is another question.
    ///
    /// - Parameters:
    ///   - type: the type of the content.
    ///   - certificate: the certificate that ``name`` is the name of.
    package func verify(
        _ content: [UInt8], type: [UInt8], by certificate: CertificateIdentity
    ) throws(ExchangeError) -> SignatureStatus {
        guard let algorithm = algorithm.keyAlgorithm(for: certificate.key, hash) else { return .algorithmUnsupported }
        let signed: [UInt8]
        if let attributes {
            let status = try check(attributes, content, type)
            guard status == .good else { return status }
            // What is signed has the tag of a set, in place of the one that it has in the message.
            signed = [Tag.set] + DERNumbers.lengthBytes(attributes.count) + attributes
        } else {
            // Content of another type, or that could be the attributes of another message, is only signed together with attributes.
            guard type == ObjectIdentifier.data, !Self.couldBeAttributes(content) else { return .malformed }
            signed = content
        }
        return try isValid(signed, certificate.key, algorithm) ? .good : .bad
    }

    private func isValid(
        _ signed: [UInt8], _ key: PublicKey, _ algorithm: KeyAlgorithm
    ) throws(ExchangeError) -> Bool {
        try signed.withBytes { signed throws(ExchangeError) in
            try signature.withBytes { signature throws(ExchangeError) in
                try withKeys { () throws(KeyError) in try key.isValid(signature, of: signed, with: algorithm) }
            }
        }
    }

    /// Compares the signed attributes with the content. Both attributes that the syntax requires are there, once.
    private func check(
        _ attributes: [UInt8], _ content: [UInt8], _ type: [UInt8]
    ) throws(ExchangeError) -> SignatureStatus {
        guard let values = try? Self.values(attributes),
            values[ObjectIdentifier.contentType] == DERElement.object(type).encoding(),
            let digest = values[ObjectIdentifier.messageDigest]
        else { return .malformed }
        let actual = try content.withBytes { content throws(ExchangeError) in
            try calling { () throws(CryptoError) in try CryptoLibrary.load().hash(content, with: hash) }
        }
        return digest == DERElement.octets(actual).encoding() ? .good : .digestMismatch
    }

    /// Returns the values of attributes that have one each.
    ///
    /// - Throws: `.malformed` for an attribute that is there twice.
    private static func values(_ attributes: [UInt8]) throws(ExchangeError) -> [[UInt8]: [UInt8]] {
        try attributes.withBytes { bytes throws(ExchangeError) in
            var reader = DERReader(bytes)
            var (values, seen) = ([[UInt8]: [UInt8]](), Set<[UInt8]>())
            while !reader.isEmpty {
                var attribute = try reader.enter()
                let identifier = [UInt8](try attribute.take(Tag.objectIdentifier))
                let set = try attribute.take(Tag.set)
                try attribute.finish()
                guard seen.count < MessageLimits.attributes, seen.insert(identifier).inserted else {
                    throw ExchangeError(.malformed)
                }
                var single = DERReader(set)
                let value = try single.takeAny()
                if single.isEmpty { values[identifier] = [UInt8](value.whole) }
            }
            return values
        }
    }

    /// Whether content could be the signed attributes of another message, whose signature would then be valid for it (RFC 5652, 14).
    private static func couldBeAttributes(_ content: [UInt8]) -> Bool {
        guard content.first == Tag.set else { return false }
        let found = try? content.withBytes { bytes throws(ExchangeError) in
            let set = try DERReader(in: bytes, Tag.set)
            var parts = set
            var attributes: [UInt8] = []
            while !parts.isEmpty { attributes += try parts.takeAny().whole }
            return try values(attributes)
        }
        return found?[ObjectIdentifier.messageDigest] != nil
    }
}

/// The algorithm of a signature.
///
/// Specified in: RFC 3370, 3; RFC 5754, 3; RFC 4056; RFC 8419.
enum SignatureAlgorithm: Hashable, Sendable {
    /// The hash function is that of the content, if none is named.
    case rsa(HashFunction?)
    case pss(HashFunction)
    case ecdsa(HashFunction?)
    case ed25519

    private static let identifiers: [([UInt8], SignatureAlgorithm)] = [
        (ObjectIdentifier.rsaEncryption, .rsa(nil)), (ObjectIdentifier.rsaWithSHA1, .rsa(.sha1)),
        (ObjectIdentifier.rsaWithSHA224, .rsa(.sha224)), (ObjectIdentifier.rsaWithSHA256, .rsa(.sha256)),
        (ObjectIdentifier.rsaWithSHA384, .rsa(.sha384)), (ObjectIdentifier.rsaWithSHA512, .rsa(.sha512)),
        (ObjectIdentifier.ellipticCurve, .ecdsa(nil)), (ObjectIdentifier.ecdsaWithSHA1, .ecdsa(.sha1)),
        (ObjectIdentifier.ecdsaWithSHA224, .ecdsa(.sha224)), (ObjectIdentifier.ecdsaWithSHA256, .ecdsa(.sha256)),
        (ObjectIdentifier.ecdsaWithSHA384, .ecdsa(.sha384)), (ObjectIdentifier.ecdsaWithSHA512, .ecdsa(.sha512)),
        (ObjectIdentifier.ed25519, .ed25519),
    ]

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    init(reading algorithm: DERReader) throws(ExchangeError) {
        var parts = algorithm
        let identifier = try parts.take(Tag.objectIdentifier)
        if identifier.isObject(ObjectIdentifier.rsaPSS) {
            self = .pss(try Self.hashOfPSS(try parts.enter()))
        } else if let known = Self.identifiers.first(where: { identifier.isObject($0.0) }) {
            self = known.1
        } else {
            throw ExchangeError(.unsupported("another signature algorithm"))
        }
    }

    /// Reads the parameters of PSS: the hash function of both purposes, and a salt of the length of a hash.
    private static func hashOfPSS(_ parameters: DERReader) throws(ExchangeError) -> HashFunction {
        var parts = parameters
        var (hash, mask, salt) = (HashFunction.sha1, HashFunction.sha1, HashFunction.sha1.byteCount)
        if var wrapped = try parts.takeIfPresent(Tag.context0).map({ DERReader($0) }) {
            hash = try HashAlgorithm.read(try wrapped.enter())
        }
        if var wrapped = try parts.takeIfPresent(Tag.context1).map({ DERReader($0) }) {
            var generator = try wrapped.enter()
            _ = try generator.take(Tag.objectIdentifier)
            mask = try HashAlgorithm.read(try generator.enter())
        }
        if var wrapped = try parts.takeIfPresent(Tag.context2).map({ DERReader($0) }) {
            salt = try wrapped.takeNumber()
        }
        guard mask == hash, salt == hash.byteCount else {
            throw ExchangeError(.unsupported("these parameters of RSASSA-PSS"))
        }
        return hash
    }

    /// Returns the algorithm of a key; nil if the key has no such one, or another hash function is named than that of the content.
    func keyAlgorithm(for key: PublicKey, _ content: HashFunction) -> KeyAlgorithm? {
        let named: HashFunction? =
            switch self {
            case .rsa(let hash), .ecdsa(let hash): hash ?? content
            case .pss(let hash): hash
            case .ed25519: content
            }
        guard named == content else { return nil }
        switch (self, key.specification) {
        case (.rsa, .rsa): return .rsaSignaturePKCS1(.message(content))
        case (.pss, .rsa): return .rsaSignaturePSS(.message(content))
        case (.ecdsa, .ellipticCurve): return .ecdsa(.x962, .message(content))
        case (.ed25519, .ed25519): return .ed25519
        default: return nil
        }
    }
}
