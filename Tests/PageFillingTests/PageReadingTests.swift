import Foundation
import Testing

@testable import PageFilling

/// What a page is, and what its fields ask for.
@Suite struct PageReadingTests {
    private func read(
        _ fields: String, forms: String = "", page: String = "", url: String = "https://acme.example/start"
    ) throws -> PageReading {
        let members = page.isEmpty ? "" : page + ","
        let json = #"{"version": 2, "url": "\#(url)", \#(members) "fields": [\#(fields)], "forms": [\#(forms)]}"#
        return PageReading(try PageModel(json: Data(json.utf8)))
    }

    private func terms(_ fields: String, forms: String = "", page: String = "") throws -> [String] {
        try read(fields, forms: forms, page: page).fields.map(\.term.rawValue)
    }

    // MARK: - Kinds of pages

    private static let password = #"{"id": "p", "form": 1, "type": "password", "label": "Password"}"#
    private static let email = #"{"id": "e", "form": 1, "type": "email", "label": "E-mail"}"#

    @Test(arguments: [
        (email + "," + password, #"{"number": 1, "button": "Log in"}"#, PageKind.signIn),
        (password, #"{"number": 1, "button": "Log in"}"#, .signInSecond),
        (email, #"{"number": 1, "button": "Next", "heading": "Log in"}"#, .signInFirst),
        (email + "," + password, #"{"number": 1, "button": "Create account"}"#, .signUp),
        (email, #"{"number": 1, "button": "Subscribe"}"#, .newsletter),
        (
            #"{"id": "q", "form": 1, "type": "search"}"#, #"{"number": 1, "heading": "Search", "button": "Search"}"#,
            .search
        ),
        (
            #"{"id": "c", "form": 1, "label": "Verification code"}"#, #"{"number": 1, "button": "Continue"}"#,
            .oneTimeCode
        ),
        (
            #"{"id": "a", "form": 1, "label": "Old password", "type": "password"}, {"id": "b", "form": 1, "label": "New password", "type": "password"}"#,
            #"{"number": 1, "button": "Save"}"#, .changePassword
        ),
        (
            #"{"id": "a", "form": 1, "label": "Card number"}, {"id": "b", "form": 1, "label": "Expires"}"#,
            #"{"number": 1, "button": "Pay"}"#, .card
        ),
        (
            #"{"id": "a", "form": 1, "label": "Name"}, {"id": "b", "form": 1, "label": "Street"}, {"id": "c", "form": 1, "label": "City"}"#,
            #"{"number": 1, "button": "Continue"}"#, .address
        ),
    ])
    func kindIsTold(fields: String, form: String, kind: PageKind) throws {
        let reading = try read(fields, forms: form)
        #expect(reading.kind == kind, "\(reading.reasons)")
        #expect(!reading.reasons.isEmpty)
    }

    /// Names and passwords that belong to something else.
    @Test(arguments: [
        #"{"id": "a", "form": 1, "label": "SMTP user name"}, {"id": "b", "form": 1, "type": "password", "label": "SMTP password"}"#,
        #"{"id": "a", "form": 1, "label": "SSID"}, {"id": "b", "form": 1, "type": "password", "label": "Network key"}"#,
        #"{"id": "a", "form": 1, "label": "Your name"}, {"id": "b", "form": 1, "type": "email"}, {"id": "c", "form": 1, "type": "textarea", "label": "Message"}"#,
    ])
    func foreignFormIsLeftAlone(fields: String) throws {
        #expect(try read(fields, forms: #"{"number": 1, "button": "Save"}"#).kind == .other)
    }

    /// The heading of the page speaks of its one form, and not of two.
    @Test func pageSpeaksOfItsOnlyForm() throws {
        let page = #""headings": ["Create your account"]"#
        let form = #"{"number": 1, "button": "Continue"}"#
        #expect(try read(Self.email + "," + Self.password, forms: form).kind == .signIn)
        #expect(try read(Self.email + "," + Self.password, forms: form, page: page).kind == .signUp)
        let search = #"{"id": "q", "form": 2, "type": "search"},"#
        let two = form + #",{"number": 2, "role": "search"}"#
        #expect(try read(search + Self.email + "," + Self.password, forms: two, page: page).kind == .signUp)
    }

    // MARK: - Fields

    private static func menu(_ id: String, _ entries: some Sequence<String>, label: String = "") -> String {
        let options = entries.map { #"{"value": "\#($0)", "text": "\#($0)"}"# }.joined(separator: ",")
        return #"{"id": "\#(id)", "form": 1, "type": "select-one", "near": "\#(label)", "options": [\#(options)]}"#
    }

    @Test func entriesTellTheMenusOfADate() throws {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        let months = Self.menu("m", (1...12).map(String.init), label: "Expires")
        let card = #"{"id": "n", "form": 1, "label": "Card number"},"#
        let coming = Self.menu("y", (year...year + 12).map(String.init))
        #expect(try terms(card + months + "," + coming) == ["cc-number", "cc-exp-month", "cc-exp-year"])
        let birth = [
            Self.menu("d", (1...31).map(String.init), label: "Date of birth"),
            Self.menu("m", (1...12).map(String.init)),
            Self.menu("y", (year - 100...year - 10).map(String.init)),
        ]
        #expect(try terms(birth.joined(separator: ",")) == ["bday-day", "bday-month", "bday-year"])
    }

    @Test func entriesTellDiallingCodes() throws {
        let codes = Self.menu("c", ["+49", "+33", "+44", "+1"])
        let number = #"{"id": "t", "form": 1, "type": "tel", "label": "Mobile"}"#
        #expect(
            try terms(codes + "," + number) == ["tel-country-code", "tel"].map { $0 == "tel" ? "tel-national" : $0 })
    }

    @Test func hiddenFieldIsNamedWithItsReason() throws {
        let field = try #require(
            try read(#"{"id": "h", "label": "Password", "type": "password", "visible": false, "hidden": "clipped"}"#)
                .fields.first)
        #expect(field.term == .hidden)
        #expect(field.reasons == ["a person does not see it: clipped"])
    }

    @Test func shownNameIsAUsername() throws {
        let fields = #"{"id": "u", "form": 1, "label": "User name", "editable": false},"# + Self.password
        #expect(try terms(fields, forms: #"{"number": 1, "button": "Log in"}"#) == ["username", "current-password"])
    }

    @Test(arguments: [
        ("아이디", "비밀번호"), ("اسم المستخدم", "كلمة المرور"), ("שם משתמש", "סיסמה"), ("उपयोगकर्ता नाम", "पासवर्ड"),
        ("Логін", "Пароль"),
        ("Användarnamn", "Lösenord"), ("Brugernavn", "Adgangskode"), ("Uživatelské jméno", "Heslo"),
        ("Felhasználónév", "Jelszó"),
        ("Nume de utilizator", "Parolă"), ("Όνομα χρήστη", "Κωδικός πρόσβασης"), ("Käyttäjätunnus", "Salasana"),
        ("Nama pengguna", "Kata sandi"), ("Tên đăng nhập", "Mật khẩu"), ("ชื่อผู้ใช้", "รหัสผ่าน"),
    ])
    func otherLanguagesAreRead(name: String, password: String) throws {
        let fields = #"{"id": "u", "label": "\#(name)"}, {"id": "p", "label": "\#(password)"}"#
        #expect(try terms(fields) == ["username", "current-password"])
    }

    @Test func versionThreeIsRefused() {
        #expect(throws: PageFillingError.self) {
            try PageModel(json: Data(#"{"version": 3, "url": "https://acme.example", "fields": []}"#.utf8))
        }
    }
}
