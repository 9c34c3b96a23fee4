import AsymmetricKeys
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Files with one key, in both directions with the program `openssl`.
@Suite struct PrivateKeyFileTests {
    private func item(_ specification: KeySpecification) throws -> ExchangeItem {
        ExchangeItem(.privateKey(try Sample.key(specification)))
    }

    @Test(arguments: Sample.types) func opensslReadsAndWritesPlainKeys(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        for isPEM in [false, true] {
            let ours = try ExchangeWriter.write([try item(specification)], as: .openSSL, asPEM: isPEM).bytes
            let read = try ExchangeReader.read(ours)
            #expect(read.privateKeys == [key])
            #expect((read.format, read.type, read.isPEM) == (.openSSL, .privateKey, isPEM))
            // PKCS #8, and the key's own format if it has one.
            let hasOwn = specification.type == .rsa || specification.type == .ellipticCurve
            for options in hasOwn ? [[], ["-traditional"]] : [[]] {
                let words = ["pkey", "-in", "IN", "-out", "OUT"] + options
                for form in ["PEM", "DER"] {
                    let theirs = try convert(ours, words + ["-outform", form])
                    #expect(try ExchangeReader.read(theirs).privateKeys == [key], "\(words) \(form)")
                }
            }
        }
    }

    private func convert(_ bytes: [UInt8], _ words: [String]) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        return try Files.convert(bytes, words, directory)
    }

    static let encryptions: [[String]] = [
        ["-v2", "aes-256-cbc"], ["-v2", "aes-128-cbc", "-v2prf", "hmacWithSHA1"], ["-v2", "des3", "-iter", "1"],
        ["-v2", "aes-192-cbc", "-v2prf", "hmacWithSHA512"], ["-scrypt"], ["-v1", "PBE-SHA1-3DES"],
        ["-v1", "PBE-SHA1-RC2-40", "-provider", "legacy", "-provider", "default"],
    ]

    @Test(arguments: encryptions) func encryptedPKCS8OfOpenSSLIsRead(_ options: [String]) throws {
        let key = try Sample.p256.get()
        let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(key))], as: .openSSL).bytes
        for form in ["PEM", "DER"] {
            let words = ["pkcs8", "-topk8", "-inform", "DER", "-in", "IN", "-outform", form, "-out", "OUT"]
            let file = try convert(plain, words + ["-passout", "pass:Grüße"] + options)
            let contents = try ExchangeReader.read(file, Passphrase("Grüße"))
            #expect(contents.privateKeys == [key])
            #expect(contents.format == .wrappedPKCS8)
            #expect(ExchangeReader.failure(file, Passphrase("grüße")) == .wrongPassphrase)
            #expect(ExchangeReader.failure(file) == .passphraseRequired)
        }
    }

    @Test(arguments: Sample.types) func opensslReadsOurEncryptedPKCS8(_ specification: KeySpecification) throws {
        let item = try item(specification)
        let file = try ExchangeWriter.write([item], as: .wrappedPKCS8, asPEM: true, Passphrase("Grüße")).bytes
        let words = ["pkey", "-in", "IN", "-passin", "pass:Grüße", "-out", "OUT"]
        #expect(try ExchangeReader.read(try convert(file, words)).privateKeys == [try Sample.key(specification)])
        #expect(throws: ExchangeError(.passphraseRequired)) {
            _ = try ExchangeWriter.write([item], as: .wrappedPKCS8)
        }
    }

    /// A caller who gives a password must not find the key without encryption in the file.
    @Test(arguments: ExchangeFormat.allCases) func aPasswordIsNeverIgnored(_ format: ExchangeFormat) throws {
        let key = try Sample.rsa.get()
        let item = ExchangeItem(.privateKey(key))
        guard let file = try? ExchangeWriter.write([item], as: format, Passphrase("secret")) else { return }
        #expect(ExchangeReader.failure(file.bytes) == .passphraseRequired)
        #expect(try ExchangeReader.read(file.bytes, Passphrase("secret")).privateKeys == [key])
    }

    @Test(arguments: ["-aes256", "-aes128", "-des3"]) func encryptedPEMOfOpenSSLIsRead(_ cipher: String) throws {
        for specification in [KeySpecification.rsa(bits: 2048), .ellipticCurve(.p384)] {
            let key = try Sample.key(specification)
            let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(key))], as: .openSSL, asPEM: true).bytes
            let file = try convert(
                plain, ["pkey", "-in", "IN", "-traditional", cipher, "-passout", "pass:secret", "-out", "OUT"])
            try #require(String(decoding: file, as: UTF8.self).contains("Proc-Type: 4,ENCRYPTED"))
            let contents = try ExchangeReader.read(file, Passphrase("secret"))
            #expect(contents.privateKeys == [key])
            #expect(contents.format == .wrappedOpenSSL)
            #expect(ExchangeReader.failure(file, Passphrase("Secret")) == .wrongPassphrase)
            #expect(ExchangeReader.failure(file) == .passphraseRequired)
            // As a program on Windows saves it.
            let windows = file.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
            #expect(try ExchangeReader.read(windows, Passphrase("secret")).privateKeys == [key])
        }
    }

    @Test func aCurveKeyWithoutItsPointIsRead() throws {
        let key = try Sample.p521.get()
        let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(key))], as: .openSSL).bytes
        let words = ["ec", "-inform", "DER", "-in", "IN", "-no_public", "-outform", "DER", "-out", "OUT"]
        #expect(try ExchangeReader.read(try convert(plain, words)).privateKeys == [key])
        let compressed = [
            "ec", "-inform", "DER", "-in", "IN", "-conv_form", "compressed", "-outform", "DER", "-out", "OUT",
        ]
        #expect(try ExchangeReader.read(try convert(plain, compressed)).privateKeys == [key])
    }

    @Test(arguments: Sample.types) func opensslReadsAndWritesPublicKeys(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification).publicKey()
        for form in ["PEM", "DER"] {
            let ours = try ExchangeWriter.write([ExchangeItem(.publicKey(key))], asPEM: form == "PEM").bytes
            #expect(try ExchangeReader.read(ours).publicKeys == [key])
            let words = ["pkey", "-pubin", "-inform", form, "-in", "IN", "-outform", form, "-out", "OUT"]
            #expect(try convert(ours, words) == ours)
        }
    }

    @Test func pkcs1PublicKeysAreReadAndWritten() throws {
        let key = try Sample.rsa.get().publicKey()
        let ours = try ExchangeWriter.write([ExchangeItem(.publicKey(key))], as: .bsafe).bytes
        #expect(ours == key.representation)
        let words = ["rsa", "-RSAPublicKey_in", "-inform", "DER", "-in", "IN", "-RSAPublicKey_out", "-out", "OUT"]
        #expect(try ExchangeReader.read(try convert(ours, words)).publicKeys == [key])
    }

    @Test(arguments: Sample.types.filter { $0.type == .rsa || $0.type == .ellipticCurve })
    func rawKeysAreReadByTheirLength(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let half = ExchangeItem(.publicKey(try key.publicKey()))
        let bytes = try ExchangeWriter.write([ExchangeItem(.privateKey(key))], as: .rawKey).bytes
        #expect(try ExchangeReader.read(bytes, as: .rawKey).privateKeys == [key])
        let point = try ExchangeWriter.write([half], as: .rawKey).bytes
        #expect(try ExchangeReader.read(point, as: .rawKey, type: .publicKey).publicKeys == [try key.publicKey()])
        #expect(throws: ExchangeError(.unknownFormat)) {
            _ = try ExchangeReader.read(point, as: .rawKey, type: .privateKey)
        }
    }
}

/// Conversions by `openssl` with arguments in a list.
enum Files {
    static func convert(_ input: [UInt8], _ words: [String], _ directory: TemporaryDirectory) throws -> [UInt8] {
        try Data(input).write(to: URL(fileURLWithPath: directory("IN")))
        try OpenSSL.run(words.map { $0 == "IN" || $0 == "OUT" ? directory($0) : $0 })
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory("OUT"))))
    }
}
