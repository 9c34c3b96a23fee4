import PasswordVault
import Testing

@Suite struct PasswordTests {
    static let change: [TestPage] = [
        TestPage(
            "declared",
            #"""
            {"id":"c","type":"password","autocomplete":"current-password"},
            {"id":"n","type":"password","autocomplete":"new-password"},
            {"id":"r","type":"password","autocomplete":"new-password"}
            """#,
            gives: "c=hush"),
        TestPage(
            "by label",
            #"""
            {"id":"c","type":"password","label":"Current password"},
            {"id":"n","type":"password","label":"New password"},
            {"id":"r","type":"password","label":"Repeat new password"}
            """#,
            gives: "c=hush"),
        TestPage(
            "three of which nothing is said",
            #"""
            {"id":"c","type":"password"}, {"id":"n","type":"password"}, {"id":"r","type":"password"}
            """#, gives: "c=hush"),
        TestPage(
            "the old one is last",
            #"""
            {"id":"n","type":"password","name":"newPassword"},
            {"id":"r","type":"password","name":"confirmPassword"},
            {"id":"c","type":"password","name":"oldPassword"}
            """#,
            gives: "c=hush"),
        TestPage(
            "one beside a new one",
            #"{"id":"c","type":"password","name":"password"},{"id":"n","type":"password","name":"new_password"}"#,
            gives: "c=hush"),
        TestPage(
            "one without a word after the new one and its repetition",
            #"""
            {"id":"n","type":"password","name":"new"}, {"id":"r","type":"password","name":"again"},
            {"id":"c","type":"password"}
            """#,
            gives: "c=hush"),
        TestPage(
            "two beside a repetition",
            #"""
            {"id":"c","type":"password"}, {"id":"n","type":"password"},
            {"id":"r","type":"password","label":"Confirm"}
            """#,
            gives: "c=hush"),
        TestPage(
            "a name that is declared goes with it",
            #"""
            {"id":"u","autocomplete":"username"}, {"id":"c","type":"password","label":"Old password"},
            {"id":"n","type":"password","label":"New password"}
            """#,
            gives: "u=wendy", "c=hush"),
    ]

    static let asked: [TestPage] = [
        TestPage(
            "to go on", #"{"id":"p","type":"password","label":"Confirm your password to continue"}"#,
            item: .login(websites: ["https://other.example"]), gives: "p=hush"),
        TestPage(
            "in a form to sign up with it is new",
            #"{"id":"p","type":"password","label":"Verify password","form":1}"#,
            forms: #"{"number":1,"button":"Register"}"#, item: .login(websites: ["https://other.example"])),
    ]

    static let signUp: [TestPage] = [
        TestPage(
            "the repetition has no label",
            #"""
            {"id":"n","type":"password","label":"New password"}, {"id":"r","type":"password"}
            """#,
            gives: "n=hush", "r=hush"),
        TestPage(
            "a login that was made before",
            #"""
            {"id":"u","name":"username"}, {"id":"n","type":"password","autocomplete":"new-password"},
            {"id":"r","type":"password","autocomplete":"new-password"}
            """#,
            gives: "u=wendy", "n=hush", "r=hush"),
        TestPage(
            "password and repetition",
            #"""
            {"id":"e","type":"email","name":"email"}, {"id":"n","type":"password","name":"password"},
            {"id":"r","type":"password","name":"password_confirmation"}
            """#,
            item: .login("w@acme.example"), gives: "e=w@acme.example", "n=hush", "r=hush"),
        TestPage(
            "username, email and its repetition",
            #"""
            {"id":"u","name":"username"}, {"id":"e","type":"email","name":"email"},
            {"id":"f","type":"email","name":"email_confirm"},
            {"id":"n","type":"password","label":"Create a password"}
            """#,
            item: .login(own: [Field(id: "m", label: "my mail", kind: .email, value: .text("w@d.example"))]),
            gives: "u=wendy", "e=w@d.example", "f=w@d.example", "n=hush"),
        TestPage(
            "names are not a login's",
            #"""
            {"id":"f","name":"first_name","form":1}, {"id":"u","name":"email","form":1},
            {"id":"n","type":"password","form":1}
            """#,
            forms: #"{"number":1,"button":"Sign up"}"#, gives: "u=wendy", "n=hush"),
        TestPage(
            "a sign-in that says new-password to keep managers out",
            #"{"id":"u","name":"user","form":1},{"id":"p","type":"password","autocomplete":"new-password","form":1}"#,
            forms: #"{"number":1,"button":"Log in"}"#, gives: "u=wendy", "p=hush"),
        TestPage(
            "not with a login of another site",
            #"{"id":"u","name":"username"},{"id":"n","type":"password","autocomplete":"new-password"}"#,
            item: .login(websites: ["https://other.example"]), gives: "u=wendy"),
        TestPage(
            "with a password that was made and belongs nowhere yet",
            #"{"id":"u","name":"username"},{"id":"n","type":"password","autocomplete":"new-password"}"#,
            item: .made(), gives: "n=hush"),
        TestPage(
            "a sign-in elsewhere on the page goes before",
            #"""
            {"id":"n","form":1,"type":"password","autocomplete":"new-password"},
            {"id":"r","form":1,"type":"password","autocomplete":"new-password"},
            {"id":"p","form":2,"type":"password"}
            """#,
            gives: "p=hush"),
    ]

    /// However many fields a form to sign up has.
    static let crowded = TestPage(
        "crowded",
        (1...9).map { #"{"id":"n\#($0)","form":1,"type":"password","autocomplete":"new-password"},"# }.joined()
            + #"{"id":"p","form":2,"type":"password"}"#, gives: "p=hush")

    static let codes: [TestPage] = [
        TestPage(
            "with letters", #"{"id":"c","name":"twofactorcode","maxLength":5}"#, code: "N7K2Q", gives: "c=N7K2Q"),
        TestPage(
            "boxes for digits take no letters",
            (1...5).map { #"{"id":"\#($0)","maxLength":1,"type":"number","name":"otp\#($0)"}"# }.joined(separator: ","),
            code: "N7K2Q"),
        TestPage(
            "five boxes for letters",
            (1...5).map { #"{"id":"\#($0)","maxLength":1,"name":"code\#($0)"}"# }.joined(separator: ","),
            code: "N7K2Q", gives: "1=N", "2=7", "3=K", "4=2", "5=Q"),
        TestPage("declared", #"{"id":"c","autocomplete":"one-time-code"}"#, code: "123456", gives: "c=123456"),
        TestPage(
            "by label",
            #"""
            {"id":"c","label":"Enter the 6-digit code","type":"tel"}
            """#, code: "123456", gives: "c=123456"),
        TestPage(
            "beside the password",
            #"{"id":"u","name":"user"},{"id":"p","type":"password"},{"id":"c","name":"otp"}"#, code: "123456",
            gives: "u=wendy", "p=hush", "c=123456"),
        TestPage("shown as dots", #"{"id":"c","type":"password","name":"totp"}"#, code: "123456", gives: "c=123456"),
        TestPage(
            "six boxes", (1...6).map { #"{"id":"\#($0)","maxLength":1,"name":"digit-\#($0)"}"# }.joined(separator: ","),
            code: "120456", gives: "1=1", "2=2", "3=0", "4=4", "5=5", "6=6"),
        TestPage(
            "six boxes without a word",
            (1...6).map { #"{"id":"\#($0)","maxLength":1,"type":"tel"}"# }.joined(separator: ","), code: "123456",
            gives: "1=1", "2=2", "3=3", "4=4", "5=5", "6=6"),
        TestPage(
            "the first box takes all",
            #"{"id":"1","maxLength":6,"autocomplete":"one-time-code"},"#
                + (2...6).map { #"{"id":"\#($0)","maxLength":1}"# }.joined(separator: ","), code: "123456",
            gives: "1=1", "2=2", "3=3", "4=4", "5=5", "6=6"),
        TestPage(
            "eight digits do not go into six boxes",
            (1...6).map { #"{"id":"\#($0)","maxLength":1,"name":"otp\#($0)"}"# }.joined(separator: ","),
            code: "12345678"),
        TestPage(
            "single characters of a password are no code",
            (1...6).map { #"{"id":"\#($0)","maxLength":1,"type":"password"}"# }.joined(separator: ","), code: "123456"),
        TestPage(
            "a security code where no card is", #"{"id":"c","label":"Security code"}"#, code: "123456",
            gives: "c=123456"),
        TestPage("none is there", #"{"id":"c","autocomplete":"one-time-code"}"#),
        TestPage("a promotion is no code", #"{"id":"c","label":"Promo code"}"#, code: "123456"),
        TestPage("a postal code is no code", #"{"id":"c","label":"Postal code"}"#, code: "123456"),
    ]

    @Test(arguments: change) func aChangeOfPasswordGetsTheOldOneAlone(page: TestPage) throws { try page.check() }
    @Test(arguments: asked) func confirmationAloneMeansTheSavedPassword(page: TestPage) throws { try page.check() }
    @Test(arguments: signUp) func aNewPasswordIsTheSavedOneWhereNoneIsAskedForOtherwise(page: TestPage) throws {
        try page.check()
    }
    @Test func fieldsForThePasswordAsItIsGoBeforeAnyNumberOfNewOnes() throws { try Self.crowded.check() }
    @Test(arguments: codes) func aOneTimeCodeGoesToItsFields(page: TestPage) throws { try page.check() }
}

extension VaultItem {
    /// A password that a generator has made.
    static func made() -> VaultItem {
        var item = VaultItem(.password, title: "New")
        item["password"] = .secret(Secret("hush"))
        return item
    }
}
