import Foundation
import Secrets
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct OneTimeCodeTests {
    static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    /// RFC 4226, appendix D.
    /// Imported from a file, it would end the program that uses it.
    @Test func counterThatHasRunOutHasNoNext() throws {
        func code(_ factor: OneTimeCodeSettings.Factor) throws -> OneTimeCode {
            try OneTimeCode(
                secret: Self.secret("12345678901234567890"), settings: OneTimeCodeSettings(factor: factor))
        }
        #expect(try code(.counter(.max)).afterUse == nil)
        #expect(try code(.counter(.max)).currentCode?.count == 6)
        #expect(try code(.counter(.max - 1)).afterUse?.settings.factor == .counter(.max))
        #expect(try code(.counter(0)).afterUse?.currentCode == "287082")
        #expect(try code(.time(period: 30)).afterUse == nil)
    }

    @Test func countersMakeTheCodesOfTheStandard() throws {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        let code = try OneTimeCode(
            secret: Self.secret("12345678901234567890"), settings: OneTimeCodeSettings(factor: .counter(0)))
        #expect((0..<10).map { code.code(counter: $0) } == codes)
        #expect(code.currentCode == "755224" && code.withCounter(9).currentCode == "520489")
        #expect(code.code(at: Date()) == nil)
    }

    /// RFC 6238, appendix B: seconds, and the codes by SHA-1, SHA-256 and SHA-512. The seeds are as long as the
    /// digests.
    static let times: [(Double, String, String, String)] = [
        (59, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
        (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
        (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ]

    @Test(arguments: times)
    func timesMakeTheCodesOfTheStandard(seconds: Double, sha1: String, sha256: String, sha512: String) throws {
        for (algorithm, count, expected) in [
            (OneTimeCodeSettings.Algorithm.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ] {
            let seed = String(String(repeating: "1234567890", count: 7).prefix(count))
            let code = try OneTimeCode(
                secret: Self.secret(seed), settings: OneTimeCodeSettings(algorithm: algorithm, format: .digits(8)))
            #expect(code.code(at: Date(timeIntervalSince1970: seconds))?.code == expected)
        }
    }

    @Test func theNextCodeIsTheOneThatFollows() throws {
        let code = try OneTimeCode(
            secret: Self.secret("12345678901234567890"), settings: .init(factor: .time(period: 45)))
        for (seconds, left) in [(0.0, 45), (0.99, 45), (1, 44), (44, 1), (44.99, 1), (45, 45)] {
            let now = try #require(code.code(at: Date(timeIntervalSince1970: seconds)))
            #expect(now.secondsLeft == left && now.period == 45)
            #expect(now.next == code.code(at: Date(timeIntervalSince1970: seconds + Double(left)))?.code)
        }
    }

    @Test func timesOutOfTheCalendarEndNothing() throws {
        let code = try OneTimeCode(secret: Self.secret("1"), settings: .init(factor: .time(period: 1)))
        for seconds in [-1, -1e300, 1e300, Double.infinity, -Double.infinity, Double.nan] {
            #expect(code.code(at: Date(timeIntervalSince1970: seconds))?.code.count == 6)
        }
        #expect(code.code(counter: .max).count == 6)
    }

    /// Codes that other programs show for the same secret.
    @Test func steamHasAnAlphabetOfItsOwn() throws {
        let code = try OneTimeCode.parse("steam://63BEDWCQZKTQWPESARIERL5DTTQFCJTK")
        #expect(code.code(at: Date(timeIntervalSince1970: 1_511_200_518))?.code == "FR8RV")
        #expect(code.code(at: Date(timeIntervalSince1970: 1_511_200_714))?.code == "9P3VP")
    }

    @Test func settingsOutOfBoundsAreErrors() {
        for settings in [
            OneTimeCodeSettings(format: .digits(5)), .init(format: .digits(9)), .init(factor: .time(period: 0)),
            .init(factor: .time(period: -30)), .init(factor: .time(period: .max)), .init(account: "a\u{1B}[2J"),
            .init(others: Array(repeating: .init(name: "a", value: "b"), count: 33)),
        ] {
            #expect(throws: OneTimeCodeError.self) {
                _ = try OneTimeCode(secret: Self.secret("12345678901234567890"), settings: settings)
            }
        }
        for count in [0, 129] {
            #expect(throws: OneTimeCodeError.self) { _ = try OneTimeCode(secret: SecretBytes(zeros: count)) }
        }
    }
}

/// RFC 4648, section 10, and what people make of it.
@Suite struct Base32Tests {
    static let vectors = [
        ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI======"),
    ]

    static func decode(_ text: String) throws -> String {
        let bytes = try SecretBytes(copying: text.utf8).withUnsafeBytes { try Base32.decode($0) }
        return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: vectors)
    func theVectorsOfTheStandardAreKept(plain: String, text: String) throws {
        #expect(try Self.decode(text) == plain)
        #expect(try Self.decode(text.lowercased().filter { $0 != "=" }) == plain)
        let encoded = Base32.encode(SecretBytes(copying: plain.utf8))
        #expect(encoded.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == text.filter { $0 != "=" })
    }

    @Test(arguments: ["MZXW 6YTB OI", "mzxw-6ytb-oi", " MZXW6YTBOI== ", "MZXW6\tYTBOI\n", "MZXW6YTBOI7"])
    func blanksHyphensAndBitsLeftOverDoNotMatter(text: String) throws {
        #expect(try Self.decode(text) == "foobar")
    }

    @Test(arguments: [
        "", " ", "=", "M", "MZXW0", "MZXW1", "MZXW8", "MZ=XW6", "MZXW6é", "MZXW6\0", "MZXW6.",
        String(repeating: "A", count: 207),
    ])
    func anythingElseIsAnErrorThatSaysNothingOfIt(text: String) {
        let error = #expect(throws: OneTimeCodeError.self) { try Self.decode(text) }
        #expect(error?.reason.contains("MZ") == false)
    }
}
