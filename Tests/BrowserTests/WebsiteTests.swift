import Foundation
import TestSupport
import Testing

/// Websites of logins, and servers that ask for a login by HTTP authentication (Docs/browser-messages.md).
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct WebsiteTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank
    private static let shop = "https://shop.example/login"

    private func message(_ item: String, on url: String, _ more: PlayedBrowser.Message = [:]) -> PlayedBrowser.Message {
        ["vault": "personal", "item": item, "url": url].merging(more) { $1 }
    }

    // MARK: - Websites of logins

    @Test func aWebsiteIsAddedWithAProofEachTime() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let card = try stage.add("Visa", "--kind", "card", "cardholder=M. Muster")
        #expect(try browser.ask("add-website", message(bank, on: Self.shop)).errorCode == "locked")
        try profile.openAndFill(bank)
        #expect(try browser.matches(Self.shop).isEmpty)
        for url in [Self.shop, "https://third.example/"] {
            let answer = try profile.prove("add-website", message(bank, on: url), "to the login “Bank”")
            #expect(answer["item"] as? String == bank, "\(answer)")
            #expect(try browser.matches(url).count == 1)
        }
        // It has it already.
        #expect(try browser.ask("add-website", message(bank, on: Self.shop))["type"] as? String == "saved")
        #expect(try browser.ask("fill", PlayedBrowser.fill(bank, on: Self.shop)).filled == ["maria", "hunter2"])
        // What was saved for https is not for http.
        #expect(try browser.ask("add-website", message(bank, on: "http://fourth.example/")).errorCode == "cannot-fill")
        #expect(try browser.ask("add-website", message(card, on: Self.shop)).errorCode == "cannot-fill")
        #expect(!profile.person.isAsked)
    }

    @Test func aRefusedWebsiteIsNotAdded() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(profile.person)
        try browser.send("add-website", message(bank, on: Self.shop))
        #expect(try profile.person.question().contains("shop.example"))
        profile.person.answer("no")
        #expect(try browser.receive().errorCode == "proof-refused")
        #expect(try browser.matches(Self.shop).isEmpty)
    }

    // MARK: - HTTP authentication

    @Test func aServerGetsTheLoginThatWasSavedForIt() throws {
        let bank = try stage.addLogin("Bank", "maria", "hun\"ter2", for: Self.bank)
        try browser.unlock(profile.person)
        let request = message(bank, on: "https://bank.example/private", ["realm": "The realm"])
        let first = try profile.prove("credentials", request, "for the first time")
        #expect(first["username"] as? String == "maria" && first["password"] as? String == "hun\"ter2", "\(first)")
        #expect(try browser.ask("credentials", request)["password"] as? String == "hun\"ter2")
        let shop = message(bank, on: Self.shop, ["realm": "Bank\u{202e}\n"])
        for _ in 0..<2 {
            let answer = try profile.prove("credentials", shop, "shop.example")
            #expect(answer["username"] as? String == "maria", "\(answer)")
        }
        // A picture in a page of another site.
        let framed = message(bank, on: Self.bank, ["top": Self.shop])
        #expect(try profile.prove("credentials", framed, "shop.example")["username"] as? String == "maria")
    }

    @Test func overHTTPOnlyALoginOfHTTP() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let router = try stage.addLogin("Router", "admin", "hunter3", for: "http://router.example")
        let plain = try stage.addLogin("Other router", "admin", "hunter4", for: "http://other.example")
        try profile.openAndFill(bank)
        #expect(
            try browser.ask("credentials", message(bank, on: "http://bank.example/")).errorCode == "cannot-fill")
        let answer = try browser.ask("credentials", message(router, on: "http://router.example/"))
        #expect(answer["password"] as? String == "hunter3", "\(answer)")
        // No proof gives it to another server on http.
        #expect(
            try browser.ask("credentials", message(plain, on: "http://router.example/")).errorCode == "cannot-fill")
        #expect(!profile.person.isAsked)
    }

    @Test func aProxyGetsALoginOfItsOwnAlone() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let proxy = try stage.addLogin("Proxy", "maria", "hunter3", for: "https://proxy.bank.example:3128")
        try profile.openAndFill(bank)
        func ask(_ item: String, _ url: String) throws -> PlayedBrowser.Message {
            try browser.ask("credentials", message(item, on: url, ["proxy": true, "realm": "proxy"]))
        }
        #expect(try ask(proxy, "https://proxy.bank.example:3128")["password"] as? String == "hunter3")
        // The domain is the bank's, and the proxy is another server.
        #expect(try ask(bank, "https://proxy.bank.example:3128").errorCode == "cannot-fill")
        #expect(try ask(proxy, "https://proxy.bank.example:8080").errorCode == "cannot-fill")
        #expect(try ask(proxy, "http://proxy.bank.example:3128").errorCode == "cannot-fill")
        #expect(!profile.person.isAsked)
    }

    @Test func whatHasNoPasswordIsNoCredential() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let note = try stage.add("Note", "--kind", "note", "--notes", secrets: "a text")
        #expect(try browser.ask("credentials", message(bank, on: Self.bank)).errorCode == "locked")
        try profile.openAndFill(bank)
        #expect(try browser.ask("credentials", message(note, on: Self.bank)).errorCode == "cannot-fill")
        let long = String(repeating: "r", count: 1 << 10 + 1)
        #expect(
            try browser.ask("credentials", message(bank, on: Self.bank, ["realm": long])).errorCode == "bad-message")
    }
}
