import Foundation
import PasswordTools
import PasswordVault
import Testing

@testable import VaultExchange

@Suite struct KeePassItemTests {
    private func item(_ strings: KeyValuePairs<String, String>, more: String = "") throws -> ImportedItem {
        try #require(try importKeePass(keePassEntry(strings, more: more)).items.first)
    }

    private func remarks(_ strings: KeyValuePairs<String, String>, more: String = "") throws -> [String] {
        try importKeePass(keePassEntry(strings, more: more)).remarks.map(\.text)
    }

    // MARK: - Kinds and fields

    @Test func entriesWithATextAloneAreNotes() throws {
        #expect(try item(["Title": "a", "Notes": "b", "Password": ""]).item.kind == .secureNote)
        #expect(try item(["Title": "a", "Notes": "b", "Password": "c"]).item.kind == .login)
        #expect(try item(["Title": "a"]).item.kind == .login)
    }

    @Test func protectionInMemoryMakesConcealedFields() throws {
        let entry = "<Entry><String><Key>PIN</Key><Value ProtectInMemory=\"True\">12</Value></String></Entry>"
        let field = try #require(try importKeePass(entry).items.first?.item.fields.last)
        #expect(field.kind == .concealed && field.label == "PIN")
    }

    @Test func additionalAddressesFollowTheFirst() throws {
        let item = try item([
            "KP2A_URL": "https://b.example", "KP2A_URL_10": "https://d.example", "KP2A_URL_2": "https://c.example",
            "URL": "https://a.example", "AndroidApp": "com.example",
        ])
        #expect(
            item.item.websites.map(\.address) == [
                "https://a.example", "https://b.example", "https://c.example", "https://d.example",
            ])
        #expect(item.item.fields.last?.label == "AndroidApp")
    }

    @Test func whatHasNoPlaceIsRemarkedOnce() throws {
        let icon = "<CustomIconUUID>AAAAAAAAAAAAAAAAAAAAAQ==</CustomIconUUID><ForegroundColor>#FF0000</ForegroundColor>"
        let autoType = "<AutoType><Association><Window>w</Window></Association></AutoType>"
        let data = "<CustomData><Item><Key>plugin</Key><Value>x</Value></Item></CustomData>"
        let entry = keePassEntry(["Title": "a"], more: icon + autoType + data)
        let content = try importKeePass("<Notes>group</Notes>" + entry + entry)
        #expect(content.remarks.count == 5)
        #expect(content.remarks.allSatisfy { $0.position.isEmpty })
        #expect(try remarks(["Title": "a"], more: "<AutoType><Enabled>True</Enabled></AutoType>").isEmpty)
    }

    @Test func identifiersOfFieldsAreUniqueWhateverTheFileSays() throws {
        let twice = try item(["Title": "a", "Room": "1", "Room": "2", "Password": "p"]).item
        #expect(Set(twice.allFields.map(\.id)).count == twice.allFields.count)
        #expect(twice.fields.suffix(2).map(\.value) == [.text("1"), .text("2")])
        var layout = KeePassLayout(kind: "login")
        let place = KeePassLayout.Place(string: "Room", id: "x", label: "l", kind: "text", section: nil)
        (layout.fields, layout.sections) = ([place, place], [.init(id: "s", title: "1"), .init(id: "s", title: "2")])
        layout.fields.append(KeePassLayout.Place(string: "Room", id: "", label: "", kind: "none", section: 99))
        let data =
            "<CustomData><Item><Key>\(KeePassLayout.key)</Key><Value>\(try layout.text())</Value></Item></CustomData>"
        let hostile = try item(["Title": "a", "Room": "1"], more: data + "<OverrideURL>o</OverrideURL>").item
        #expect(hostile.allFields.count == 4)
        #expect(Set(hostile.allFields.map(\.id)).count == 4 && !hostile.allFields.contains { $0.id.isEmpty })
        #expect(Set(hostile.sections.map(\.id)).count == 2)
    }

    @Test func layoutsThatAreNoneAreLeftOut() throws {
        for text in ["", "{}", "[1", "{\"version\": 2, \"kind\": \"card\"}", String(repeating: "[", count: 100_000)] {
            let data = "<CustomData><Item><Key>\(KeePassLayout.key)</Key><Value>\(text)</Value></Item></CustomData>"
            #expect(try item(["Title": "a", "Password": "p"], more: data).item.secret("password")?.text == "p")
        }
    }

    @Test func overriddenAddressIsAField() throws {
        let item = try item(["Title": "a"], more: "<OverrideURL>cmd://x</OverrideURL>")
        #expect(item.item.text("override-url") == "cmd://x")
    }

    @Test func missingIdentifiersAndNamesAreNoErrors() throws {
        let content = try importKeePass(
            "<UUID/><Entry><UUID/><String><Key/><Value/></String><History/></Entry><Group><UUID>AA==</UUID></Group>")
        #expect(content.items.count == 1)
    }

    @Test func documentsWithoutARootOrWithTwoAreDamaged() {
        for root in ["", "<Root/>", "<Root><Group/></Root><Root><Group/></Root>", "<Root><Group/><Group/></Root>"] {
            #expect(throws: ExchangeError.self) {
                try KeePassXMLFormat().read(
                    ImportSource(Data("<KeePassFile>\(root)</KeePassFile>".utf8)), ImportContext())
            }
        }
    }

    @Test func aMillionFormerVersionsAreNotKept() throws {
        let versions = (0..<1100).map { "<Entry><String><Key>Password</Key><Value>p\($0)</Value></String></Entry>" }
            .joined()
        let content = try importKeePass(keePassEntry(["Password": "now"], more: "<History>\(versions)</History>"))
        #expect(content.items.first?.history.count == 1000)
        #expect(content.items.first?.history.first?.secret.text == "p1099")
        #expect(content.remarks.contains { $0.position == "entry 1" && $0.text.contains("1100") })
    }

    @Test func importIsInterrupted() throws {
        var context = ImportContext()
        context.cancellation = .init()
        context.cancellation?.cancel()
        #expect {
            try KeePassXMLFormat().read(ImportSource(keePassExport(keePassEntry(["Title": "a"]))), context)
        } throws: {
            ($0 as? ExchangeError)?.kind == .cancelled
        }
    }

    @Test func excessOfStringsAndInflatedAttachmentsIsRefused() throws {
        let string = "<String><Key>k</Key><Value>v</Value></String>"
        #expect { try importKeePass("<Entry>\(String(repeating: string, count: 2001))</Entry>") } throws: {
            ($0 as? ExchangeError)?.kind == .tooLarge
        }
        // 60 MiB of zeros, twenty times.
        let zeros = WipedBuffer()
        zeros.append([UInt8](repeating: 0, count: 60 << 20))
        let packed = try Gzip.deflate(zeros).withUnsafeBytes { Data($0).base64EncodedString() }
        let binaries = (0..<20).map { "<Binary ID=\"\($0)\" Compressed=\"True\">\(packed)</Binary>" }.joined()
        #expect { try importKeePass("", meta: "<Binaries>\(binaries)</Binaries>") } throws: {
            ($0 as? ExchangeError)?.kind == .tooLarge
        }
    }

    @Test func attachmentThatManyEntriesNameCountsForEach() throws {
        let zeros = WipedBuffer()
        zeros.append([UInt8](repeating: 0, count: 60 << 20))
        let packed = try Gzip.deflate(zeros).withUnsafeBytes { Data($0).base64EncodedString() }
        let entry = keePassEntry(["Title": "a"], more: "<Binary><Key>f</Key><Value Ref=\"0\"/></Binary>")
        let meta = "<Binaries><Binary ID=\"0\" Compressed=\"True\">\(packed)</Binary></Binaries>"
        #expect(try importKeePass(String(repeating: entry, count: 60), meta: meta).items.count == 60)
        #expect { try importKeePass(String(repeating: entry, count: 80), meta: meta) } throws: {
            ($0 as? ExchangeError)?.kind == .tooLarge
        }
    }

    // MARK: - References

    private static let target =
        "<Entry><UUID>AAECAwQFBgcICQoLDA0ODw==</UUID><String><Key>Title</Key><Value>Target</Value></String>"
        + "<String><Key>UserName</Key><Value>{S:Alias}</Value></String><String><Key>Alias</Key><Value>ada</Value></String>"
        + "<String><Key>Password</Key><Value>p{Z}</Value></String><String><Key>URL</Key><Value>https://u:p@h.example:8/x?q</Value></String>"
        + "</Entry>"

    @Test(arguments: [
        ("{REF:U@I:000102030405060708090A0B0C0D0E0F}", "ada"), ("{ref:u@t:target}", "ada"),
        ("{REF:P@T:arge}", "p{Z}"), ("{REF:I@O:ada}", "000102030405060708090A0B0C0D0E0F"),
        ("x{TITLE}-{S:Other}y", "xHere-othery"),
        ("{REF:U@T:none}", "{REF:U@T:none}"), ("{REF:broken}", "{REF:broken}"), ("{", "{"), ("a{}b", "a{}b"),
        ("{DT_SIMPLE}", "{DT_SIMPLE}"),
        ("{URL:HOST}:{URL:PORT}{URL:PATH}{URL:QUERY}", "own.example:81/p?a=b"),
        ("{URL:RMVSCM}", "me@own.example:81/p?a=b"),
        ("{URL:SCM}/{URL:USERNAME}", "https/me"), ("{C:comment}x", "x"), ("{unknown}", "{unknown}"),
    ])
    func placeholdersAreReplaced(text: String, expected: String) throws {
        let entry = keePassEntry([
            "Title": "Here", "UserName": text, "Other": "other", "URL": "https://me@own.example:81/p?a=b",
        ])
        let content = try importKeePass(Self.target + entry)
        #expect(content["Here"]?.item.text("username") == expected)
    }

    @Test func whatCannotBeReplacedIsRemarked() throws {
        #expect(try remarks(["UserName": "{REF:U@T:none}"]).count == 1)
        #expect(try remarks(["Password": "{DT_YEAR}"]).count == 1)
        #expect(try remarks(["Password": "{curly} {a}"]).isEmpty)
    }

    @Test func cyclesAndMultiplyingReferencesEnd() throws {
        let cycle = try item(["Title": "{USERNAME}", "UserName": "{TITLE}"])
        #expect(!cycle.item.title.isEmpty)
        let wide = String(repeating: "{S:A}", count: 50)
        let multiplied = try item(["UserName": wide, "A": wide])
        #expect(multiplied.item.text("username") == wide)
        let long = String(repeating: "x", count: 100_000)
        #expect(
            try item(["UserName": String(repeating: "{S:A}", count: 100), "A": long]).item.text("username")?.count
                == 500)
    }

    @Test func customFieldsKeepPlaceholdersAndResolveReferences() throws {
        let entry = keePassEntry(["Title": "Here", "Form": "{USERNAME}", "Linked": "{REF:T@T:Target}"])
        let item = try #require(try importKeePass(Self.target + entry)["Here"]?.item)
        #expect(item.fields.first { $0.label == "Form" }?.value == .text("{USERNAME}"))
        #expect(item.fields.first { $0.label == "Linked" }?.value == .text("Target"))
    }

    // MARK: - One-time codes

    /// The secret of RFC 6238, appendix B, whose code at 59 s is 94287082.
    private static let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private func code(_ strings: KeyValuePairs<String, String>) throws -> OneTimeCode {
        let item = try item(strings).item
        return try OneTimeCode.parse(try #require(item.secret("one-time-code")).copy())
    }

    @Test func codesOfAllFormsAreRead() throws {
        let forms: [KeyValuePairs<String, String>] = [
            ["otp": "otpauth://totp/a:b?secret=\(Self.base32)&amp;digits=8&amp;period=30"],
            ["otp": "key=\(Self.base32)&amp;size=8&amp;step=30"],
            ["TOTP Seed": "gezd gnbv gy3t qojq gezd gnbv gy3t qojq", "TOTP Settings": "30;8"],
            ["TimeOtp-Secret-Base32": Self.base32, "TimeOtp-Length": "8"],
            ["TimeOtp-Secret": "12345678901234567890", "TimeOtp-Length": "8", "TimeOtp-Period": "30"],
            ["TimeOtp-Secret-Hex": "3132333435363738393031323334353637383930", "TimeOtp-Length": "8"],
            [
                "TimeOtp-Secret-Base64": "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "TimeOtp-Length": "8",
                "TimeOtp-Algorithm": "HMAC-SHA-1",
            ],
        ]
        for form in forms {
            let code = try code(form)
            #expect(code.code(at: Date(timeIntervalSince1970: 59))?.code == "94287082", "\(form)")
            #expect(try item(form).item.fields.count == 3, "\(form)")
        }
    }

    @Test func settingsOfCodesAreRead() throws {
        let sha256 = try code([
            "TimeOtp-Secret-Base32": Self.base32, "TimeOtp-Algorithm": "HMAC-SHA-256", "TimeOtp-Period": "60",
        ])
        #expect(sha256.settings.algorithm == .sha256 && sha256.settings.factor == .time(period: 60))
        #expect(try code(["TOTP Seed": Self.base32, "TOTP Settings": "30;S"]).settings.format == .steam)
        #expect(try code(["otp": "otpauth://totp/x?secret=\(Self.base32)&amp;encoder=steam"]).settings.format == .steam)
        let counter = try code(["HmacOtp-Secret": "12345678901234567890", "HmacOtp-Counter": "1"])
        // RFC 4226, appendix D.
        #expect(counter.currentCode == "287082")
        #expect(try code(["otp": "key=\(Self.base32)&amp;otpHashMode=Sha512"]).settings.algorithm == .sha512)
    }

    @Test func codesThatAreNotUnderstoodAreFieldsWithARemark() throws {
        for strings: KeyValuePairs in [
            ["Title": "a", "otp": "what?!"], ["Title": "a", "TOTP Seed": "!!!"],
            ["Title": "a", "otp": "key=ABC&amp;otpHashMode=MD5"],
            ["Title": "a", "TimeOtp-Secret-Hex": "abc"], ["Title": "a", "otp": "otpauth://totp/?secret="],
        ] {
            let item = try item(strings).item
            #expect(item.fields.contains { $0.label == strings[1].key && !$0.value.isEmpty }, "\(strings)")
            #expect(try remarks(strings).count == 1)
        }
    }

    // MARK: - Passkeys

    @Test func passkeyIsOneField() throws {
        let strings: KeyValuePairs = [
            "Title": "a", "UserName": "jane", "KPEX_PASSKEY_CREDENTIAL_ID": "id", "KPEX_PASSKEY_PRIVATE_KEY_PEM": "pem",
            "KPEX_PASSKEY_RELYING_PARTY": "example.org", "KPEX_PASSKEY_USERNAME": "jane",
            "KPEX_PASSKEY_USER_HANDLE": "h",
        ]
        let item = try item(strings).item
        #expect(item.kind == .passkey)
        #expect(item.text("relying-party") == "example.org")
        #expect(item.text("username") == "jane")
        let members = try JSONDecoder().decode(
            [String: String].self, from: Data(try #require(item.secret("passkey")).text.utf8))
        #expect(members.count == 5 && members["KPEX_PASSKEY_PRIVATE_KEY_PEM"] == "pem")
        #expect(item.fields.count == 3)
    }

    @Test func passkeyNextToAPasswordIsPartOfTheLogin() throws {
        let item = try item(["Title": "a", "Password": "p", "KPEX_PASSKEY_CREDENTIAL_ID": "id"]).item
        #expect(item.kind == .login)
        #expect(item.fields.first { $0.kind == .passkey }?.id == "passkey")
    }

    // MARK: - Dates

    @Test func datesAreThoseOfTheCalendar() {
        #expect(KeePassDate.date("1970-01-01T00:00:00Z") == Date(timeIntervalSince1970: 0))
        #expect(KeePassDate.date("2000-02-29T12:00:00Z") == Date(timeIntervalSince1970: 951_825_600))
        #expect(KeePassDate.date("2010-08-25T16:19:25+02:00") == Date(timeIntervalSince1970: 1_282_745_965))
        #expect(KeePassDate.date("2010-08-25") == Date(timeIntervalSince1970: 1_282_694_400))
        for text in ["", "x", "2010-13-01", "2010-08-25T99:00:00Z", "////////////", "AAAAAAAAAP8=", "0000-00-00"] {
            #expect(KeePassDate.date(text) == nil, "\(text)")
        }
        for seconds in [-62_135_596_800.0, -1, 0, 951_825_600, 253_402_300_799] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(KeePassDate.date(KeePassDate.text(date)) == date)
        }
        #expect(KeePassDate.day(Date(timeIntervalSince1970: 951_825_600)) == "2000-02-29")
    }
}
