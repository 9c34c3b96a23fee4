import AsymmetricKeys
import LibCrypto
import Secrets

/// Private keys in OpenSSH's format. Encrypted ones are decrypted by `ssh-keygen`, because libcrypto lacks their derivation.
///
/// Specified in: OpenSSH, PROTOCOL.key.
enum SSHPrivateKey {
    static let label = "OPENSSH PRIVATE KEY"
    private static let mark = Array("openssh-key-v1\0".utf8)
    /// The block size of the padding without encryption.
    private static let block = 8
    private static let lineLength = 70
    /// The iterations of other derivations that take as long as a round, some milliseconds; 16 to 24 rounds are usual.
    private static let costOfRound = 10_000

    /// The parts outside of the encryption.
    private struct Envelope {
        /// The number of rounds of the derivation; nil without encryption.
        let rounds: Int?
        let publicKey: UnsafeRawBufferPointer
        let contents: UnsafeRawBufferPointer

        init(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) {
            var parts = SSHReader(bytes)
            guard parts.mark(mark) else { throw ExchangeError(.malformed) }
            let cipher = try parts.string()
            let derivation = try parts.string()
            let options = try parts.string()
            guard try parts.number() == 1 else {
                throw ExchangeError(.unsupported("several keys in a file of OpenSSH"))
            }
            publicKey = try parts.string()
            contents = try parts.string()
            // What follows is the tag of an authenticating cipher.
            if !cipher.elementsEqual("none".utf8) {
                guard derivation.elementsEqual("bcrypt".utf8) else {
                    throw ExchangeError(.unsupported("another derivation from a password"))
                }
                rounds = try Self.rounds(options)
            } else {
                guard derivation.elementsEqual("none".utf8), options.isEmpty, parts.isEmpty else {
                    throw ExchangeError(.malformed)
                }
                rounds = nil
            }
        }

        private static func rounds(_ options: UnsafeRawBufferPointer) throws(ExchangeError) -> Int {
            var parts = SSHReader(options)
            let salt = try parts.string()
            let rounds = try parts.number()
            guard !salt.isEmpty, salt.count <= 64, rounds > 0, parts.isEmpty else { throw ExchangeError(.malformed) }
            return rounds
        }
    }

    /// Reads a key.
    ///
    /// - Parameter bytes: the contents of the PEM part.
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeItem {
        let envelope = try Envelope(bytes)
        guard let rounds = envelope.rounds else { return try read(envelope) }
        // The public half is outside of the encryption: a damaged or unknown key is no question of passwords.
        _ = try SSHPublicKey.read(blob: envelope.publicKey)
        guard passphrase.isGiven else { throw ExchangeError(.passphraseRequired) }
        let file = PEMWriter.block(label, bytes, lineLength: lineLength)
        return try passphrase.tryForms { form throws(ExchangeError) in
            try budget.charge(rounds * costOfRound)
            let opened = try SSHKeygen.decrypt(file, form)
            return try opened.withUnsafeBytes { text throws(ExchangeError) in
                try decrypted { () throws(ExchangeError) in try read(text: text) }
            }
        }
    }

    private static func read(text: UnsafeRawBufferPointer) throws(ExchangeError) -> ExchangeItem {
        var reader = PEMReader(text)
        guard let block = try reader.next(), block.label == label, let bytes = Base64.decode(block.text) else {
            throw ExchangeError(.malformed)
        }
        return try bytes.withUnsafeBytes { bytes throws(ExchangeError) in
            let envelope = try Envelope(bytes)
            guard envelope.rounds == nil else { throw ExchangeError(.wrongPassphrase) }
            return try read(envelope)
        }
    }

    private static func read(_ envelope: Envelope) throws(ExchangeError) -> ExchangeItem {
        let publicKey = try SSHPublicKey.read(blob: envelope.publicKey)
        guard envelope.contents.count.isMultiple(of: block) else { throw ExchangeError(.malformed) }
        var parts = SSHReader(envelope.contents)
        guard try parts.number() == parts.number() else { throw ExchangeError(.malformed) }
        let kind = try SSHKeyKind(name: try parts.string())
        let key = try read(&parts, kind)
        let comment = SSHPublicKey.comment(try parts.string())
        // Some programs add a whole block where none is needed.
        guard parts.rest.elementsEqual((1...block).prefix(parts.rest.count).map { UInt8($0) }) else {
            throw ExchangeError(.malformed)
        }
        let half = try withKeys { () throws(KeyError) in try key.publicKey() }
        guard half == publicKey else { throw ExchangeError(.malformed) }
        return ExchangeItem(.privateKey(key), name: comment)
    }

    private static func read(_ parts: inout SSHReader, _ kind: SSHKeyKind) throws(ExchangeError) -> PrivateKey {
        switch kind {
        case .rsa: return try readRSA(&parts)
        case .ellipticCurve(let curve):
            guard try parts.string().elementsEqual(SSHKeyKind.name(curve).utf8) else {
                throw ExchangeError(.malformed)
            }
            _ = try parts.string()
            return try TraditionalKey.make(curve, try parts.unsigned())
        case .ed25519:
            let point = try parts.string()
            let both = try parts.string()
            guard both.count == 64, point.elementsEqual(both.suffix(32)) else { throw ExchangeError(.malformed) }
            return try TraditionalKey.make(.ed25519, UnsafeRawBufferPointer(rebasing: both.prefix(32)))
        }
    }

    private static func readRSA(_ parts: inout SSHReader) throws(ExchangeError) -> PrivateKey {
        let (modulus, publicExponent) = (try parts.unsigned(), try parts.unsigned())
        let (exponent, coefficient) = (try parts.unsigned(), try parts.unsigned())
        let (prime1, prime2) = (try parts.unsigned(), try parts.unsigned())
        // The calculation below takes time with the square of the size.
        guard [modulus, exponent, prime1, prime2].allSatisfy({ $0.count <= 2048 }) else {
            throw ExchangeError(.tooLarge)
        }
        let reduced1 = try reduced(exponent, prime1)
        let reduced2 = try reduced(exponent, prime2)
        return try reduced1.withUnsafeBytes { reduced1 throws(ExchangeError) in
            try reduced2.withUnsafeBytes { reduced2 throws(ExchangeError) in
                let version = UnsafeRawBufferPointer(start: nil, count: 0)
                let numbers = DERNumbers([
                    version, modulus, publicExponent, exponent, prime1, prime2, reduced1, reduced2, coefficient,
                ])
                let encoded = SecretBytes(count: numbers.count) { numbers.write(to: $0) }
                return try withKeys { () throws(KeyError) in try PrivateKey(type: .rsa, representation: encoded) }
            }
        }
    }

    private static func reduced(
        _ exponent: UnsafeRawBufferPointer, _ prime: UnsafeRawBufferPointer
    ) throws(ExchangeError) -> SecretBytes {
        do throws(CryptoError) {
            return try CryptoLibrary.load().reducedExponent(exponent, prime: prime)
        } catch { throw error.kind == .failed ? ExchangeError(.malformed) : ExchangeError(error) }
    }

    // MARK: Writing

    /// Returns a file, which is encrypted if there is a password.
    static func write(
        _ key: PrivateKey, _ comment: String?, _ passphrase: Passphrase
    ) throws(ExchangeError) -> SecretBytes {
        let plain = try plainFile(key, comment)
        guard passphrase.isGiven else { return plain }
        return try SSHKeygen.encrypt(plain, try passphrase.formForWriting())
    }

    private static func plainFile(_ key: PrivateKey, _ comment: String?) throws(ExchangeError) -> SecretBytes {
        let publicKey = try withKeys { () throws(KeyError) in try key.publicKey() }
        let contents = try contents(key, publicKey, comment)
        let blob = try SSHPublicKey.blob(publicKey)
        return contents.withUnsafeBytes { contents in
            var writer = SSHWriter()
            writer.bytes(mark)
            for text in ["none", "none", ""] { writer.string(Array(text.utf8)) }
            writer.number(1)
            writer.string(blob)
            writer.string(contents)
            return writer.secret().withUnsafeBytes { PEMWriter.block(label, $0, lineLength: lineLength) }
        }
    }

    private static func contents(
        _ key: PrivateKey, _ publicKey: PublicKey, _ comment: String?
    ) throws(ExchangeError) -> SecretBytes {
        let kind = try SSHKeyKind(key.specification)
        let representation = try withKeys { () throws(KeyError) in try key.representation() }
        return try representation.withUnsafeBytes { bytes throws(ExchangeError) in
            var writer = SSHWriter()
            let check = SecureRandom.bytes(4)
            writer.bytes(check + check)
            writer.string(Array(kind.name.utf8))
            try write(bytes, publicKey, kind, to: &writer)
            writer.string(Array((comment ?? "").utf8))
            let missing = (block - writer.count % block) % block
            writer.bytes((0..<missing).map { UInt8($0 + 1) })
            return writer.secret()
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, _ publicKey: PublicKey, _ kind: SSHKeyKind, to writer: inout SSHWriter
    ) throws(ExchangeError) {
        switch kind {
        case .rsa:
            guard let numbers = DERNumbers(reading: bytes)?.numbers, numbers.count == 9 else {
                throw ExchangeError(.malformed)
            }
            // n, e, d, the coefficient, p, q: without the version and the reduced exponents.
            for position in [1, 2, 3, 8, 4, 5] { writer.unsigned(numbers[position]) }
        case .ellipticCurve(let curve):
            writer.string(Array(SSHKeyKind.name(curve).utf8))
            writer.string(publicKey.representation)
            let number = bytes.suffix(curve.coordinateCount).drop { $0 == 0 }
            writer.unsigned(UnsafeRawBufferPointer(rebasing: number))
        case .ed25519:
            writer.string(publicKey.representation)
            writer.number(bytes.count + publicKey.representation.count)
            writer.borrowed(bytes)
            writer.bytes(publicKey.representation)
        }
    }
}
