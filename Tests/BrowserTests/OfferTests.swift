import Foundation
import TestSupport
import Testing

/// What a form was sent with is offered to be saved (Docs/browser-messages.md, "Offers").
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct OfferTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }
    private var person: PersonAtPinentry { profile.person }
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank

    private func offer(
        _ username: String, _ password: String, on url: String = bank
    ) throws -> PlayedBrowser.Message {
        try browser.ask("offer", ["url": url, "username": username, "password": password])
    }

    private func offers(of browser: PlayedBrowser? = nil) throws -> [PlayedBrowser.Message] {
        let answer = try (browser ?? self.browser).ask("offers")
        #expect(!"\(answer)".contains("hunter"), "\(answer)")
        return try #require(answer["offers"] as? [PlayedBrowser.Message], "\(answer)")
    }

    /// Fills a login of another site a first time, so that nothing but the deed itself takes a proof.
    private func open() throws {
        try profile.openAndFill(stage.addLogin("First", "maria", "first", for: Self.bank))
    }

    // MARK: - What is offered

    @Test func aNewLoginIsOfferedAndSaved() throws {
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        #expect(offered["kind"] as? String == "save" && offered["reason"] as? String == "", "\(offered)")
        let waiting = try #require(try offers().first)
        #expect(waiting["offer"] as? String == offered["offer"] as? String)
        #expect(waiting["site"] as? String == "bank.example" && waiting["username"] as? String == "maria")
        let answer: PlayedBrowser.Message = [
            "offer": waiting["offer"] ?? "", "deed": "save", "vault": "personal", "title": "My bank",
        ]
        let saved = try browser.ask("answer", answer)
        let item = try #require(saved["item"] as? String, "\(saved)")
        #expect(try offers().isEmpty)
        #expect(try browser.ask("answer", answer).errorCode == "not-found")
        let fill = try PlayedBrowser.fill(item, on: Self.bank)
        #expect(try profile.prove("fill", fill, "for the first time").filled == ["maria", "hunter2"])
        #expect(try browser.matches(Self.bank).first?["title"] as? String == "My bank")
        // It is there now.
        for username in ["maria", "MARIA", ""] {
            #expect(try offer(username, "hunter2")["reason"] as? String == "saved", "\(username)")
        }
        #expect(!(try stage.run(["log"]).contains("hunter2")))
    }

    @Test func anotherPasswordIsAnUpdate() throws {
        let item = try stage.addLogin("Bank", "maria", "old", for: Self.bank)
        try profile.openAndFill(item)
        #expect(try offer("maria", "hunter2")["kind"] as? String == "update")
        let waiting = try #require(try offers().first)
        #expect(waiting["item"] as? String == item && waiting["title"] as? String == "Bank", "\(waiting)")
        let answer = try browser.ask("answer", ["offer": waiting["offer"] ?? "", "deed": "update"])
        #expect(answer["item"] as? String == item, "\(answer)")
        #expect(try browser.ask("fill", PlayedBrowser.fill(item, on: Self.bank)).filled == ["maria", "hunter2"])
        // A form without a name is the only login's.
        #expect(try offer("", "hunter3")["kind"] as? String == "update")
        try stage.addLogin("Other", "paul", "old", for: Self.bank)
        #expect(try offer("", "hunter4")["kind"] as? String == "save")
        #expect(try offer("anna", "hunter5")["kind"] as? String == "save")
        #expect(try offers().map { $0["kind"] as? String } == ["save", "save"])
    }

    /// The update of a login takes what another password for it takes: here the first fill's proof, and one for another site's login.
    @Test func anUpdateTakesAProofWhereOneIsDue() throws {
        let item = try stage.addLogin("Bank", "maria", "old", for: Self.bank)
        let other = try stage.addLogin("Shop", "maria", "old", for: "https://shop.example")
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        var answer: PlayedBrowser.Message = ["offer": offered["offer"] ?? "", "deed": "update"]
        (answer["vault"], answer["item"]) = ("personal", other)
        _ = try profile.prove("answer", answer, "for the first time")
        #expect(try offers().isEmpty)
        let second = try offer("maria", "hunter3")
        (answer["offer"], answer["item"]) = (second["offer"], other)
        let saved = try profile.prove("answer", answer, "was not saved for it")
        #expect(saved["item"] as? String == other && saved["item"] as? String != item, "\(saved)")
    }

    @Test func aDismissedOfferDoesNotComeBack() throws {
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        #expect(try offer("maria", "hunter2")["reason"] as? String == "known")
        let answer = try browser.ask("answer", ["offer": offered["offer"] ?? "", "deed": "dismiss"])
        #expect(answer["type"] as? String == "done", "\(answer)")
        #expect(try offer("maria", "hunter2")["reason"] as? String == "known")
        #expect(try offers().isEmpty)
        #expect(try offer("maria", "hunter3")["kind"] as? String == "save")
    }

    @Test func aSiteIsLeftAlone() throws {
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        _ = try offer("paul", "hunter2")
        _ = try browser.ask("answer", ["offer": offered["offer"] ?? "", "deed": "never"])
        #expect(try offers().isEmpty)
        #expect(try offer("anna", "hunter9", on: "https://www.bank.example/a")["reason"] as? String == "never")
        #expect(try browser.ask("nevers")["sites"] as? [String] == ["bank.example"])
        // Another site is offered, and the list stays when the agent ends.
        #expect(try offer("anna", "hunter9", on: "https://shop.example")["kind"] as? String == "save")
        stage.endAgent()
        try stage.startAgent()
        let pairing = try #require(try stage.pairings().first)
        #expect(pairing["never"] as? [String] == ["bank.example"])
        try browser.begin()
        #expect(try offer("anna", "hunter9")["reason"] as? String == "never")
        #expect(try browser.ask("never", ["url": Self.bank, "remove": true])["type"] as? String == "done")
        #expect(try offer("anna", "hunter9")["kind"] as? String == "undecided")
        // The command line does it too.
        let id = try #require(pairing["id"] as? String)
        try stage.run(["browser", "never", id, "shop.example"])
        #expect(try browser.ask("nevers")["sites"] as? [String] == ["shop.example"])
        try stage.run(["browser", "never", id, "shop.example", "--remove"])
        #expect(try (browser.ask("nevers")["sites"] as? [String])?.isEmpty == true)
        #expect(try stage.run(["browser", "never", id, "no site/"], fails: true).contains("site"))
    }

    // MARK: - Locks

    @Test func aLockWipesOffers() throws {
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        // Nothing else ends them: another connection of the profile sees them.
        let again = try stage.browser(key: browser.key)
        try again.begin()
        #expect(try offers(of: again).count == 1)
        try stage.run(["vault", "lock"])
        try browser.unlock(person)
        #expect(try offers().isEmpty)
        for deed in ["save", "update", "dismiss", "never"] {
            let answer = try browser.ask(
                "answer", ["offer": offered["offer"] ?? "", "deed": deed, "vault": "personal"])
            #expect(answer.errorCode == "not-found", "\(deed): \(answer)")
        }
        #expect(try browser.matches(Self.bank).isEmpty)
        #expect(try offer("maria", "hunter2")["kind"] as? String == "save")
    }

    @Test func anOfferIsDecidedWhenAVaultIsOpened() throws {
        let item = try stage.addLogin("Bank", "maria", "old", for: Self.bank)
        let offered = try offer("maria", "hunter2")
        #expect(offered["kind"] as? String == "undecided", "\(offered)")
        _ = try offer("maria", "hunter2", on: "https://shop.example")
        #expect(try offers().map { $0["kind"] as? String } == ["undecided", "undecided"])
        var answer: PlayedBrowser.Message = ["offer": offered["offer"] ?? "", "deed": "save", "vault": "personal"]
        #expect(try browser.ask("answer", answer).errorCode == "locked")
        answer["deed"] = "update"
        #expect(try browser.ask("answer", answer).errorCode == "locked")
        try browser.unlock(person)
        let decided = try offers()
        #expect(decided.map { $0["kind"] as? String } == ["update", "save"])
        #expect(decided.map { $0["item"] as? String } == [item, ""])
    }

    /// A lock wins over an answer that was given before it.
    @Test func aLockWhileThePersonIsAskedWins() throws {
        let item = try stage.addLogin("Bank", "maria", "old", for: Self.bank)
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        try browser.send("answer", ["offer": offered["offer"] ?? "", "deed": "update"])
        _ = try person.question()
        try stage.run(["vault", "lock"])
        person.type(BrowserStage.password)
        let answer = try browser.receive()
        #expect(answer.errorCode != nil, "\(answer)")
        try browser.unlock(person)
        #expect(try offers().isEmpty)
        let fill = try PlayedBrowser.fill(item, on: Self.bank)
        #expect(try profile.prove("fill", fill, "for the first time").filled == ["maria", "old"])
    }

    @Test func offersEndWithTheAgentAndThePairing() throws {
        try browser.unlock(person)
        _ = try offer("maria", "hunter2")
        let id = try #require(try stage.pairings().first?["id"] as? String)
        try stage.run(["browser", "revoke", id])
        #expect(try browser.ask("offers").errorCode == "not-paired")
        #expect(try offer("maria", "hunter2").errorCode == "not-paired")
        try browser.pair(person)
        try browser.begin()
        #expect(try offers().isEmpty)
        #expect(try offer("maria", "hunter2")["offer"] as? String != "")
        stage.endAgent()
        try stage.startAgent()
        try browser.begin()
        #expect(try offers().isEmpty)
    }

    @Test func profilesDoNotSeeEachOthersOffers() throws {
        let other = try stage.pairedBrowser()
        try browser.unlock(person)
        let offered = try offer("maria", "hunter2")
        #expect(try offers(of: other).isEmpty)
        let answer = try other.ask("answer", ["offer": offered["offer"] ?? "", "deed": "dismiss"])
        #expect(answer.errorCode == "not-found", "\(answer)")
        #expect(try offers().count == 1)
    }

    // MARK: - Limits

    @Test func manyOffersAreAFew() throws {
        try browser.unlock(person)
        var reasons: [String] = []
        for number in 1...70 {
            reasons.append(
                try offer("maria", "hunter2", on: "https://site\(number).example")["reason"] as? String ?? "?")
        }
        #expect(reasons == Array(repeating: "", count: 60) + Array(repeating: "too-many", count: 10))
        let sites = try offers().map { $0["site"] as? String ?? "" }
        #expect(sites == (45...60).map { "site\($0).example" })
    }

    @Test func longTextsAreRefused() throws {
        let (name, password) = (String(repeating: "n", count: 1 << 10), String(repeating: "p", count: 4 << 10))
        try browser.unlock(person)
        #expect(try offer(name, password)["kind"] as? String == "save")
        #expect(try offer(name + "n", password).errorCode == "bad-message")
        #expect(try offer(name, password + "p").errorCode == "bad-message")
        #expect(try offer(name, "").errorCode == "bad-message")
        #expect(try offer("maria", "hunter2", on: "file:///tmp/x").errorCode == "bad-address")
    }

    // MARK: - The generator

    /// What the generator has kept is there until a login has it.
    @Test func aGeneratedPasswordIsThereOnce() throws {
        try browser.unlock(person)
        let page = "https://shop.example/join"
        let made = try browser.ask("generate", ["url": page, "vault": "personal"])
        let password = try #require(made["password"] as? String)
        let another = try browser.ask("generate", ["url": page, "vault": "personal"])
        #expect(another["password"] as? String != password)
        func list(_ words: String...) throws -> String {
            try stage.run(
                ["vault", "list", "--password-stdin", "--json"] + words, input: BrowserStage.password + "\n")
        }
        #expect(try list().components(separatedBy: "\"password\"").count == 3)
        let offered = try offer("maria", password, on: page)
        #expect(offered["kind"] as? String == "save", "\(offered)")
        let saved = try browser.ask(
            "answer", ["offer": offered["offer"] ?? "", "deed": "save", "vault": "personal"])
        #expect(saved["type"] as? String == "saved", "\(saved)")
        // The other one stays.
        #expect(try list().components(separatedBy: "\"password\"").count == 2)
        #expect(try list("--trash").components(separatedBy: "\"password\"").count == 2)
    }
}
