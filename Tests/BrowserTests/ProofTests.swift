import Foundation
import TestSupport
import Testing

/// Which deed takes the master password: the table of Docs/browser-messages.md, "Proofs", row by row.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct ProofTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }
    private var person: PersonAtPinentry { profile.person }
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank

    /// A fill that takes a proof, which the person gives.
    private func fillWithProof(
        _ item: String, on url: String, _ reason: String, fields: [PlayedBrowser.Message] = PlayedBrowser.signIn
    ) throws -> PlayedBrowser.Message {
        try profile.prove("fill", PlayedBrowser.fill(item, on: url, fields: fields), reason)
    }

    private func fill(_ item: String, on url: String) throws -> PlayedBrowser.Message {
        try browser.ask("fill", PlayedBrowser.fill(item, on: url))
    }

    // MARK: - Rows

    @Test func nothingIsListedBeforeThisProfileWasOpened() throws {
        try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        // The vault itself is unlocked.
        #expect(try browser.ask("matches", ["url": Self.bank]).errorCode == "locked")
        #expect(try browser.ask("search", ["text": "bank"]).errorCode == "locked")
        try browser.unlock(person)
        let found = try #require(try browser.matches(Self.bank).first)
        #expect(found["title"] as? String == "Bank" && found["username"] as? String == "maria")
        #expect(found["matches"] as? Bool == true && found["kind"] as? String == "login")
        #expect(!"\(found)".contains("hunter2"))
        #expect(try browser.matches("https://another.example").isEmpty)
        // Another profile of the same browser is not open by that.
        let other = try stage.pairedBrowser()
        #expect(try other.ask("matches", ["url": Self.bank]).errorCode == "locked")
    }

    @Test func oneProofOpensMatchingLoginsUntilTheLock() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        for _ in 0..<2 { #expect(try fill(bank, on: Self.bank).filled == ["maria", "hunter2"]) }
        // Also after the browser was started again.
        let again = try stage.browser(key: browser.key)
        try again.begin()
        #expect(try again.ask("fill", PlayedBrowser.fill(bank, on: Self.bank)).filled == ["maria", "hunter2"])
        try stage.run(["vault", "lock"])
        #expect(try fill(bank, on: Self.bank).errorCode == "locked")
        try browser.unlock(person)
        #expect(try fill(bank, on: Self.bank).filled == ["maria", "hunter2"])
    }

    @Test func theFirstFillTakesAProofOnce() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(person)
        try browser.send("fill", PlayedBrowser.fill(bank, on: Self.bank))
        #expect(try person.question().contains("for the first time"))
        person.answer("no")
        #expect(try browser.receive().errorCode == "proof-refused")
        #expect(try fillWithProof(bank, on: Self.bank, "for the first time").filled == ["maria", "hunter2"])
        #expect(try fill(bank, on: Self.bank).filled.count == 2)
    }

    @Test func aLoginOfAnotherSiteTakesAProofEachTime() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let shop = try stage.addLogin("Shop", "paul", "secret", for: "https://shop.example")
        try profile.openAndFill(bank)
        for _ in 0..<2 {
            let answer = try fillWithProof(shop, on: Self.bank, "bank.example that was not saved for it")
            #expect(answer.filled == ["paul", "secret"])
        }
        // It opens nothing else.
        #expect(try fill(bank, on: Self.bank).filled.count == 2)
    }

    @Test func cardsAndIdentitiesTakeAProofEachTime() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let card = try stage.add(
            "Visa", "--kind", "card", "cardholder=M. Muster", "expiry=2029-05", "--secret", "number",
            secrets: "4111111111111111")
        let identity = try stage.add("Me", "--kind", "identity", "first-name=Maria", "last-name=Muster")
        try profile.openAndFill(bank)
        let cardFields: [PlayedBrowser.Message] = [["id": "n", "type": "text", "autocomplete": "cc-number"]]
        let names: [PlayedBrowser.Message] = [
            ["id": "f", "type": "text", "autocomplete": "given-name"],
            ["id": "l", "type": "text", "autocomplete": "family-name"],
        ]
        for _ in 0..<2 {
            #expect(
                try fillWithProof(card, on: Self.bank, "to fill in a card", fields: cardFields).filled
                    == ["4111111111111111"])
            #expect(
                try fillWithProof(identity, on: Self.bank, "to fill in personal details", fields: names).filled
                    == ["Maria", "Muster"])
        }
    }

    @Test func showingAllTakesAProofForAWhile() throws {
        try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(person)
        for text in ["", "bank"] {
            #expect(try browser.ask("search", ["text": text, "silent": true]).errorCode == "proof-needed")
        }
        try browser.send("search", ["text": ""])
        #expect(try person.question().contains("the titles of all items"))
        person.type(BrowserStage.password)
        #expect((try browser.receive()["items"] as? [Any])?.count == 1)
        #expect((try browser.ask("search", ["text": "maria"])["items"] as? [Any])?.count == 1)
        #expect((try browser.ask("search", ["text": "nothing"])["items"] as? [Any])?.isEmpty == true)
    }

    @Test func eachTimeIsEachTime() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        let id = try #require(try stage.pairings().first?["id"] as? String)
        try stage.run(["browser", "ask", id, "each-time"])
        #expect(try stage.pairings().first?["proof"] as? String == "each-time")
        for _ in 0..<2 { #expect(try fillWithProof(bank, on: Self.bank, "to fill in a login on").filled.count == 2) }
        // Lists are as before.
        #expect(try browser.matches(Self.bank).count == 1)
        try stage.run(["browser", "ask", id, "5-minutes"])
        #expect(try fill(bank, on: Self.bank).filled.count == 2)
        #expect(try stage.run(["browser", "ask", "00000000", "session"], fails: true).contains("there is no pairing"))
    }

    @Test func theEleventhSiteTakesAProof() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let pages = (2...13).map { "https://site\($0).example/" }
        let words = pages.map { "website=\($0)" }
        let everywhere = try stage.run(
            ["vault", "add", "Everywhere", "username=maria"] + words + ["--json", "--password-stdin"],
            input: BrowserStage.password + "\nhunter3\n")
        let object = try JSONSerialization.jsonObject(with: Data(everywhere.utf8)) as? [String: Any]
        let item = try #require((object?["item"] as? [String: Any] ?? object)?["id"] as? String)
        try profile.openAndFill(bank)
        // The bank was the first.
        for page in pages.prefix(9) { #expect(try fill(item, on: page).filled.count == 2, "\(page)") }
        // No new one.
        #expect(try fill(bank, on: Self.bank).filled.count == 2)
        #expect(try fillWithProof(item, on: pages[9], "more than 10 sites").filled.count == 2)
        // From then on it is counted anew.
        #expect(try fill(item, on: pages[10]).filled.count == 2)
    }

    // MARK: - What no proof gives

    @Test func aWrongPasswordGivesNothing() throws {
        try browser.send("unlock", ["vault": "personal"])
        for _ in 0..<3 {
            _ = try person.question()
            person.type("wrong")
        }
        #expect(try browser.receive().errorCode == "proof-refused")
        #expect(try browser.ask("matches", ["url": Self.bank]).errorCode == "locked")
        #expect(try browser.ask("unlock", ["vault": "no such vault"]).errorCode == "not-found")
    }

    @Test func aCancelledRequestTakesItsPromptAway() throws {
        try browser.send("unlock", ["vault": "personal"])
        _ = try person.question()
        try browser.send("cancel")
        let types = try Set([browser.receive(), browser.receive()].map { ($0.errorCode ?? $0["type"]) as? String })
        #expect(types == ["cancelled", "done"])
        // The session went with it.
        #expect(try browser.ask("status").errorCode == "no-session")
        try browser.begin()
        #expect(try browser.ask("matches", ["url": Self.bank]).errorCode == "locked")
    }

    @Test func whatDoesNotBelongIntoAPageIsNotFilledIn() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        let note = try stage.add("Note", "--kind", "note", "--notes", secrets: "a text")
        try profile.openAndFill(bank)
        // https was saved.
        #expect(try fill(bank, on: "http://bank.example/login").errorCode == "cannot-fill")
        // The page says another address than the browser.
        var request = try PlayedBrowser.fill(bank, on: Self.bank)
        request["url"] = "https://evil.example/"
        #expect(try browser.ask("fill", request).errorCode == "bad-address")
        for address in [
            "", "bank.example", "file:///etc/passwd", "data:text/html,x", "about:blank", "app://com.example",
        ] {
            request["url"] = address
            #expect(try browser.ask("fill", request).errorCode == "bad-address", "\(address)")
            #expect(try browser.ask("matches", ["url": address]).errorCode == "bad-address", "\(address)")
        }
        request["url"] = Self.bank
        request["page"] = "{"
        #expect(try browser.ask("fill", request).errorCode == "bad-page")
        #expect(try fill(note, on: Self.bank).errorCode == "cannot-fill")
        #expect(try fill(UUID().uuidString, on: Self.bank).errorCode == "not-found")
        let empty = try PlayedBrowser.fill(bank, on: Self.bank, fields: [])
        #expect(try browser.ask("fill", empty).errorCode == "cannot-fill")
        #expect(!person.isAsked)
    }

    @Test func oneTimeCodesAreGivenAsLoginsAre() throws {
        let bank = try stage.add(
            "Bank", "username=maria", "website=\(Self.bank)", "--otp", secrets: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "x")
        try profile.openAndFill(bank)
        let request = try PlayedBrowser.fill(bank, on: Self.bank)
        let answer = try browser.ask("code", request)
        #expect((answer["code"] as? String)?.count == 6, "\(answer)")
        #expect((1...30).contains(answer["secondsLeft"] as? Int ?? 0) && answer["period"] as? Int == 30)
        #expect(try browser.matches(Self.bank).first?["code"] as? Bool == true)
        let elsewhere = try PlayedBrowser.fill(bank, on: "https://evil.example", silent: true)
        #expect(try browser.ask("code", elsewhere).errorCode == "proof-needed")
        let plain = try stage.addLogin("Plain", "maria", "hunter2", for: Self.bank)
        #expect(try browser.ask("code", PlayedBrowser.fill(plain, on: Self.bank)).errorCode == "not-found")
    }

    // MARK: - Saving

    @Test func whatIsSavedIsFilledInAfterwards() throws {
        let new: PlayedBrowser.Message = [
            "vault": "personal", "url": "https://shop.example/join?x=1", "username": "paul", "password": "pa\"ss\\1",
        ]
        #expect(try browser.ask("save", new).errorCode == "locked")
        #expect(try browser.ask("generate", new).errorCode == "locked")
        try browser.unlock(person)
        let saved = try browser.ask("save", new)
        let item = try #require(saved["item"] as? String, "\(saved)")
        let page = "https://shop.example/login"
        #expect(try fillWithProof(item, on: page, "for the first time").filled == ["paul", "pa\"ss\\1"])
        #expect(try browser.matches(page).first?["title"] as? String == "shop.example")
        // Another password, and the old one in its history.
        let change: PlayedBrowser.Message = ["vault": "personal", "item": item, "url": page, "password": "second"]
        #expect(try browser.ask("update", change)["item"] as? String == item)
        #expect(try fill(item, on: page).filled == ["paul", "second"])
        let history = try stage.run(
            ["vault", "history", "shop.example", "--password-stdin"], input: BrowserStage.password + "\n")
        #expect(history.contains("password"))
        var elsewhere = change
        (elsewhere["url"], elsewhere["silent"]) = ("https://evil.example", true)
        #expect(try browser.ask("update", elsewhere).errorCode == "proof-needed")
    }

    @Test func generatedPasswordsFollowTheRulesAndAreKept() throws {
        try browser.unlock(person)
        let request: PlayedBrowser.Message = [
            "vault": "personal", "url": "https://shop.example/join",
            "rules": "minlength: 12; maxlength: 12; required: digit; allowed: lower",
        ]
        let password = try #require(try browser.ask("generate", request)["password"] as? String)
        #expect(password.count == 12 && password.contains(where: \.isNumber), "\(password)")
        let kept = try stage.run(
            ["vault", "show", "shop.example", "--field", "password", "--raw", "--password-stdin"],
            input: BrowserStage.password + "\n")
        #expect(kept == password)
        // Without a vault it is kept nowhere.
        let other = try browser.ask("generate", ["url": "https://other.example"])
        #expect((other["password"] as? String)?.isEmpty == false)
        #expect(
            try browser.ask("generate", ["url": "https://other.example", "rules": "minlength: 9; maxlength: 5"])
                .errorCode == "failed")
    }

    @Test func theLogNamesTheBrowser() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(bank)
        let log = try stage.run(["log"])
        for entry in ["browser: session", "browser: proof: login", "browser: login for bank.example"] {
            #expect(log.split(separator: "\n").contains { $0.contains(entry) && $0.contains(browser.path) }, "\(entry)")
        }
        #expect(log.contains("question: pair a browser"))
        #expect(!log.contains("hunter2"))
    }
}
