import Foundation
import LinuxSupport
import PasswordTools
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import VaultExchange

/// Files of programs for one-time codes.
@Suite struct OneTimeCodeFormatTests {
    static func settings(_ item: VaultItem) throws -> OneTimeCodeSettings {
        try OneTimeCode.parse(item.value("one-time-code")).settings
    }

    static func secret(_ item: VaultItem) throws -> [UInt8] {
        try OneTimeCode.parse(item.value("one-time-code")).secret.withUnsafeBytes { Array($0) }
    }

    /// The bytes of JBSWY3DPEHPK3PXP.
    static let secret: [UInt8] = Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF]

    /// Two accounts in the first of two QR codes, made by hand from the description of the message.
    static let migration =
        "otpauth-migration://offline?data=CigKCkhlbGxvId6tvu8SC0V4YW1wbGU6YW5uGgdFeGFtcGxlIAEoATACCiIKCkhlbGxvId6tvu8"
        + "SA2JvYhoHQ291bnRlciADKAIwATgqEAEYAiAAKE0%3D"

    @Test func addressesBecomeLogins() throws {
        let text = """
            otpauth://totp/Example:ann?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA512&digits=8&period=60

            # a comment
            otpauth://hotp/bob?secret=JBSWY3DPEHPK3PXP&counter=7
            steam://JBSWY3DPEHPK3PXP
            hello
            otpauth://steam/Boeing:eve?secret=JBSWY3DPEHPK3PXP&issuer=Boeing&algorithm=SHA1&digits=5&period=30
            """
        #expect(TextReading.recognized(text) == "otpauth")
        let content = try TextReading.read(text)
        #expect(content.items.map(\.item.title) == ["Example", "bob", "One-Time Code", "Boeing"])
        #expect(content.items[0].item.value("username") == "ann" && content.items[0].position == "line 1")
        let settings = try Self.settings(content.items[0].item)
        #expect(settings.algorithm == .sha512 && settings.format == .digits(8) && settings.factor == .time(period: 60))
        #expect(try Self.settings(content.items[1].item).factor == .counter(7))
        #expect(try Self.settings(content.items[2].item).format == .steam)
        #expect(try Self.settings(content.items[3].item).format == .steam)
        #expect(content.remarks.map(\.position) == ["line 6"])
    }

    @Test func theAccountsOfGoogleAuthenticatorBecomeLogins() throws {
        let content = try TextReading.read(Self.migration + "\n")
        #expect(content.items.map(\.item.title) == ["Example", "Counter"])
        #expect(content.items.map { $0.item.value("username") } == ["ann", "bob"])
        #expect(try Self.secret(content.items[0].item) == Self.secret)
        let counter = try Self.settings(content.items[1].item)
        #expect(counter.factor == .counter(42) && counter.algorithm == .sha512 && counter.format == .digits(8))
        // The second QR code is missing.
        #expect(content.remarks.count == 1 && content.remarks[0].text.contains("2 QR codes"))
    }

    @Test(arguments: [
        "otpauth-migration://offline?data=", "otpauth-migration://offline?data=!!!", "otpauth-migration://x",
    ])
    func aDamagedMigrationIsAnErrorOrNothing(text: String) throws {
        do { #expect(try TextReading.read(text).items.isEmpty) } catch let error as ExchangeError {
            #expect(error.kind == .damaged)
        }
    }

    @Test(
        .enabled(
            if: ChildProcess.isInstalled("python3") && (try? SharedLibrary("libqrencode.so.4")) != nil
                && (try? SharedLibrary("libzbar.so.0")) != nil, "python3, libqrencode or libzbar is not installed"))
    func aPictureOfTheQRCodeIsRead() throws {
        let code = try QRCode(encoding: SecretBytes(copying: Self.migration.utf8))
        var rows = ""
        for row in 0..<code.side {
            for column in 0..<code.side { rows += code.isDark(row: row, column: column) ? "1" : "0" }
            rows += "\n"
        }
        let directory = try TemporaryDirectory()
        let script = """
            import sys,zlib,struct
            rows=sys.stdin.read().split(); n=len(rows)+8; m=['0'*n]*4+['0000'+r+'0000' for r in rows]+['0'*n]*4
            raw=b''.join((b'\\0'+b''.join((b'\\0' if c=='1' else b'\\xff')*6 for c in r))*6 for r in m)
            def chunk(t,d): return struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d))
            open(sys.argv[1],'wb').write(b'\\x89PNG\\r\\n\\x1a\\n'+chunk(b'IHDR',struct.pack('>IIBBBBB',n*6,n*6,8,0,0,0,0))
              +chunk(b'IDAT',zlib.compress(raw))+chunk(b'IEND',b''))
            """
        let status = try ChildProcess.run(["python3", "-c", script, directory("a.png")], input: rows).status
        #expect(status == 0)
        let source = try ImportSource(path: directory("a.png"))
        let format = try TextReading.format("otpauth")
        #expect(format.recognizes(source))
        #expect(try format.read(source, ImportContext()).items.map(\.item.title) == ["Example", "Counter"])
    }

    @Test(arguments: ["aegis", "2fas", "andotp-encrypted", "andotp-old"])
    func encryptedFilesAreOpened(sample: String) throws {
        let data: [String: Data] = [
            "aegis": Data(EncryptedCodeSamples.aegis.utf8), "2fas": Data(EncryptedCodeSamples.twoFAS.utf8),
            "andotp-encrypted": try #require(Data(base64Encoded: EncryptedCodeSamples.andOTP)),
            "andotp-old": try #require(Data(base64Encoded: EncryptedCodeSamples.oldAndOTP)),
        ]
        let file = try #require(data[sample])
        let name = sample == "andotp-old" ? "andotp-encrypted" : sample
        if !name.hasPrefix("andotp") { #expect(TextReading.recognized(file) == name) }
        let content = try TextReading.read(file, as: name, password: EncryptedCodeSamples.password)
        let first = try #require(content.items.first)
        #expect(first.item.title == "Example" && first.item.value("username") == "ann")
        #expect(first.item.tags == ["Work"])
        #expect(try Self.secret(first.item) == Self.secret)
        let wrong = #expect(throws: ExchangeError.self) { try TextReading.read(file, as: name, password: "wrong") }
        #expect(wrong?.kind == .wrongPassword)
        let missing = #expect(throws: ExchangeError.self) { try TextReading.read(file, as: name) }
        #expect(missing?.kind == .passwordRequired)
    }

    @Test func aegisKindsOfCodesAreKept() throws {
        let content = try TextReading.read(EncryptedCodeSamples.aegis, password: EncryptedCodeSamples.password)
        let items = content.items.map(\.item)
        let first = try Self.settings(items[0])
        #expect(first.algorithm == .sha256 && first.format == .digits(8) && first.factor == .time(period: 60))
        #expect(items[0].isFavourite && items[0].notes?.text == "n")
        #expect(try Self.settings(items[1]).factor == .counter(9))
        #expect(try Self.settings(items[2]).format == .steam)
        // A code that is not supported keeps its secret.
        #expect(items[3].value("one-time-code") == "" && items[3].custom("secret") == "E3152AFEE62599C8")
        #expect(items[3].kind("secret") == .concealed && content.remarks.map(\.position) == ["entry 4"])
    }

    @Test func derivingAKeyAtAnyCostIsRefused() {
        for cost in ["\"n\":1073741824", "\"n\":3", "\"n\":9223372036854775807"] {
            let file = EncryptedCodeSamples.aegis.replacing("\"n\": 1024", with: cost)
            let error = #expect(throws: ExchangeError.self) { try TextReading.read(file, as: "aegis", password: "x") }
            #expect(error?.kind == .tooLarge)
        }
    }

    static let plain: [(name: String, text: String)] = [
        (
            "aegis",
            #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":2,"entries":[{"type":"totp","name":"ann","issuer":"Example","group":"Work","info":{"secret":"JBSWY3DPEHPK3PXP","algo":"SHA1","digits":6,"period":30}}]}}"#
        ),
        (
            "2fas",
            #"{"services":[{"name":"Example","secret":"JBSWY3DPEHPK3PXP","otp":{"account":"ann","digits":6,"period":30,"algorithm":"SHA1","tokenType":"TOTP"},"groupId":"1"}],"groups":[{"id":"1","name":"Work"}],"schemaVersion":4}"#
        ),
        (
            "andotp",
            #"[{"secret":"JBSWY3DPEHPK3PXP","label":"Example - ann","digits":6,"type":"TOTP","algorithm":"SHA1","period":30,"tags":["Work"]}]"#
        ),
        (
            "freeotp-plus",
            #"{"tokenOrder":["Example:ann"],"tokens":[{"algo":"SHA1","counter":0,"digits":6,"issuerExt":"Example","label":"ann","period":30,"secret":[72,101,108,108,111,33,-34,-83,-66,-17],"type":"TOTP"}]}"#
        ),
        (
            "raivo",
            #"[{"issuer":"Example","account":"ann","secret":"JBSWY3DPEHPK3PXP","algorithm":"SHA1","digits":"6","kind":"TOTP","timer":"30","counter":"0","pinned":"false","iconType":"","iconValue":""}]"#
        ),
    ]

    @Test(arguments: plain) func plainFilesAreRecognisedAndRead(name: String, text: String) throws {
        #expect(TextReading.recognized(text) == name)
        let content = try TextReading.read(text)
        let item = try #require(content.items.first?.item)
        #expect(item.title == "Example" && item.value("username") == "ann" && content.remarks.isEmpty)
        #expect(try Self.secret(item) == Self.secret)
        #expect(try Self.settings(item).factor == .time(period: 30))
    }

    @Test func everyBeginningOfAFileIsReadOrRefused() throws {
        for (name, text) in Self.plain { try TextReading.readBeginnings(of: Data(text.utf8), as: name) }
        try TextReading.readBeginnings(of: Data(Self.migration.utf8), as: "otpauth")
        let samples = [
            ("aegis", Data(EncryptedCodeSamples.aegis.utf8)), ("2fas", Data(EncryptedCodeSamples.twoFAS.utf8)),
            ("andotp-encrypted", Data(base64Encoded: EncryptedCodeSamples.andOTP) ?? Data()),
        ]
        for (name, data) in samples {
            let end = data.suffix(40)
            for cut in 0..<end.count {
                #expect(throws: ExchangeError.self) {
                    try TextReading.read(
                        Data(data.dropLast(cut + 1)), as: name, password: EncryptedCodeSamples.password)
                }
            }
        }
    }

    @Test func theCounterOfFreeOTPPlusIsThatOfTheNextCode() throws {
        let text =
            #"{"tokenOrder":[],"tokens":[{"algo":"SHA256","counter":49,"digits":7,"issuerExt":"E","label":"a","secret":[72,101,108,108,111,33,-34,-83,-66,-17],"type":"HOTP"}]}"#
        let settings = try Self.settings(try #require(try TextReading.read(text).items.first?.item))
        #expect(settings.factor == .counter(50) && settings.format == .digits(7))
    }

    @Test(arguments: ["aegis", "2fas", "freeotp-plus", "raivo", "andotp"])
    func deepJSONAndWrongTypesAreErrors(name: String) throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: ExchangeError.self) { try TextReading.read(deep, as: name) }
        for text in ["7", "null", "\"x\"", "[[1]]", "{\"tokens\":7}", "{\"db\":7,\"services\":7}", "[{}]", "{}"] {
            do { _ = try TextReading.read(text, as: name) } catch is ExchangeError {}
        }
    }

    @Test(arguments: ["otpauth", "aegis"]) func whatIsWrittenIsReadBack(format: String) throws {
        var numbers = SeededNumbers(7)
        let items = try (0..<100).map { index in
            var item = VaultItem(.login, title: "")
            let factors: [OneTimeCodeSettings.Factor] = [
                .time(period: 30), .time(period: 60), .counter(.random(in: 0...999, using: &numbers)),
            ]
            let settings = OneTimeCodeSettings(
                algorithm: OneTimeCodeSettings.Algorithm.allCases.randomElement(using: &numbers) ?? .sha1,
                factor: index % 9 == 0
                    ? .time(period: 30) : factors.randomElement(using: &numbers) ?? .time(period: 30),
                format: index % 9 == 0 ? .steam : .digits(.random(in: 6...8, using: &numbers)),
                issuer: numbers.text().replacing(":", with: ""), account: numbers.text())
            let secret = (0..<Int.random(in: 10...64, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            let code = try OneTimeCode(secret: SecretBytes(copying: secret), settings: settings)
            item.title = settings.issuer ?? ""
            item["username"] = .text(settings.account ?? "")
            item["one-time-code"] = .secret(Secret(code.uri()))
            if format == "aegis" { item.tags = index % 2 == 0 ? ["Work", "Home"] : [] }
            return item
        }
        let (data, remarks) = try TextReading.write(items, as: format, password: "pässword")
        #expect(remarks.isEmpty && TextReading.recognized(data) == format)
        let read = try TextReading.read(data, password: "pässword")
        #expect(read.items.count == items.count && read.remarks.isEmpty)
        for (read, item) in zip(read.items.map(\.item), items) {
            #expect(read.title == item.title && read.value("username") == item.value("username"))
            #expect(try Self.settings(read) == Self.settings(item) && Self.secret(read) == Self.secret(item))
            #expect(Set(read.tags) == Set(item.tags))
        }
    }

    @Test func anEncryptedFileShowsNoSecretAndNeedsAPassword() throws {
        var item = VaultItem(.login, title: "Example")
        item["one-time-code"] = .text("JBSWY3DPEHPK3PXP")
        let data = try TextReading.write([item, VaultItem(.login, title: "No code")], as: "aegis", password: "p")
        #expect(!String(decoding: data.data, as: UTF8.self).contains("Example"))
        #expect(data.remarks == [ImportRemark("No code", "left out: it has no one-time code")])
        #expect(throws: ExchangeError.self) { try TextReading.write([item], as: "aegis", password: "") }
    }

    @Test(.enabled(if: ChildProcess.isInstalled("oathtool"), "there is no program “oathtool”"))
    func oathtoolComputesTheSameCodes() throws {
        for (name, text) in Self.plain {
            let item = try #require(try TextReading.read(text, as: name).items.first?.item)
            let code = try OneTimeCode.parse(item.value("one-time-code")).code(
                at: Date(timeIntervalSince1970: 1_700_000_000))
            let output = try ChildProcess.run(
                ["oathtool", "--totp", "--base32", "--now", "2023-11-14 22:13:20 UTC", "JBSWY3DPEHPK3PXP"]
            ).output
            #expect(output == (code?.code ?? "") + "\n")
        }
    }
}
