import PasswordVault
import Testing

@Suite struct SignInTests {
    static let signIn: [TestPage] = [
        TestPage(
            "declared",
            #"""
            {"id":"u","type":"text","autocomplete":"username"},
            {"id":"p","type":"password","autocomplete":"current-password"}
            """#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "by name", #"{"id":"u","name":"username"},{"id":"p","type":"password","name":"password"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "by html id alone",
            #"{"id":"u","htmlID":"txtUserName"},{"id":"p","type":"password","htmlID":"txtPassword"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "glued names", #"{"id":"u","name":"mainusername"},{"id":"p","type":"password","name":"mainpassword"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "nothing is said", #"{"id":"a"},{"id":"b"},{"id":"p","type":"password"}"#, gives: "b=wendy", "p=hush"),
        TestPage(
            "email as username", #"{"id":"u","type":"email"},{"id":"p","type":"password"}"#,
            item: .login("wendy@acme.example"), gives: "u=wendy@acme.example", "p=hush"),
        TestPage(
            "an address of its own for an email field",
            #"{"id":"u","type":"email","name":"mail"},{"id":"p","type":"password"}"#,
            item: .login(own: [Field(id: "x", label: "reachable at", kind: .email, value: .text("w@d.example"))]),
            gives: "u=w@d.example", "p=hush"),
        TestPage(
            "a phone as username", #"{"id":"u","type":"tel","name":"phone"},{"id":"p","type":"password"}"#,
            item: .login("+49 30 1234"), gives: "u=+49 30 1234", "p=hush"),
        TestPage(
            "username goes before email",
            #"{"id":"e","name":"email"},{"id":"u","name":"user_name"},{"id":"p","type":"password"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "placeholder only",
            #"{"id":"u","placeholder":"Username or email"},{"id":"p","type":"password","placeholder":"Password"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "label before a meaningless name",
            #"""
            {"id":"q","name":"field_1","label":"Promo code"}, {"id":"u","name":"field_2","label":"Member ID"},
            {"id":"p","type":"password"}
            """#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "autocomplete beats name",
            #"""
            {"id":"u","name":"search_terms","autocomplete":"section-login username webauthn"},
            {"id":"p","type":"password"}
            """#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "autocomplete off is not obeyed",
            #"{"id":"u","name":"user","autocomplete":"off"},{"id":"p","type":"password","autocomplete":"off"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "password shown as text",
            #"{"id":"u","name":"user"},{"id":"p","type":"text","name":"password","label":"Password"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "a text called password beside a password is a trap",
            #"{"id":"u","name":"user"},{"id":"t","type":"text","name":"password"},{"id":"p","type":"password"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "captcha is left alone",
            #"{"id":"u","name":"user"},{"id":"p","type":"password"},{"id":"c","name":"captcha"}"#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "label name in a sign-in", #"{"id":"u","label":"Name","form":1},{"id":"p","type":"password","form":1}"#,
            forms: #"{"number":1,"button":"Log in"}"#, gives: "u=wendy", "p=hush"),
        TestPage(
            "fields of its own",
            #"{"id":"o","label":"Branch"},{"id":"u","name":"user"},{"id":"p","type":"password"}"#,
            item: .login(own: [Field(label: "branch", value: .text("0042"))]), gives: "o=0042", "u=wendy", "p=hush"),
        TestPage(
            "a PIN of its own",
            #"""
            {"id":"u","name":"user"}, {"id":"p","type":"password","name":"password"},
            {"id":"n","type":"password","label":"Banking PIN"}
            """#,
            item: .login(own: [Field(label: "banking pin", kind: .concealed, value: .secret(Secret("4711")))]),
            gives: "u=wendy", "p=hush", "n=4711"),
        TestPage(
            "another password does not take the password's place by its name",
            #"{"id":"u","name":"user"},{"id":"p","type":"password","label":"Password"}"#,
            item: .login(own: [Field(label: "password", kind: .concealed, value: .secret(Secret("other")))]),
            gives: "u=wendy", "p=hush"),
        TestPage(
            "an own choice in a menu",
            #"""
            {"id":"m","type":"select-one","label":"Realm","options":[{"value":"1","text":"Staff"},
            {"value":"2","text":"Guests"}]}, {"id":"u","name":"user"}, {"id":"p","type":"password"}
            """#,
            item: .login(own: [Field(label: "realm", kind: .menu, value: .text("guests"), choices: ["guests"])]),
            gives: "m=2", "u=wendy", "p=hush"),
        TestPage(
            "a username that is too long is not cut",
            #"{"id":"u","name":"user","maxLength":4},{"id":"p","type":"password"}"#, gives: "p=hush"),
        TestPage(
            "a password that is too long is not cut",
            #"{"id":"u","name":"user"},{"id":"p","type":"password","maxLength":3}"#, gives: "u=wendy"),
        TestPage(
            "no limit as scripts see it",
            #"{"id":"u","name":"user","maxLength":-1},{"id":"p","type":"password","maxLength":-1}"#,
            gives: "u=wendy", "p=hush"),
    ]

    static let twoSteps: [TestPage] = [
        TestPage("username declared", #"{"id":"u","autocomplete":"username"}"#, gives: "u=wendy"),
        TestPage("username by name", #"{"id":"u","name":"loginId"}"#, gives: "u=wendy"),
        TestPage(
            "email to begin with", #"{"id":"u","type":"email","name":"email","form":1}"#,
            forms: #"{"number":1,"heading":"Sign in","button":"Next"}"#, gives: "u=wendy"),
        TestPage(
            "a plain text in a form that signs in", #"{"id":"u","form":1}"#,
            forms: #"{"number":1,"button":"Log in"}"#, gives: "u=wendy"),
        TestPage("a plain text is nothing", #"{"id":"u"}"#),
        TestPage(
            "beside a search that is in no form either", #"{"id":"q","type":"search"},{"id":"u","name":"login"}"#,
            gives: "u=wendy"),
        TestPage(
            "beside a newsletter that is in no form either",
            #"{"id":"u","name":"username"},{"id":"e","type":"email","label":"Our newsletter"}"#, gives: "u=wendy"),
        TestPage(
            "the password of the second page", #"{"id":"p","type":"password","autocomplete":"current-password"}"#,
            gives: "p=hush"),
        TestPage(
            "the username is shown but fixed",
            #"{"id":"u","name":"username","editable":false},{"id":"p","type":"password"}"#, gives: "p=hush"),
        TestPage(
            "the password waits hidden",
            #"{"id":"u","name":"username"},{"id":"p","type":"password","visible":false}"#, gives: "u=wendy"),
    ]

    static let severalForms: [TestPage] = [
        TestPage(
            "sign-in beside sign-up",
            #"""
            {"id":"n","form":1,"name":"email"}, {"id":"np","form":1,"type":"password"},
            {"id":"u","form":2,"name":"email"}, {"id":"p","form":2,"type":"password"}
            """#,
            forms: #"{"number":1,"button":"Create account"},{"number":2,"button":"Sign in"}"#, gives: "u=wendy",
            "p=hush"),
        TestPage(
            "sign-in below a newsletter and a search",
            #"""
            {"id":"q","form":1,"type":"search","name":"q"},
            {"id":"n","form":2,"type":"email","name":"newsletter"}, {"id":"u","form":3,"name":"login"},
            {"id":"p","form":3,"type":"password"}
            """#,
            gives: "u=wendy", "p=hush"),
        TestPage(
            "where the cursor is",
            #"""
            {"id":"a","form":1,"name":"user"}, {"id":"b","form":1,"type":"password"},
            {"id":"c","form":2,"name":"user","focused":true}, {"id":"d","form":2,"type":"password"}
            """#,
            gives: "c=wendy", "d=hush"),
        TestPage(
            "the first of two that are alike",
            #"""
            {"id":"a","form":1,"name":"user"}, {"id":"b","form":1,"type":"password"},
            {"id":"c","form":2,"name":"user"}, {"id":"d","form":2,"type":"password"}
            """#,
            gives: "a=wendy", "b=hush"),
        TestPage(
            "two pairs in no form",
            #"""
            {"id":"a","name":"user"}, {"id":"b","type":"password"}, {"id":"c","name":"user"},
            {"id":"d","type":"password"}
            """#,
            gives: "a=wendy", "b=hush"),
        TestPage(
            "declared goes before guessed",
            #"""
            {"id":"b","form":1,"type":"password"},
            {"id":"d","form":2,"type":"password","autocomplete":"current-password"}
            """#,
            gives: "d=hush"),
    ]

    @Test(arguments: signIn) func aLoginGoesToUsernameAndPassword(page: TestPage) throws { try page.check() }
    @Test(arguments: twoSteps) func eachOfTwoStepsGetsItsHalf(page: TestPage) throws { try page.check() }
    @Test(arguments: severalForms) func theBestFormIsFilledAndNoOther(page: TestPage) throws { try page.check() }
}
