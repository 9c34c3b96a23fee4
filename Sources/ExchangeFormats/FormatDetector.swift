import AsymmetricKeys

/// Tells formats apart by their outermost structure.
package enum FormatDetector {
    /// What a file is.
    package enum Found: Hashable, Sendable {
        case pem
        case sshPublicKey
        case pkcs12
        case pkcs7
        case der(DERPart)

        /// Whether a file in this format is what a caller asks for. PEM is an armour of other formats.
        func isReadable(as asked: ExchangeFormat, _ format: ExchangeFormat) -> Bool {
            if asked == format || self == .pem && asked == .pemSequence { return true }
            // PKCS #1 and PKCS #8 without encryption have several names.
            return format == .openSSL && [.bsafe, .wrappedPKCS8].contains(asked)
        }
    }

    /// Returns the format; nil for bytes of none.
    package static func detect(_ bytes: UnsafeRawBufferPointer) -> Found? {
        if BERNormalization.isIndefinite(bytes) { return detectBER(bytes) }
        if let found = detectDER(bytes) { return found }
        if SSHPublicKey.isPublicKey(bytes) { return .sshPublicKey }
        return PEMReader.isPEM(bytes) ? .pem : nil
    }

    /// A version comes first in PKCS #12, the type of the contents in PKCS #7.
    private static func detectBER(_ bytes: UnsafeRawBufferPointer) -> Found? {
        switch bytes[2] {
        case Tag.integer: .pkcs12
        case Tag.objectIdentifier: .pkcs7
        default: nil
        }
    }

    private static func detectDER(_ bytes: UnsafeRawBufferPointer) -> Found? {
        guard let tags = Shape.tags(of: bytes, atMost: 9), let first = tags.first else { return nil }
        let second = tags.dropFirst().first
        switch (first, second) {
        case (Tag.objectIdentifier, Tag.context0): return .pkcs7
        case (Tag.integer, Tag.sequence): return tags.dropFirst(2).first == Tag.octetString ? .der(.pkcs8) : .pkcs12
        case (Tag.integer, Tag.octetString): return .der(.sec1)
        case (Tag.integer, Tag.integer):
            if tags.count == 2 { return .der(.pkcs1PublicKey) }
            return tags == [UInt8](repeating: Tag.integer, count: 9) ? .der(.pkcs1) : nil
        case (Tag.sequence, Tag.bitString): return tags.count == 2 ? .der(.publicKeyInfo) : nil
        case (Tag.sequence, Tag.octetString): return tags.count == 2 ? .der(.encryptedPKCS8) : nil
        case (Tag.sequence, Tag.sequence): return Certificate.isCertificate(bytes) ? .der(.certificate) : nil
        default: return nil
        }
    }
}

/// A file, or a part of a PEM file, with one key or one certificate.
package enum DERPart: Hashable, Sendable {
    case certificate
    case publicKeyInfo
    case pkcs1PublicKey
    case pkcs8
    case encryptedPKCS8
    case pkcs1
    case sec1

    var format: ExchangeFormat {
        switch self {
        case .certificate: .certificate
        case .encryptedPKCS8: .wrappedPKCS8
        case .publicKeyInfo, .pkcs1PublicKey, .pkcs8, .pkcs1, .sec1: .openSSL
        }
    }

    /// The part of a PEM file with a label.
    init?(label: String) {
        switch label {
        case "CERTIFICATE", "X509 CERTIFICATE": self = .certificate
        case "PUBLIC KEY": self = .publicKeyInfo
        case "RSA PUBLIC KEY": self = .pkcs1PublicKey
        case "PRIVATE KEY": self = .pkcs8
        case "ENCRYPTED PRIVATE KEY": self = .encryptedPKCS8
        case "RSA PRIVATE KEY": self = .pkcs1
        case "EC PRIVATE KEY": self = .sec1
        default: return nil
        }
    }

    /// The label in PEM.
    var label: String {
        switch self {
        case .certificate: "CERTIFICATE"
        case .publicKeyInfo: "PUBLIC KEY"
        case .pkcs1PublicKey: "RSA PUBLIC KEY"
        case .pkcs8: "PRIVATE KEY"
        case .encryptedPKCS8: "ENCRYPTED PRIVATE KEY"
        case .pkcs1: "RSA PRIVATE KEY"
        case .sec1: "EC PRIVATE KEY"
        }
    }

    func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeItem {
        switch self {
        case .certificate: return ExchangeItem(.certificate(try Certificate.read(bytes)))
        case .publicKeyInfo: return ExchangeItem(.publicKey(try SubjectPublicKeyInfo.read(bytes)))
        case .pkcs1PublicKey:
            return ExchangeItem(
                .publicKey(
                    try withKeys { () throws(KeyError) in try PublicKey(type: .rsa, representation: bytes) }))
        case .pkcs8: return ExchangeItem(.privateKey(try PrivateKeyInfo.read(bytes)))
        case .encryptedPKCS8:
            return ExchangeItem(
                .privateKey(
                    try passphrase.tryForms { form throws(ExchangeError) in
                        try EncryptedPrivateKeyInfo.read(bytes, form, &budget)
                    }))
        case .pkcs1: return ExchangeItem(.privateKey(try TraditionalKey.readRSA(bytes)))
        case .sec1: return ExchangeItem(.privateKey(try TraditionalKey.readCurve(bytes)))
        }
    }
}
