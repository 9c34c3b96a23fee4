import Secrets
import Testing

@testable import PasswordGeneration
@testable import PasswordTools

@Suite struct OneTimeCodeURITests {
    static let secret = "JBSWY3DPEHPK3PXP"

    static func uri(_ code: OneTimeCode) -> String {
        code.uri().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aUsualURIIsRead() throws {
        let code = try OneTimeCode.parse(
            "otpauth://totp/ACME%20Co:john.doe@example.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co"
                + "&algorithm=SHA256&digits=8&period=60")
        #expect(
            code.settings
                == OneTimeCodeSettings(
                    algorithm: .sha256, factor: .time(period: 60), format: .digits(8), issuer: "ACME Co",
                    account: "john.doe@example.com"))
        #expect(
            Self.uri(code) == "otpauth://totp/ACME%20Co:john.doe%40example.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"
                + "&issuer=ACME%20Co&algorithm=SHA256&digits=8&period=60")
    }

    /// A label, the parameter for the issuer, and what comes of both.
    @Test(
        arguments: [
            ("alice", nil, nil, "alice"), ("alice", "ACME", "ACME", "alice"), ("ACME:alice", nil, "ACME", "alice"),
            ("ACME%3Aalice", nil, "ACME", "alice"), ("ACME:%20alice", "ACME", "ACME", "alice"),
            ("ACME%3A%20%20alice", "ACME", "ACME", "alice"), ("ACME:alice", "Bob+Ltd", "Bob Ltd", "ACME:alice"),
            ("", "ACME", "ACME", nil), ("", nil, nil, nil), (":alice", "ACME", "ACME", "alice"),
            ("ACME:", nil, "ACME", nil),
            ("a+b@example.com", "", nil, "a+b@example.com"), ("%C3%A9t%C3%A9", nil, nil, "été"),
            ("A:B:c", "A", "A", "B:c"), ("x", "A%3AB", "A:B", "x"), ("a%2Fb/c", nil, nil, "a/b/c"),
        ] as [(String, String?, String?, String?)])
    func issuerAndAccountAreTold(label: String, parameter: String?, issuer: String?, account: String?) throws {
        let text = "otpauth://totp/\(label)?secret=\(Self.secret)" + (parameter.map { "&issuer=\($0)" } ?? "")
        let code = try OneTimeCode.parse(text)
        #expect(code.settings.issuer == issuer && code.settings.account == account)
        #expect(try OneTimeCode.parse(Self.uri(code)).settings == code.settings)
    }

    @Test(arguments: [
        (
            "otpauth://hotp/a?secret=\(secret)&counter=18446744073709551615",
            OneTimeCodeSettings(factor: .counter(.max), account: "a")
        ),
        ("otpauth://HOTP/a?secret=\(secret)", OneTimeCodeSettings(factor: .counter(0), account: "a")),
        ("OTPAUTH://totp/?SECRET=\(secret)", OneTimeCodeSettings()),
        ("otpauth://totp?secret=\(secret)", OneTimeCodeSettings()),
        (" otpauth://totp/?secret=jbsw%20y3dp+ehpk-3pxp#x \n", OneTimeCodeSettings()),
        ("otpauth://totp/?secret=\(secret)&secret=\(secret)&&digits=6&digits=6", OneTimeCodeSettings()),
        ("otpauth://totp/?algorithm=sha-512&secret=\(secret)", OneTimeCodeSettings(algorithm: .sha512)),
        ("otpauth://totp/?algorithm=HmacSHA1&secret=\(secret)", OneTimeCodeSettings()),
        ("otpauth://steam/?secret=\(secret)", OneTimeCodeSettings(format: .steam)),
        ("otpauth://totp/?secret=\(secret)&encoder=Steam&digits=5", OneTimeCodeSettings(format: .steam)),
        (
            "otpauth://totp/Steam:bob?secret=\(secret)&digits=5",
            OneTimeCodeSettings(format: .steam, issuer: "Steam", account: "bob")
        ),
        (secret, OneTimeCodeSettings()), ("jbsw y3dp ehpk 3pxp", OneTimeCodeSettings()),
        (
            "otpauth://totp/?secret=\(secret)&image=https%3A%2F%2Fa.example%2Fi.png&counter=x&flag&lock=a%26b",
            OneTimeCodeSettings(others: [
                .init(name: "image", value: "https://a.example/i.png"), .init(name: "counter", value: "x"),
                .init(name: "flag", value: ""), .init(name: "lock", value: "a&b"),
            ])
        ),
    ])
    func otherFormsAreReadAndWritten(text: String, settings: OneTimeCodeSettings) throws {
        let code = try OneTimeCode.parse(text)
        #expect(code.settings == settings)
        let again = try OneTimeCode.parse(Self.uri(code))
        #expect(again.settings == settings && again.secret.equals(code.secret))
        #expect(
            code.code(counter: 1) == (try OneTimeCode.parse("otpauth://hotp/?secret=\(Self.secret)").code(counter: 1))
                || settings.format == .steam || settings.algorithm != .sha1)
    }

    /// A query, and a word of the error.
    @Test(arguments: [
        ("otpauth://totp/a", "no secret"), ("otpauth://totp/a?secret=", "1 to 128 bytes"),
        ("otpauth://totp/a?secret=01", "Base32"),
        ("otpauth://totp/a?secret=\(secret)&secret=MZXW6YTB", "two different"),
        ("otpauth://totp/a?secret=\(secret)&digits=5", "6 to 8"),
        ("otpauth://totp/a?secret=\(secret)&digits=6&digits=8", "two different"),
        ("otpauth://totp/a?secret=\(secret)&digits=six", "number"),
        ("otpauth://totp/a?secret=\(secret)&issuer=A&issuer=B", "two different"),
        ("otpauth://totp/a?secret=\(secret)&period=0", "period"),
        ("otpauth://totp/a?secret=\(secret)&period=99999999999999999999", "number"),
        ("otpauth://totp/a?secret=\(secret)&period=-1", "number"),
        ("otpauth://totp/a?secret=\(secret)&period=%EF%BC%91", "number"),
        ("otpauth://totp/a?secret=\(secret)&algorithm=MD5", "algorithm"),
        ("otpauth://motp/a?secret=\(secret)", "type"), ("otpauth:///a?secret=\(secret)", "type"),
        ("https://totp/a?secret=\(secret)", "otpauth"),
        ("otpauth://totp/%2?secret=\(secret)", "percent"), ("otpauth://totp/%GG?secret=\(secret)", "percent"),
        ("otpauth://totp/%FF?secret=\(secret)", "UTF-8"), ("otpauth://totp/%1B%5B2J?secret=\(secret)", "control"),
        ("otpauth://totp/a?secret=\(secret)&issuer=%0A", "control"),
        ("otpauth://hotp/a?secret=\(secret)&counter=18446744073709551616", "number"),
        ("otpauth-migration://offline?data=x", "export"), ("://", "otpauth"),
        ("otpauth://totp/a?secret=\(secret)" + String(repeating: "&a=b", count: 33), "parameters"),
        ("otpauth://totp/" + String(repeating: "a", count: 4096), "4096"),
    ])
    func errorsDoNotContainTheSecret(text: String, word: String) {
        let error = #expect(throws: OneTimeCodeError.self) { _ = try OneTimeCode.parse(text) }
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains(Self.secret) == false)
    }

    /// What is written has the issuer and others besides.
    @Test func thirtyTwoOtherParametersAreKept() throws {
        let others = String(repeating: "&a=b", count: 32)
        let code = try OneTimeCode.parse("otpauth://steam/A:b?secret=\(Self.secret)&algorithm=SHA256&period=9\(others)")
        #expect(code.settings.others.count == 32)
        #expect(try OneTimeCode.parse(Self.uri(code)).settings == code.settings)
    }

    /// Settings that no URI was read for.
    @Test(
        arguments: [("A:B", "c:d"), (nil, "c:d"), ("A", nil), ("été", "?&=#%+"), ("A", "B:c")] as [(String?, String?)])
    func anyNamesComeBack(issuer: String?, account: String?) throws {
        let settings = OneTimeCodeSettings(issuer: issuer, account: account)
        let code = try OneTimeCode(secret: SecretBytes(copying: "1234567890".utf8), settings: settings)
        #expect(try OneTimeCode.parse(Self.uri(code)).settings == settings)
    }
}
