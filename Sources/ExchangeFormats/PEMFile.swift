import AsymmetricKeys
import Secrets

/// PEM files with keys and certificates, one after another.
enum PEMFile {
    /// Reads all parts that are keys or certificates; others, such as requests and parameters, are ignored.
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeContents {
        var reader = PEMReader(bytes)
        var found: [ExchangeContents] = []
        var count = 0
        while let block = try reader.next() {
            guard let contents = try read(block, passphrase, &budget) else { continue }
            found.append(contents)
            count += contents.items.count
            guard count <= ExchangeLimits.items, found.count <= ExchangeLimits.items else {
                throw ExchangeError(.tooLarge)
            }
        }
        guard let first = found.first else { throw ExchangeError(.unknownFormat) }
        if found.count == 1 { return ExchangeContents(first.format, first.items, type: first.type, isPEM: true) }
        return ExchangeContents(.pemSequence, found.flatMap(\.items), type: .aggregate, isPEM: true)
    }

    /// Reads a part; nil for one of another kind.
    private static func read(
        _ block: PEMBlock, _ passphrase: Passphrase, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeContents? {
        guard isKnown(block.label) else { return nil }
        guard let bytes = Base64.decode(block.text) else { throw ExchangeError(.malformed) }
        return try bytes.withUnsafeBytes { bytes throws(ExchangeError) in
            try read(bytes, block, passphrase, &budget)
        }
    }

    private static let labelsOfPKCS7: Set = ["PKCS7", "PKCS #7 SIGNED DATA", "CMS"]
    static let labelOfPKCS12 = "PKCS12"

    private static func isKnown(_ label: String) -> Bool {
        DERPart(label: label) != nil || labelsOfPKCS7.contains(label)
            || [SSHPrivateKey.label, labelOfPKCS12].contains(label)
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, _ block: PEMBlock, _ passphrase: Passphrase,
        _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeContents {
        if labelsOfPKCS7.contains(block.label) {
            return ExchangeContents(.pkcs7, try PKCS7.read(bytes), type: .aggregate)
        }
        if block.label == labelOfPKCS12 {
            return ExchangeContents(.pkcs12, try PKCS12Reader.read(bytes, passphrase, &budget), type: .aggregate)
        }
        guard let part = DERPart(label: block.label) else {
            return ExchangeContents(.openSSH, [try SSHPrivateKey.read(bytes, passphrase, &budget)])
        }
        guard let encryption = try EncryptedPEM(block.headers) else {
            return ExchangeContents(part.format, [try part.read(bytes, passphrase, &budget)])
        }
        guard part == .pkcs1 || part == .sec1 else { throw ExchangeError(.unsupported("encryption of this part")) }
        let item = try passphrase.tryForms { form throws(ExchangeError) in
            let plaintext = try encryption.open(bytes, form)
            return try plaintext.withUnsafeBytes { plaintext throws(ExchangeError) in
                try decrypted { () throws(ExchangeError) in try part.read(plaintext, passphrase, &budget) }
            }
        }
        return ExchangeContents(.wrappedOpenSSL, [item])
    }
}
