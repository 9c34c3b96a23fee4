import Crypto
import Foundation
import TestSupport
import Testing

/// A session belongs to a key, an extension and a browser: a profile that was copied gets nothing.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct SessionTests {
    private let stage: BrowserStage
    private let browser: PlayedBrowser

    init() throws {
        stage = try BrowserStage()
        browser = try stage.browser()
        try browser.pair(try #require(stage.person))
    }

    @Test func nothingIsGivenWithoutASession() throws {
        for type in ["status", "search"] { #expect(try browser.ask(type).errorCode == "no-session") }
        #expect(try browser.ask("matches", ["url": "https://bank.example"]).errorCode == "no-session")
        #expect(try browser.ask("unlock", ["vault": "personal"]).errorCode == "no-session")
        let fill = try PlayedBrowser.fill(UUID().uuidString, on: "https://bank.example")
        #expect(try browser.ask("fill", fill).errorCode == "no-session")
        #expect(try browser.ask("code", fill).errorCode == "no-session")
        // A challenge is none yet.
        _ = try browser.challenge()
        #expect(try browser.ask("status").errorCode == "no-session")
    }

    @Test func anotherKeyProvesNothing() throws {
        let signature = try browser.signature(of: browser.challenge(), P256.Signing.PrivateKey())
        #expect(try browser.ask("prove", ["signature": signature]).errorCode == "wrong-signature")
        #expect(try browser.ask("status").errorCode == "no-session")
    }

    @Test func aSignatureCountsOnceAndForItsChallenge() throws {
        let first = try browser.challenge()
        let signature = try browser.signature(of: first)
        #expect(try browser.ask("prove", ["signature": signature])["type"] as? String == "status")
        #expect(try browser.ask("prove", ["signature": signature]).errorCode == "no-session")
        let second = try browser.challenge()
        #expect(first != second && second.count == 32)
        #expect(try browser.ask("prove", ["signature": signature]).errorCode == "wrong-signature")
        // A wrong one uses the challenge up as well.
        let late = try browser.signature(of: second)
        #expect(try browser.ask("prove", ["signature": late]).errorCode == "no-session")
    }

    @Test func aSignatureNamesItsExtensionAndPurpose() throws {
        let other = try browser.signature(of: browser.challenge(), extensionID: "ponmlkjihgfedcbaponmlkjihgfedcba")
        #expect(try browser.ask("prove", ["signature": other]).errorCode == "wrong-signature")
        let bare = try browser.key.signature(for: browser.challenge()).rawRepresentation.base64EncodedString()
        #expect(try browser.ask("prove", ["signature": bare]).errorCode == "wrong-signature")
    }

    // MARK: - A copied profile

    @Test func anotherExtensionWithTheKeyGetsNothing() throws {
        let other = try stage.browser(key: browser.key, extensionID: "ponmlkjihgfedcbaponmlkjihgfedcba")
        #expect(try other.ask("hello", ["key": other.publicKey]).errorCode == "wrong-browser")
    }

    @Test func anotherBrowserWithTheKeyGetsNothing() throws {
        let other = try stage.browser("firefox", key: browser.key)
        let signature = try other.signature(of: other.challenge())
        #expect(try other.ask("prove", ["signature": signature]).errorCode == "wrong-browser")
        #expect(try other.ask("status").errorCode == "no-session")
    }

    /// The same path in another directory, which the user can write to.
    @Test func aBrowserOfTheUsersWithTheKeyGetsNothing() throws {
        let other = try stage.browser("chromium", in: stage.home, key: browser.key)
        let signature = try other.signature(of: other.challenge())
        #expect(try other.ask("prove", ["signature": signature]).errorCode == "wrong-browser")
    }

    /// It is known by its contents: after an update it is another.
    @Test func aBrowserOfTheUsersThatHasChangedPairsAgain() throws {
        let path = stage.home + "/browser"
        let key = P256.Signing.PrivateKey()
        do {
            let own = try stage.browser("browser", in: stage.home, key: key)
            try own.pair(try #require(stage.person))
            try own.begin()
        }
        let pairing = try #require(try stage.pairings().last)
        #expect(pairing["strength"] as? String == "pinned")
        try stage.browser("browser", in: stage.home, key: key).begin()
        try #require(
            try ChildProcess.run(["/bin/sh", "-c", "mv \(path) \(path).old; cat \(path).old > \(path).new"]).status == 0
        )
        let file = try #require(FileHandle(forWritingAtPath: path + ".new"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("another version".utf8))
        try file.close()
        try #require(
            try ChildProcess.run(["/bin/sh", "-c", "chmod 755 \(path).new; mv \(path).new \(path)"]).status == 0)
        let changed = try stage.browser("browser", in: stage.home, key: key)
        let signature = try changed.signature(of: changed.challenge())
        #expect(try changed.ask("prove", ["signature": signature]).errorCode == "wrong-browser")
    }

    // MARK: - The end of a session

    @Test func aRevokedPairingEndsAtOnce() throws {
        try browser.begin()
        let id = try #require(try stage.pairings().first?["id"] as? String)
        try stage.run(["browser", "revoke", id])
        #expect(try browser.ask("status").errorCode == "not-paired")
        #expect(try browser.ask("hello", ["key": browser.publicKey]).errorCode == "not-paired")
        #expect(try stage.run(["browser", "revoke", id], fails: true).contains("there is no pairing"))
    }

    /// The host that the browser has started stays, and works again.
    @Test func anAgentThatComesBackIsUsedAgain() throws {
        try browser.begin()
        stage.endAgent()
        let gone = try browser.ask("status")
        #expect(gone.errorCode == "agent-gone")
        #expect((gone["error"] as? [String: Any])?["remedy"] as? String != "")
        try stage.startAgent()
        #expect(try browser.ask("status").errorCode == "no-session")
        try browser.begin()
        // One that was exchanged between two requests.
        stage.endAgent()
        try stage.startAgent()
        try browser.begin()
    }

    @Test func theHostEndsWithItsBrowser() throws {
        try browser.begin()
        browser.process.write("close\n")
        #expect(browser.process.line() == "ended 0")
    }
}
