import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import TestSupport
import Testing

/// Damaged and malicious files: each is read, or refused with an error; none takes long, and none ends the process.
@Suite struct DamageTests {
    /// Small files of every format, with the password of all.
    private static let password = Passphrase("secret")
    private static let samples = Result { () throws -> [(name: String, bytes: [UInt8])] in
        let sample = try Sample.certified.get()
        let directory = sample.directory
        let key = ExchangeItem(.privateKey(try sample.key), name: "k", id: [1])
        let certificate = ExchangeItem(.certificate(sample.certificate), name: "k", id: [1])
        let half = ExchangeItem(.publicKey(try sample.key.publicKey()))
        // One iteration, so that thousands of damaged copies are read in no time.
        let made = { (options: [String]) throws -> [UInt8] in
            let out = try TemporaryDirectory()
            let words = [
                "pkcs12", "-export", "-inkey", directory("key.pem"), "-in", directory("cert.pem"), "-iter", "1",
            ]
            try OpenSSL.run(words + ["-passout", "pass:secret"] + options + ["-out", out("file")])
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: out("file"))))
        }
        var samples: [(name: String, bytes: [UInt8])] = [
            ("PKCS #12", try made([])), ("PKCS #12, old", try made(["-legacy"])),
            ("PKCS #12 without a code", try made(["-nomac"])),
            ("PKCS #12 in the clear", try made(["-keypbe", "NONE", "-certpbe", "NONE", "-nomac"])),
            ("PKCS #7", try ExchangeWriter.write([certificate], as: .pkcs7).bytes),
            ("certificate", try ExchangeWriter.write([certificate]).bytes),
            ("SEC 1", try ExchangeWriter.write([key], as: .openSSL).bytes),
            (
                "Ed25519",
                try ExchangeWriter.write([ExchangeItem(.privateKey(try Sample.ed25519.get()))], as: .openSSL).bytes
            ),
            ("public key", try ExchangeWriter.write([half]).bytes),
            ("PEM", try ExchangeWriter.write([key, certificate]).bytes),
            ("OpenSSH, public", try ExchangeWriter.write([half], as: .openSSH).bytes),
            ("OpenSSH", try ExchangeWriter.write([key], as: .openSSH).bytes),
        ]
        let plain = try ExchangeWriter.write([key], as: .openSSL).bytes
        samples.append(
            (
                "encrypted PKCS #8",
                try OpenSSL.convert(
                    plain, "pkcs8", "-topk8", "-inform", "DER", "-in", "IN", "-outform", "DER", "-iter", "1",
                    "-passout",
                    "pass:secret", "-out", "OUT")
            ))
        samples.append(("PKCS #8", try OpenSSL.convert(plain, "pkey", "-in", "IN", "-outform", "DER", "-out", "OUT")))
        return samples
    }

    @Test func wholeFilesAreRead() throws {
        for (name, bytes) in try Self.samples.get() {
            #expect(throws: Never.self, "\(name)") { try ExchangeReader.read(bytes, Self.password) }
        }
    }

    @Test func filesThatEndAnywhereAreRefused() throws {
        for (name, bytes) in try Self.samples.get() {
            let isText = name.hasPrefix("PEM") || name.hasPrefix("OpenSSH")
            for count in 0..<bytes.count {
                let failure = ExchangeReader.failure(Array(bytes.prefix(count)), Self.password)
                // A text may be whole without its last line break, comment or part.
                if !isText { #expect(failure != nil, "\(name), \(count) bytes") }
            }
        }
    }

    /// Each bit of small files and many of larger ones: never another key than that of the file.
    @Test func flippedBitsAreErrorsOrHarmless() throws {
        let key = try Sample.certified.get().key
        for (name, bytes) in try Self.samples.get() where !name.hasPrefix("Ed25519") {
            for position in bytes.indices {
                var changed = bytes
                changed[position] ^= 1 << UInt8((position * 5 + 3) % 8)
                guard let contents = try? ExchangeReader.read(changed, Self.password) else { continue }
                // PKCS #8 without a point, or without a code for it, says nothing about which key it is.
                for read in contents.privateKeys where name == "PKCS #12" {
                    #expect(read == key, "\(name), byte \(position)")
                }
            }
        }
    }

    /// Bits of the parts that the code of PKCS #12 covers are all noticed.
    @Test func theCodeOfPKCS12CoversItsContents() throws {
        let bytes = try #require(try Self.samples.get().first).bytes
        // The contents begin after the headers, and end before the code.
        for position in stride(from: 60, to: bytes.count - 100, by: 7) {
            var changed = bytes
            changed[position] ^= 0x10
            #expect(ExchangeReader.failure(changed, Self.password) != nil, "byte \(position)")
        }
    }

    private static let pkcs5: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05]

    /// An encrypted key whose derivation has these parameters after the salt.
    private func encryptedKey(_ derivation: [UInt8], _ parameters: [UInt8]) -> [UInt8] {
        let salt = der(0x04, [1, 2, 3, 4, 5, 6, 7, 8])
        let cipher = der(
            0x30, der(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]),
            der(0x04, [UInt8](repeating: 0, count: 16)))
        let function = der(0x30, der(0x06, derivation), der(0x30, salt, parameters))
        let algorithm = der(0x30, der(0x06, Self.pkcs5 + [0x0D]), der(0x30, function, cipher))
        return der(0x30, algorithm, der(0x04, [UInt8](repeating: 7, count: 48)))
    }

    /// A PKCS #12 file without contents, whose code has so many iterations.
    private func file(_ iterations: [UInt8]) -> [UInt8] {
        let data = der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
        let safes = der(0x30, data, der(0xA0, der(0x04, der(0x30))))
        let hash = der(0x30, der(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]))
        let digest = der(0x30, hash, der(0x04, [UInt8](repeating: 9, count: 32)))
        return der(0x30, der(0x02, [3]), safes, der(0x30, digest, der(0x04, [1, 2, 3, 4]), iterations))
    }

    /// Numbers of iterations, and the error that they are.
    static let costs: [(number: [UInt8], failure: ExchangeError.Kind)] = [
        ([0x00, 0x80, 0x00, 0x00, 0x00], .cost), ([0x7F, 0xFF, 0xFF, 0xFF], .cost), ([0x00, 0x98, 0x96, 0x81], .cost),
        ([0x7F] + [UInt8](repeating: 0xFF, count: 100), .cost), ([0x80, 0x00, 0x00, 0x00], .malformed),
        ([0x00], .malformed), ([], .malformed), ([0x00, 0x01], .malformed), ([0x01], .wrongPassphrase),
    ]

    @Test(arguments: costs) func costsAboveTheLimitAreRefusedAtOnce(
        _ cost: (number: [UInt8], failure: ExchangeError.Kind)
    ) {
        let number = der(0x02, cost.number)
        #expect(ExchangeReader.failure(file(number), Self.password) == cost.failure)
        #expect(ExchangeReader.failure(encryptedKey(Self.pkcs5 + [0x0C], number), Self.password) == cost.failure)
    }

    /// One limit for all parts of a file: many parts of some seconds each would be hours.
    @Test func theLimitIsForTheWholeFile() throws {
        let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(try Sample.p256.get()))], as: .openSSL).bytes
        let part = try OpenSSL.convert(
            plain, "pkcs8", "-topk8", "-inform", "DER", "-in", "IN", "-iter", "600", "-passout", "pass:secret", "-out",
            "OUT")
        let read = { (bytes: [UInt8], iterations: Int) throws(ExchangeError) in
            try bytes.withBytes { bytes throws(ExchangeError) in
                try ExchangeReader.read(bytes, Self.password, budget: DerivationBudget(iterations: iterations))
            }
        }
        #expect(try read(part, 600).items.count == 1)
        #expect(try read(part + part, 1200).items.count == 2)
        #expect(throws: ExchangeError(.cost)) { try read(part + part, 1199) }
        let pkcs12 = try Self.samples.get()[0].bytes
        #expect(try read(pkcs12, 3).items.count == 2)
        #expect(throws: ExchangeError(.cost)) { try read(pkcs12, 2) }
    }

    static let scryptCosts:
        [(cost: [UInt8], blockSize: [UInt8], parallelization: [UInt8], failure: ExchangeError.Kind)] = [
            // 2³⁰ blocks of 1 KiB; 2¹⁰ of 1 GiB; many at once; no power of two; nothing.
            ([0x40, 0, 0, 0], [8], [1], .cost), ([4, 0], [0x7F, 0xFF, 0xFF], [1], .cost),
            ([0x40, 0], [8], [0x7F, 0xFF], .cost),
            ([0x40, 1], [8], [1], .malformed), ([0x40, 0], [0], [1], .malformed), ([1], [8], [1], .malformed),
            ([2], [8], [1], .wrongPassphrase),
        ]

    @Test(arguments: scryptCosts.indices) func memoryHasALimit(_ index: Int) {
        let (cost, blockSize, parallelization, failure) = Self.scryptCosts[index]
        let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]
        let parameters = der(0x02, cost) + der(0x02, blockSize) + der(0x02, parallelization)
        #expect(ExchangeReader.failure(encryptedKey(scrypt, parameters), Self.password) == failure)
    }

    @Test func nestingHasALimit() throws {
        // Lengths that are left open, one in another.
        let open = [UInt8](repeating: 0, count: 0) + (0..<100_000).flatMap { _ in [UInt8(0x30), 0x80] }
        #expect(ExchangeReader.failure([0x30, 0x80, 0x02, 0x01, 0x03] + open) == .malformed)
        #expect(ExchangeReader.failure([0x30, 0x80, 0x06, 0x01, 0x2A] + open) == .malformed)
        #expect(ExchangeReader.failure([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x02, 0x01, 0x03]) == .unknownFormat)
    }

    @Test func largeFilesAreRefused() {
        let large = [UInt8](repeating: 0x30, count: ExchangeLimits.file + 1)
        #expect(ExchangeReader.failure(large) == .tooLarge)
    }

    @Test func garbageIsInNoFormat() {
        var state: UInt64 = 42
        for count in [1, 2, 31, 32, 33, 64, 65, 97, 200, 5000] {
            let bytes = (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            #expect(ExchangeReader.failure(bytes, Self.password) == .unknownFormat)
        }
    }
}
