import AgentClient
import AgentProtocol
import Crypto
import Foundation
import KeychainServices
import TestSupport
import Testing

/// The first use of a browser profile, which a person confirms (Docs/browser-messages.md, "Pairing").
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct PairingTests {
    @Test func bothSidesShowTheSameDigits() throws {
        let stage = try BrowserStage()
        let person = try #require(stage.person)
        let browser = try stage.browser()
        #expect(try browser.ask("hello", ["key": browser.publicKey]).errorCode == "not-paired")
        try browser.pair(person)
        let pairing = try #require(try stage.pairings().first)
        #expect(pairing["browser"] as? String == browser.path && pairing["strength"] as? String == "system")
        #expect(pairing["extension"] as? String == browser.extensionID && pairing["name"] as? String == "A profile")
        try browser.begin()
        // It is kept.
        stage.endAgent()
        try stage.startAgent()
        try stage.browser(key: browser.key).begin()
    }

    @Test func eachPairingHasOtherDigits() throws {
        let stage = try BrowserStage()
        let person = try #require(stage.person)
        let browser = try stage.browser()
        var codes = Set<String>()
        for _ in 0..<2 {
            try browser.send("pair", browser.pairing())
            codes.insert(try #require(try browser.receive()["code"] as? String))
            _ = try person.question()
            person.answer("yes")
            #expect(try browser.receive()["type"] as? String == "paired")
        }
        // The same key: one pairing takes the other's place. (They are equal once in a million.)
        #expect(codes.count == 2)
        #expect(try stage.pairings().count == 1)
    }

    @Test func aNoPairsNothingAndThreeAreEnough() throws {
        let stage = try BrowserStage()
        let person = try #require(stage.person)
        let browser = try stage.browser()
        for _ in 0..<3 { try browser.pair(person, answer: "no") }
        #expect(try browser.ask("pair", browser.pairing()).errorCode == "busy")
        #expect(!person.isAsked)
        #expect(try stage.pairings().isEmpty)
        #expect(try browser.ask("hello", ["key": browser.publicKey]).errorCode == "not-paired")
    }

    @Test func withoutAPersonNothingIsPaired() throws {
        let stage = try BrowserStage(hasPerson: false)
        let browser = try stage.browser()
        let answer = try browser.ask("pair", browser.pairing())
        #expect(answer.errorCode == "no-prompter")
        #expect((answer["error"] as? [String: Any])?["remedy"] as? String != "")
        #expect(try stage.pairings().isEmpty)
    }

    /// An attacker who comes at the same moment, or holds the question open, gets a word that says so, and no digits.
    @Test func oneAtATime() throws {
        let stage = try BrowserStage()
        let person = try #require(stage.person)
        let (first, second) = (try stage.browser(), try stage.browser("brave"))
        try first.send("pair", first.pairing())
        #expect(try first.receive()["type"] as? String == "pairing-code")
        _ = try person.question()
        let answer = try second.ask("pair", second.pairing())
        #expect(answer.errorCode == "busy" && answer["code"] == nil)
        // The one who holds it goes: the next one may ask, as soon as the agent has noticed.
        first.process.end()
        var next: [String: Any]
        repeat {
            try second.send("pair", second.pairing())
            next = try second.receive()
        } while next.errorCode == "busy"
        #expect(next["type"] as? String == "pairing-code")
        #expect(try person.question().contains("/brave"))
        person.answer("yes")
        #expect(try second.receive()["type"] as? String == "paired")
        #expect(try stage.pairings().count == 1)
    }

    @Test func keyThatIsNoPointIsRefusedBeforeAnybodyIsAsked() throws {
        let stage = try BrowserStage()
        let browser = try stage.browser()
        let noPoint = (Data([4]) + Data(repeating: 1, count: 64)).base64EncodedString()
        #expect(try browser.ask("pair", ["key": noPoint]).errorCode == "failed")
        #expect(try browser.ask("pair", ["key": "AAAA"]).errorCode == "bad-message")
        #expect(try browser.ask("pair").errorCode == "bad-message")
        #expect(stage.person?.isAsked == false)
    }

    // MARK: - Who may ask

    @Test func onlyTheInstalledHostIsServed() throws {
        let stage = try BrowserStage()
        // This process is none of ours.
        #expect {
            try BrowserConnection().ask(.state(.init()), at: stage.home + "/run/agent.socket") { _, _ in true }
        } throws: { error in
            guard case .refused(let error)? = error as? BrowserConnection.Failure else { return false }
            return error.code == .missingEntitlement
        }
        // The host itself, elsewhere.
        let copy = stage.home + "/chatelaine-browser"
        try ChildProcess.copy(stage.programs + "/chatelaine-browser", to: copy)
        let browser = try stage.browser(host: copy)
        #expect(try browser.ask("pair", browser.pairing()).errorCode == "failed")
        #expect(stage.person?.isAsked == false)
    }

    /// All scripts of an interpreter are one program.
    @Test func aScriptIsNoBrowser() throws {
        let stage = try BrowserStage()
        let key = P256.Signing.PrivateKey().publicKey.x963Representation.base64EncodedString()
        let message = #"{"version":1,"id":1,"type":"pair","key":"\#(key)"}"#
        let length = withUnsafeBytes(of: UInt32(message.utf8.count)) { bytes in
            bytes.map { "\\x" + String(format: "%02x", $0) }.joined()
        }
        // The shell stays, with the host's input open, until the beginning of the answer is there.
        let command = """
            { printf '\(length)'; printf '%s' '\(message)'; read -r; } | \
            \(stage.programs)/chatelaine-browser chrome-extension://\(BrowserStage.extensionID)/ | { head -c 60; echo; }
            """
        let shell = try ChildProcess(
            ["/bin/bash", "-c", command], variables: stage.variables, input: .piped, leadsSession: true)
        defer { shell.end() }
        #expect(try #require(shell.line()).contains("wrong-browser"))
        #expect(stage.person?.isAsked == false)
    }
}
