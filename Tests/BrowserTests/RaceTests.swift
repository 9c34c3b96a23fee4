import Crypto
import Foundation
import TestSupport
import Testing

/// What happens while a person is asked, and what several connections do at once.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct RaceTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }
    private var person: PersonAtPinentry { profile.person }
    private var browser: PlayedBrowser { profile.browser }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank

    @Test func aPairingThatIsRevokedWhileThePersonIsAskedGetsNothing() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(person)
        try browser.send("fill", PlayedBrowser.fill(bank, on: Self.bank))
        _ = try person.question()
        let id = try #require(try stage.pairings().first?["id"] as? String)
        try stage.run(["browser", "revoke", id])
        person.type(BrowserStage.password)
        let answer = try browser.receive()
        #expect(answer.errorCode == "not-paired" && answer.filled.isEmpty)
    }

    /// A lock wins over a proof that was asked for before it.
    @Test func aLockWhileThePersonIsAskedWins() throws {
        let bank = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try browser.unlock(person)
        try browser.send("fill", PlayedBrowser.fill(bank, on: Self.bank))
        _ = try person.question()
        try stage.run(["vault", "lock"])
        person.type(BrowserStage.password)
        let answer = try browser.receive()
        #expect(answer.errorCode != nil && answer.filled.isEmpty, "\(answer)")
        #expect(try browser.ask("matches", ["url": Self.bank]).errorCode == "locked")
    }

    @Test func anAgentThatEndsWhileThePersonIsAskedIsGone() throws {
        try browser.send("unlock", ["vault": "personal"])
        _ = try person.question()
        stage.endAgent()
        #expect(try browser.receive().errorCode == "agent-gone")
        try stage.startAgent()
        try browser.begin()
        #expect(try browser.ask("matches", ["url": Self.bank]).errorCode == "locked")
    }

    /// The prompt goes with the browser, and its answer opens nothing.
    @Test func aBrowserThatEndsTakesItsPromptAlong() throws {
        try browser.send("unlock", ["vault": "personal"])
        _ = try person.question()
        browser.process.end()
        let again = try stage.browser(key: browser.key)
        try again.begin()
        #expect(try again.ask("matches", ["url": Self.bank]).errorCode == "locked")
        try again.unlock(person)
        #expect(try again.matches(Self.bank).isEmpty)
    }

    /// Connections of one profile are counted together: opening more is no way around the eleventh site.
    @Test func moreConnectionsAreNoMoreSites() throws {
        let pages = (1...12).map { "https://site\($0).example/" }
        let added = try stage.run(
            ["vault", "add", "Everywhere", "username=maria"] + pages.map { "website=\($0)" }
                + ["--json", "--password-stdin"], input: BrowserStage.password + "\nhunter2\n")
        let object = try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: Any]
        let item = try #require((object?["item"] as? [String: Any] ?? object)?["id"] as? String)
        try browser.unlock(person)
        try browser.send("fill", PlayedBrowser.fill(item, on: pages[0]))
        _ = try person.question()
        person.type(BrowserStage.password)
        #expect(try browser.receive().filled.count == 2)
        // All at the same moment, and then what each got.
        let others = try (1...11).map { _ in try stage.browser(key: browser.key) }
        for other in others { try other.begin() }
        for (other, page) in zip(others, pages.dropFirst()) {
            try other.send("fill", PlayedBrowser.fill(item, on: page, silent: true))
        }
        let answers = try others.map { try $0.receive() }
        #expect(answers.filter { $0.filled.count == 2 }.count == 9)
        #expect(answers.filter { $0.errorCode == "proof-needed" }.count == 2)
    }

    /// A second profile of the same browser is another one: its proofs and pairing are its own.
    @Test func twoProfilesAreTwo() throws {
        let other = try stage.pairedBrowser()
        #expect(try stage.pairings().count == 2)
        try browser.unlock(person)
        #expect(try other.ask("matches", ["url": Self.bank]).errorCode == "locked")
        let signature = try other.signature(of: other.challenge(), browser.key)
        #expect(try other.ask("prove", ["signature": signature]).errorCode == "wrong-signature")
    }
}
