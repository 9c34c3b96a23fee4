import Foundation
import TestSupport
import Testing

/// What a page is, as the extension is told it for the key at the fields; and frames (Docs/browser-messages.md).
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct ReadingTests {
    private let profile: PairedProfile
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank

    private func read(_ fields: [PlayedBrowser.Message], on url: String = bank) throws -> PlayedBrowser.Message {
        let page: PlayedBrowser.Message = ["version": 1, "url": url, "fields": fields]
        let json = try JSONSerialization.data(withJSONObject: page)
        return try browser.ask("read", ["url": Self.bank, "page": String(decoding: json, as: UTF8.self)])
    }

    @Test func aPageIsReadWhileAllVaultsAreLocked() throws {
        let fields = PlayedBrowser.signIn + [["id": "s", "type": "search", "label": "Search"]]
        let reading = try read(fields)
        #expect(reading["type"] as? String == "reading" && reading["kind"] as? String == "sign-in", "\(reading)")
        #expect(reading["fillable"] as? [String] == ["login"])
        let read = try #require(reading["fields"] as? [PlayedBrowser.Message])
        #expect(read.map { $0["field"] as? String } == ["u", "p"])
        #expect(read.map { $0["meaning"] as? String } == ["username", "current-password"])
        #expect(read.map { $0["kinds"] as? [String] } == [["login"], ["login"]])
        #expect(!profile.person.isAsked)
    }

    @Test func cardsAndPeopleAreTold() throws {
        let reading = try read([
            ["id": "n", "type": "text", "form": 1, "autocomplete": "cc-number"],
            ["id": "d", "type": "text", "form": 1, "autocomplete": "cc-exp"],
            ["id": "g", "type": "text", "form": 2, "autocomplete": "given-name"],
            ["id": "l", "type": "text", "form": 2, "autocomplete": "family-name"],
        ])
        #expect(reading["fillable"] as? [String] == ["card", "identity"], "\(reading)")
        let read = try #require(reading["fields"] as? [PlayedBrowser.Message])
        #expect(read.map { $0["form"] as? Int } == [1, 1, 2, 2])
    }

    @Test func aFieldThatNoPersonSeesIsNotTold() throws {
        let reading = try read([["id": "p", "type": "password", "visible": false]])
        #expect((reading["fields"] as? [Any])?.isEmpty == true && reading["kind"] as? String == "other", "\(reading)")
        // A frame of another origin is read by itself.
        let framed = try read([["id": "p", "type": "password", "frame": "https://evil.example"]])
        #expect((framed["fields"] as? [Any])?.isEmpty == true, "\(framed)")
    }

    @Test func aPageSaysNothingOfItsAddress() throws {
        #expect(try read(PlayedBrowser.signIn, on: "https://evil.example").errorCode == "bad-address")
        #expect(try browser.ask("read", ["url": Self.bank, "page": "{"]).errorCode == "bad-page")
        #expect(try browser.ask("read", ["url": "file:///etc/passwd", "page": "{}"]).errorCode == "bad-address")
    }

    @Test func aPageIsReadInASessionAlone() throws {
        let other = try profile.stage.browser()
        #expect(try other.ask("read", ["url": Self.bank, "page": "{}"]).errorCode == "no-session")
    }

    // MARK: - Frames

    /// A page of another site takes a proof each time, and its name is in the prompt.
    @Test func aFrameInAPageOfAnotherSiteTakesAProof() throws {
        let bank = try profile.stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        var request = try PlayedBrowser.fill(bank, on: Self.bank)
        for top in ["https://evil.example/page", "http://www.bank.example/"] {
            request["top"] = top
            for _ in 0..<2 {
                let answer = try profile.prove(
                    "fill", request, top.contains("evil") ? "evil.example" : top.dropLast().description)
                #expect(answer.filled == ["maria", "hunter2"], "\(answer)")
            }
        }
        // The same frame in a page of its own site, and by itself.
        for top in ["https://www.bank.example/", Self.bank, ""] {
            request["top"] = top
            #expect(try browser.ask("fill", request).filled == ["maria", "hunter2"], "\(top)")
        }
        for top in ["about:blank", "data:text/html,x", "file:///tmp/x.html"] {
            request["top"] = top
            #expect(try browser.ask("fill", request).errorCode == "bad-address", "\(top)")
        }
    }

    @Test func theMatchesOfAFrameAreThoseOfItsSite() throws {
        try profile.stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(profile.person)
        let framed = try browser.ask("matches", ["url": Self.bank, "top": "https://evil.example"])
        #expect((framed["items"] as? [PlayedBrowser.Message])?.map { $0["title"] as? String } == ["Bank"])
        let other = try browser.ask("matches", ["url": "https://evil.example", "top": Self.bank])
        #expect((other["items"] as? [Any])?.isEmpty == true, "\(other)")
    }
}
