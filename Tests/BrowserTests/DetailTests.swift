import Foundation
import TestSupport
import Testing

/// One item in the popup: what is shown of it, and large type (Docs/browser-messages.md).
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct DetailTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank
    private static let shop = "https://shop.example/login"

    private func message(_ item: String, _ field: String? = nil, on url: String? = bank) -> PlayedBrowser.Message {
        var message: PlayedBrowser.Message = ["vault": "personal", "item": item]
        if let field { message["field"] = field }
        if let url { message["url"] = url }
        return message
    }

    private func reveal(_ item: String, _ field: String, on url: String? = bank) throws -> PlayedBrowser.Message {
        try browser.ask("reveal", message(item, field, on: url))
    }

    // MARK: - Details

    @Test func detailsHaveNoSecrets() throws {
        let item = try stage.add(
            "Bank", "username=maria", "website=\(Self.bank)", "branch=Main street", "--otp", "--secret", "pin",
            secrets: "hunter2", "7391", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(try browser.ask("details", message(item)).errorCode == "locked")
        try browser.unlock(profile.person)
        let details = try browser.ask("details", message(item))
        #expect(details["type"] as? String == "details" && details["title"] as? String == "Bank", "\(details)")
        #expect(details["websites"] as? [String] == [Self.bank] && details["code"] as? Bool == true)
        #expect(details["username"] as? String == "maria" && details["kind"] as? String == "login")
        #expect(details["notes"] as? Bool == false && details["created"] as? Int ?? 0 > 1_700_000_000)
        let fields = try #require(details["fields"] as? [PlayedBrowser.Message])
        #expect(fields.filter { $0["secret"] as? Bool == true }.count == 3, "\(fields)")
        #expect(fields.contains { $0["label"] as? String == "branch" && $0["value"] as? String == "Main street" })
        for secret in ["hunter2", "7391", "GEZDG"] { #expect(!"\(details)".contains(secret)) }
    }

    /// An item that does not belong to the page is shown as a search would show it.
    @Test func detailsOfOtherItemsTakeTheProofOfASearch() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(profile.person)
        #expect(try browser.ask("details", message(bank))["title"] as? String == "Bank")
        let elsewhere = message(bank, on: nil)
        #expect(try profile.prove("details", elsewhere, "the titles of all items")["title"] as? String == "Bank")
        #expect(try browser.ask("details", message(bank, on: Self.shop))["title"] as? String == "Bank")
        #expect(!profile.person.isAsked)
        #expect(try browser.ask("details", message(UUID().uuidString)).errorCode == "not-found")
    }

    @Test func cardsAndPeopleShowTheirLabelsAlone() throws {
        let card = try stage.add(
            "Visa", "--kind", "card", "cardholder=M. Muster", "--secret", "number", secrets: "4111111111111111")
        let person = try stage.add("Me", "--kind", "identity", "first-name=Maria", "last-name=Muster")
        try browser.unlock(profile.person)
        let first = try profile.prove("details", message(card, on: nil), "the titles of all items")
        for details in try [first, browser.ask("details", message(person, on: nil))] {
            let fields = try #require(details["fields"] as? [PlayedBrowser.Message], "\(details)")
            #expect(fields.count == 2 && fields.allSatisfy { $0["value"] as? String == "" })
            #expect(fields.allSatisfy { $0["secret"] as? Bool == true })
        }
    }

    // MARK: - Large type

    @Test func aSecretOfThePageIsRevealedAsItIsFilledIn() throws {
        let item = try stage.add(
            "Bank", "username=maria", "website=\(Self.bank)", "--otp", secrets: "hunter2",
            "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        try browser.unlock(profile.person)
        // The first time, as filling does.
        let first = try profile.prove("reveal", message(item, "password"), "for the first time")
        #expect(first["type"] as? String == "revealed" && first["text"] as? String == "hunter2", "\(first)")
        #expect(try reveal(item, "password")["text"] as? String == "hunter2")
        #expect(try reveal(item, "username")["text"] as? String == "maria")
        #expect((try reveal(item, "code")["text"] as? String)?.count == 6)
        // What codes are made of stays in the vault.
        for field in ["one-time-code", "notes", "pin", "no such field"] {
            #expect(try reveal(item, field).errorCode == "not-found", "\(field)")
        }
        #expect(try reveal(item, "").errorCode == "not-found")
        #expect(!profile.person.isAsked)
    }

    @Test func aSecretOfAnotherSiteTakesAProofEachTime() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        for url in [nil, Self.shop] as [String?] {
            for _ in 0..<2 {
                let shown = try profile.prove("reveal", message(bank, "password", on: url), "something of “Bank”")
                #expect(shown["text"] as? String == "hunter2", "\(shown)")
            }
        }
        var framed = message(bank, "password")
        framed["top"] = Self.shop
        #expect(try profile.prove("reveal", framed, "something of “Bank”")["text"] as? String == "hunter2")
        // A search showed it, and a name is no secret.
        let name = try profile.prove("reveal", message(bank, "username", on: nil), "the titles of all items")
        #expect(name["text"] as? String == "maria")
    }

    @Test func cardsPeopleAndNotesTakeAProofEachTime() throws {
        let card = try stage.add(
            "Visa", "--kind", "card", "cardholder=M. Muster", "--secret", "number", secrets: "4111111111111111")
        let person = try stage.add("Me", "--kind", "identity", "first-name=Maria")
        let note = try stage.add("Note", "--kind", "note", "--notes", secrets: "a text")
        try profile.openAndFill(stage.addLogin("Bank", "maria", "hunter2", for: Self.bank))
        for (item, field, value) in [
            (card, "number", "4111111111111111"), (card, "cardholder", "M. Muster"), (person, "first-name", "Maria"),
            (note, "notes", "a text"),
        ] {
            for _ in 0..<2 {
                let shown = try profile.prove("reveal", message(item, field), "to show something of")
                #expect(shown["text"] as? String == value, "\(shown)")
            }
        }
    }

    // MARK: - Meanwhile

    @Test func aLockWhileThePersonIsAskedWins() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        try browser.send("reveal", message(bank, "password", on: nil))
        _ = try profile.person.question()
        try stage.run(["vault", "lock"])
        profile.person.type(BrowserStage.password)
        let answer = try browser.receive()
        #expect(answer.errorCode != nil && answer["text"] == nil, "\(answer)")
    }

    @Test func aPairingThatIsRevokedWhileThePersonIsAskedGetsNothing() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        try browser.send("reveal", message(bank, "password", on: nil))
        _ = try profile.person.question()
        let id = try #require(try stage.pairings().first?["id"] as? String)
        try stage.run(["browser", "revoke", id])
        profile.person.type(BrowserStage.password)
        #expect(try browser.receive().errorCode == "not-paired")
    }
}
