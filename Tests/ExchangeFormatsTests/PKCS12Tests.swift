import AsymmetricKeys
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// PKCS #12 in both directions with the program `openssl`, and what passwords do.
@Suite struct PKCS12Tests {
    /// Has `openssl` make a file of the sample key and its certificate.
    private func made(_ password: String, _ options: [String] = []) throws -> [UInt8] {
        let sample = try Sample.certified.get()
        let output = try TemporaryDirectory()
        let files = ["-inkey", sample.directory("key.pem"), "-in", sample.directory("cert.pem")]
        let words = ["pkcs12", "-export", "-name", "Kim Größe", "-passout", "pass:\(password)"]
        try OpenSSL.run(words + files + options + ["-out", output("file")])
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output("file"))))
    }

    private func check(_ contents: ExchangeContents) throws {
        let sample = try Sample.certified.get()
        #expect(contents.format == .pkcs12)
        #expect(contents.privateKeys == [try sample.key])
        #expect(contents.certificates == [sample.certificate])
        #expect(contents.items.map(\.name) == ["Kim Größe", "Kim Größe"])
        let ids = Set(contents.items.map(\.id))
        #expect(ids.count == 1 && ids.first??.count == 20)
    }

    static let variants: [[String]] = [
        [], ["-legacy"], ["-legacy", "-keypbe", "PBE-SHA1-RC2-128", "-certpbe", "PBE-SHA1-2DES"],
        ["-keypbe", "AES-128-CBC", "-certpbe", "AES-192-CBC", "-macalg", "SHA512"],
        ["-keypbe", "NONE", "-certpbe", "NONE"], ["-nomac"], ["-certpbe", "NONE", "-macalg", "SHA1", "-iter", "1"],
        ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "SHA384", "-iter", "50000"],
    ]

    @Test(arguments: variants) func filesOfOpenSSLAreRead(_ options: [String]) throws {
        try check(ExchangeReader.read(try made("secret", options), Passphrase("secret")))
    }

    @Test(arguments: [[], ["-legacy"]]) func passwordsAreToldApart(_ options: [String]) throws {
        let file = try made("secret", options)
        #expect(ExchangeReader.failure(file, Passphrase("Secret")) == .wrongPassphrase)
        #expect(ExchangeReader.failure(file, Passphrase("")) == .wrongPassphrase)
        #expect(ExchangeReader.failure(file) == .passphraseRequired)
    }

    @Test(arguments: [[], ["-legacy"]]) func theEmptyPasswordIsRead(_ options: [String]) throws {
        let file = try made("", options)
        try check(ExchangeReader.read(file, Passphrase("")))
        try check(ExchangeReader.read(file))
        #expect(ExchangeReader.failure(file, Passphrase("secret")) == .wrongPassphrase)
    }

    @Test(arguments: ["Grüße 🔑 пароль", "e\u{301}", "\u{e9}"]) func lettersOfAnyKindAreAPassword(_ password: String)
        throws
    {
        for options in [[], ["-legacy"]] {
            try check(ExchangeReader.read(try made(password, options), Passphrase(password)))
        }
    }

    @Test func composedLettersAreTheSamePassword() throws {
        let file = try made("caf\u{e9}", ["-legacy"])
        try check(ExchangeReader.read(file, Passphrase("cafe\u{301}")))
    }

    @Test(arguments: ["secret", "", "Grüße 🔑"]) func opensslReadsOurs(_ password: String) throws {
        let sample = try Sample.certified.get()
        let items = [
            ExchangeItem(.privateKey(try sample.key), name: "Kim Größe", id: [1, 2, 3]),
            ExchangeItem(.certificate(sample.certificate), name: "Kim Größe", id: [1, 2, 3]),
        ]
        let file = try ExchangeWriter.write(items, as: .pkcs12, Passphrase(password)).bytes
        let pem = try OpenSSL.convert(
            file, "pkcs12", "-in", "IN", "-nodes", "-passin", "pass:\(password)", "-out", "OUT")
        let contents = try ExchangeReader.read(pem)
        #expect(contents.privateKeys == [try sample.key])
        #expect(contents.certificates == [sample.certificate])
        #expect(String(decoding: pem, as: UTF8.self).contains("localKeyID: 01 02 03"))
        let again = try ExchangeReader.read(file, Passphrase(password))
        #expect(again.privateKeys == [try sample.key])
        #expect(again.items.map(\.id) == [[1, 2, 3], [1, 2, 3]])
        #expect(throws: (any Error).self) {
            try OpenSSL.convert(file, "pkcs12", "-in", "IN", "-nodes", "-passin", "pass:wrong", "-out", "OUT")
        }
    }

    @Test func severalKeysAndNoCertificates() throws {
        let keys = try Sample.types.map { try Sample.key($0) }
        let file = try ExchangeWriter.write(keys.map { ExchangeItem(.privateKey($0)) }, as: .pkcs12, Passphrase("p"))
        #expect(try ExchangeReader.read(file.bytes, Passphrase("p")).privateKeys == keys)
        #expect(try ExchangeReader.read(file.bytes, Passphrase("p"), as: .pkcs12).certificates.isEmpty)
    }

    @Test func severalCertificatesAndNoKeys() throws {
        let certificate = try Sample.certified.get().certificate
        let items = (0..<3).map { _ in ExchangeItem(.certificate(certificate)) }
        let file = try ExchangeWriter.write(items, as: .pkcs12, asPEM: true, Passphrase("p"))
        #expect(file.text.hasPrefix("-----BEGIN PKCS12-----\n"))
        #expect(
            try ExchangeReader.read(file.bytes, Passphrase("p")).certificates == [
                certificate, certificate, certificate,
            ])
    }

    @Test func aFileNeedsAPassword() throws {
        let item = ExchangeItem(.privateKey(try Sample.p256.get()))
        #expect(throws: ExchangeError(.passphraseRequired)) { _ = try ExchangeWriter.write([item], as: .pkcs12) }
        let key = ExchangeItem(.publicKey(try Sample.p256.get().publicKey()))
        #expect(throws: (any Error).self) { _ = try ExchangeWriter.write([key], as: .pkcs12, Passphrase("p")) }
    }

    @Test func tooManyKeysAreNotWritten() throws {
        let item = ExchangeItem(.privateKey(try Sample.p256.get()))
        let error = #expect(throws: ExchangeError.self) {
            // The error comes after the last one that is allowed, so the test takes as long as the largest file.
            _ = try ExchangeWriter.write([ExchangeItem](repeating: item, count: 65), as: .pkcs12, Passphrase("p"))
        }
        #expect(error?.kind == .tooLarge)
    }

    @Test func tooManyKeysAreNotRead() throws {
        let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(try Sample.p256.get()))], as: .openSSL).bytes
        let key = try OpenSSL.convert(
            plain, "pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-in", "IN", "-outform", "DER", "-out", "OUT")
        let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
        let bag = der(0x30, der(0x06, pkcs + [12, 10, 1, 1]), der(0xA0, key))
        func data(_ content: [UInt8]) -> [UInt8] {
            der(0x30, der(0x06, pkcs + [7, 1]), der(0xA0, der(0x04, der(0x30, content))))
        }
        func file(_ count: Int) -> [UInt8] {
            der(0x30, der(0x02, [3]), data(data([[UInt8]](repeating: bag, count: count).flatMap(\.self))))
        }
        #expect(try ExchangeReader.read(file(64)).privateKeys.count == 64)
        #expect(ExchangeReader.failure(file(65)) == .tooLarge)
    }
}
