import AsymmetricKeys
import LibCrypto
import Secrets

/// Reads a PKCS #12 file with a password for integrity.
///
/// Specified in: RFC 7292, 4.
struct PKCS12Reader {
    private let form: Passphrase.Form
    private var budget: DerivationBudget
    private var bags = SafeBags()

    /// Returns the keys and certificates of a file.
    ///
    /// - Throws: `.wrongPassphrase`, `.passphraseRequired`, `.malformed`, `.unsupported`, `.cost`, `.tooLarge`, `.library`.
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> [ExchangeItem] {
        try BERNormalization.withDER(bytes) { bytes throws(ExchangeError) in
            try passphrase.tryForms { form throws(ExchangeError) in
                var reader = PKCS12Reader(form: form, budget: budget)
                defer { budget = reader.budget }
                try reader.readFile(bytes)
                return reader.bags.items
            }
        }
    }

    private init(form: Passphrase.Form, budget: DerivationBudget) {
        self.form = form
        self.budget = budget
    }

    private mutating func readFile(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) {
        var parts = try DERReader(in: bytes)
        guard try parts.takeNumber() == 3 else { throw ExchangeError(.unsupported("another version of PKCS #12")) }
        var content = try parts.enter()
        guard try content.take(Tag.objectIdentifier).isObject(ObjectIdentifier.data) else {
            throw ExchangeError(.unsupported("a PKCS #12 file that is signed"))
        }
        let safes = try Self.octets(&content)
        if !parts.isEmpty {
            let code = try AuthenticationCode(reading: try parts.enter())
            try parts.finish()
            guard try code.isValid(for: safes, form, &budget) else { throw ExchangeError(.wrongPassphrase) }
            try readSafes(safes)
        } else {
            // Without a code only the contents tell whether the password was right.
            try readSafes(safes)
        }
    }

    /// Takes `[0]` with an OCTET STRING in it, the last value.
    private static func octets(_ parts: inout DERReader) throws(ExchangeError) -> UnsafeRawBufferPointer {
        var inner = try parts.enter(Tag.context0)
        try parts.finish()
        let octets = try inner.take(Tag.octetString)
        try inner.finish()
        return octets
    }

    private mutating func readSafes(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) {
        try BERNormalization.withDER(bytes) { bytes throws(ExchangeError) in
            var safes = try DERReader(in: bytes)
            while !safes.isEmpty { try readSafe(try safes.enter()) }
        }
    }

    private mutating func readSafe(_ parts: DERReader) throws(ExchangeError) {
        var parts = parts
        let type = try parts.take(Tag.objectIdentifier)
        if type.isObject(ObjectIdentifier.data) {
            try bags.read(try Self.octets(&parts), form, &budget)
        } else if type.isObject(ObjectIdentifier.encryptedData) {
            var content = try parts.enter(Tag.context0)
            try parts.finish()
            try readEncrypted(try content.enter())
        } else {
            throw ExchangeError(.unsupported("contents that are encrypted for a key"))
        }
    }

    private mutating func readEncrypted(_ parts: DERReader) throws(ExchangeError) {
        var parts = parts
        guard try parts.takeNumber() <= 2 else { throw ExchangeError(.malformed) }
        var content = try parts.enter()
        guard try content.take(Tag.objectIdentifier).isObject(ObjectIdentifier.data) else {
            throw ExchangeError(.unsupported("encrypted contents of another kind"))
        }
        let encryption = try PasswordEncryption(reading: try content.enter())
        let ciphertext = try BERNormalization.joined(try content.takeAny())
        let plaintext = try ciphertext.withBytes { ciphertext throws(ExchangeError) in
            try encryption.open(ciphertext, form, &budget)
        }
        try plaintext.withUnsafeBytes { plaintext throws(ExchangeError) in
            try decrypted { () throws(ExchangeError) in try bags.read(plaintext, form, &budget) }
        }
    }
}
