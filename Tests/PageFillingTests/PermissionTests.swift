import Foundation
import PasswordVault
import Testing
import WebsiteMatching

@testable import PageFilling

/// Where nothing goes, whatever the page says.
@Suite struct PermissionTests {
    static let signIn = #"{"id":"u","name":"user"},{"id":"p","type":"password"}"#
    static let card = #"{"id":"n","autocomplete":"cc-number"}"#

    private static func framed(_ origin: String) -> String {
        #"{"id":"u","name":"user","frame":"\#(origin)"},{"id":"p","type":"password","frame":"\#(origin)"}"#
    }

    static let transports: [TestPage] = [
        TestPage("a login saved for https on http", signIn, at: "http://acme.example/"),
        TestPage(
            "a login saved for http on http", signIn, at: "http://acme.example/",
            item: .login(websites: ["http://acme.example"]), gives: "u=wendy", "p=hush"),
        TestPage(
            "a login saved for http on https", signIn, item: .login(websites: ["http://acme.example"]),
            gives: "u=wendy", "p=hush"),
        TestPage(
            "a login picked by hand that is for https elsewhere", signIn, at: "http://nas.local/",
            item: .login(websites: ["https://other.example"])),
        TestPage(
            "a login without a website on http", signIn, at: "http://nas.local/", item: .login(websites: []),
            gives: "u=wendy", "p=hush"),
        TestPage(
            "this machine counts as any other", signIn, at: "http://localhost:3000/",
            item: .login(websites: ["http://localhost:3000"]), gives: "u=wendy", "p=hush"),
        TestPage(
            "this machine without TLS, saved with TLS", signIn, at: "http://localhost:3000/",
            item: .login(websites: ["https://localhost:3000"])),
        TestPage("a card on http", card, at: "http://acme.example/", item: .card()),
        TestPage("a card on http of this machine", card, at: "http://localhost/", item: .card()),
        TestPage(
            "a person on http", #"{"id":"c","label":"City"},{"id":"z","label":"Zip"}"#, at: "http://acme.example/",
            item: .person(), gives: "c=Berlin", "z=10115"),
        TestPage(
            "a form that is sent on http", #"{"id":"u","name":"user","form":1},{"id":"p","type":"password","form":1}"#,
            forms: #"{"number":1,"action":"http://acme.example/login"}"#),
        TestPage(
            "a card in a form that is sent on http", #"{"id":"n","autocomplete":"cc-number","form":1}"#,
            forms: #"{"number":1,"action":"http://acme.example/pay"}"#, item: .card()),
        TestPage(
            "a form that is sent to another site on https",
            #"{"id":"u","name":"user","form":1},{"id":"p","type":"password","form":1}"#,
            forms: #"{"number":1,"action":"https://sso.example/login"}"#, gives: "u=wendy", "p=hush"),
    ]

    static let frames: [TestPage] = [
        TestPage("the page's own", framed("https://acme.example"), gives: "u=wendy", "p=hush"),
        TestPage("written with its port", framed("https://acme.example:443"), gives: "u=wendy", "p=hush"),
        TestPage(
            "named for one field and not for the other",
            #"{"id":"u","name":"user"},{"id":"p","type":"password","frame":"https://acme.example"}"#, gives: "u=wendy",
            "p=hush"),
        TestPage("of the same domain", framed("https://login.acme.example"), gives: "u=wendy", "p=hush"),
        TestPage("of another domain", framed("https://evil.example")),
        TestPage("that begins alike", framed("https://acme.example.evil.example")),
        TestPage("without an origin", framed("null")),
        TestPage("without a text", framed("")),
        TestPage("that is none", framed("javascript:alert(1)")),
        TestPage("on http", framed("http://acme.example")),
        TestPage(
            "of another site that the login is for too", framed("https://login.other.example"),
            item: .login(websites: ["https://acme.example", "https://other.example"]), gives: "u=wendy", "p=hush"),
        TestPage(
            "of a host that the rule leaves out", framed("https://login.acme.example"),
            item: .ruled("https://acme.example", "host")),
        TestPage(
            "of another host, by a rule of a later release", framed("https://login.acme.example"),
            item: .ruled("https://acme.example", "someday")),
        TestPage(
            "whose name looks like another", framed("https://xn--80ak6aa92e.com"),
            item: .login(websites: ["https://acme.example", "https://xn--80ak6aa92e.com"])),
        TestPage(
            "the page's own form goes before one in another frame",
            framed("https://login.acme.example") + #",{"id":"v","name":"user"},{"id":"q","type":"password"}"#,
            gives: "v=wendy", "q=hush"),
        TestPage(
            "username and password in different frames",
            #"{"id":"u","name":"user"},{"id":"p","type":"password","frame":"https://evil.example"}"#, gives: "u=wendy"),
        TestPage(
            "a card in a frame of the same domain",
            #"{"id":"n","autocomplete":"cc-number","frame":"https://pay.acme.example"}"#,
            item: .card()),
        TestPage(
            "a person in a frame of another site",
            #"""
            {"id":"c","label":"City","frame":"https://evil.example"},
            {"id":"z","label":"Zip","frame":"https://evil.example"}
            """#,
            item: .person()),
    ]

    static let fields: [TestPage] = [
        TestPage(
            "hidden password", #"{"id":"u","name":"user","visible":false},{"id":"p","type":"password","visible":false}"#
        ),
        TestPage(
            "of the type hidden", #"{"id":"p","type":"hidden","name":"password","autocomplete":"current-password"}"#),
        TestPage("fixed", #"{"id":"p","type":"password","editable":false}"#),
        TestPage("box to tick", #"{"id":"p","type":"checkbox","name":"password"}"#),
        TestPage("file", #"{"id":"p","type":"file","autocomplete":"current-password"}"#),
        TestPage("search", #"{"id":"u","type":"search","name":"username"}"#),
        TestPage("several lines for a password", #"{"id":"p","type":"textarea","autocomplete":"current-password"}"#),
        TestPage(
            "menu for a password",
            #"""
            {"id":"p","type":"select-one","autocomplete":"current-password","options":[{"value":"hush",
            "text":"hush"}]}
            """#
        ),
        TestPage("number for a password", #"{"id":"p","type":"number","autocomplete":"current-password"}"#),
        TestPage("unknown", #"{"id":"p","type":"hologram","name":"password"}"#),
        TestPage("label that only looks like it", #"{"id":"p","label":"Pаsswоrd"}"#),
        TestPage(
            "hidden fields of a card beside an address",
            #"{"id":"c","label":"City"},{"id":"z","label":"Zip"},{"id":"n","autocomplete":"cc-number"}"#,
            item: .person(), gives: "c=Berlin", "z=10115"),
        TestPage(
            "a hidden box among the boxes of a code",
            (1...6).map { #"{"id":"\#($0)","maxLength":1,"name":"otp\#($0)","visible":\#($0 != 4)}"# }.joined(
                separator: ","),
            code: "123456"),
        TestPage("a note is nothing for a page", signIn, item: VaultItem(.secureNote, title: "Note")),
        TestPage("an empty login", signIn, item: VaultItem(.login, title: "Empty")),
        TestPage("an empty page", ""),
    ]

    static let leftAlone: [TestPage] = [
        TestPage("search by name", #"{"id":"q","name":"q","label":"Search our shop"}"#),
        TestPage("newsletter by name", #"{"id":"e","type":"email","name":"newsletter_email"}"#),
        TestPage(
            "newsletter by its button", #"{"id":"e","type":"email","name":"email","form":1}"#,
            forms: #"{"number":1,"button":"Subscribe"}"#),
        TestPage("newsletter, for a person", #"{"id":"e","type":"email","name":"newsletter_email"}"#, item: .person()),
        TestPage(
            "an address for e-mail alone, for a person", #"{"id":"e","type":"email","name":"email"}"#, item: .person()),
        TestPage(
            "an address to deliver to, for a login",
            #"{"id":"e","name":"email"},{"id":"f","label":"First name"},{"id":"c","label":"City"}"#),
        TestPage("comment", #"{"id":"t","type":"textarea","label":"Comment"}"#, item: .person()),
        TestPage("coupon", #"{"id":"t","label":"Voucher code"}"#, code: "123456"),
        TestPage("security question", #"{"id":"t","type":"password","label":"Answer to your security question"}"#),
    ]

    @Test(arguments: transports) func nothingSavedForTLSGoesWithoutIt(page: TestPage) throws { try page.check() }
    @Test(arguments: frames) func framesGetWhatBelongsToThem(page: TestPage) throws { try page.check() }
    @Test(arguments: fields) func onlyWhatAPersonCouldFillIsFilled(page: TestPage) throws { try page.check() }
    @Test(arguments: leftAlone) func unrelatedFormsAreLeftAlone(page: TestPage) throws { try page.check() }

    @Test func anItemThatWasKeptFromASiteDoesNotGoThere() throws {
        var item = VaultItem.login(websites: ["https://acme.example"])
        item.websites.append(SavedWebsite("https://shop.acme.example", rule: "never"))
        try TestPage("never", Self.signIn, at: "https://shop.acme.example/", item: item).check()
        try TestPage("elsewhere", Self.signIn, item: item, gives: "u=wendy", "p=hush").check()
    }
}

extension VaultItem {
    static func ruled(_ website: String, _ rule: String) -> VaultItem {
        var item = login()
        item.websites = [SavedWebsite(website, rule: rule)]
        return item
    }
}
