import ClipboardTesting
import Foundation
import TestSupport
import Testing

/// Copies go from the agent to the clipboard by the host, and never to the browser (Docs/browser-messages.md).
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct BrowserCopyTests {
    private let profile: PairedProfile
    private var stage: BrowserStage { profile.stage }

    init() throws { profile = try PairedProfile() }

    private static let bank = PairedProfile.bank

    private func copy(_ item: String, _ field: String = "password", on url: String = bank) -> PlayedBrowser.Message {
        ["vault": "personal", "item": item, "field": field, "url": url]
    }

    /// The same profile in a browser on a display.
    private func browser(on display: TestDisplay) throws -> PlayedBrowser {
        let browser = try stage.browser(key: profile.browser.key, display: display.environment)
        try browser.begin()
        return browser
    }

    @Test(.enabled(if: TestDisplay.Kind.installed.contains(.x11), "needs xvfb and xclip"))
    func aPasswordIsOnTheClipboardAndNotInTheBrowser() throws {
        let item = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(item)
        let display = try TestDisplay(.x11)
        let browser = try browser(on: display)
        let answer = try browser.ask("copy", copy(item))
        #expect(answer["type"] as? String == "copied" && answer["seconds"] as? Int == 90, "\(answer)")
        #expect(!"\(answer)".contains("hunter2"))
        #expect(try display.paste() == Data("hunter2".utf8))
        #expect(try display.formats().contains("x-kde-passwordManagerHint"))
        #expect(try browser.ask("copy", copy(item, "username"))["type"] as? String == "copied")
        #expect(try display.paste() == Data("maria".utf8))
        #expect(try browser.ask("copy", copy(item, "code")).errorCode == "not-found")
        #expect(try stage.run(["log"]).contains("browser: login for bank.example"))
    }

    /// The host's end does not take the clipboard along: a browser ends the host when nothing has used it for a while.
    @Test(.enabled(if: TestDisplay.Kind.installed.contains(.x11), "needs xvfb and xclip"))
    func aCopyOutlivesTheHost() throws {
        let item = try stage.addLogin("Bank", "maria", "line\n", for: Self.bank)
        try profile.openAndFill(item)
        let display = try TestDisplay(.x11)
        let browser = try browser(on: display)
        #expect(try browser.ask("copy", copy(item))["type"] as? String == "copied")
        browser.process.end()
        #expect(try display.paste() == Data("line".utf8))
    }

    @Test(.enabled(if: TestDisplay.Kind.installed.contains(.x11), "needs xvfb and xclip"))
    func aCopyForAnotherSiteTakesAProof() throws {
        let item = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(item)
        let display = try TestDisplay(.x11)
        let browser = try browser(on: display)
        for url in ["", "https://shop.example/"] {
            var request = copy(item, on: url)
            request["silent"] = true
            #expect(try browser.ask("copy", request).errorCode == "proof-needed")
            #expect(try display.paste() == nil)
        }
        try browser.send("copy", copy(item, on: ""))
        #expect(try profile.person.question().contains("to copy something of “Bank”"))
        profile.person.type(BrowserStage.password)
        #expect(try browser.receive()["type"] as? String == "copied")
        #expect(try display.paste() == Data("hunter2".utf8))
    }

    @Test func withoutADisplayTheErrorSaysWhatToDo() throws {
        let item = try stage.addLogin("Bank", "maria", "hunter2", for: Self.bank)
        try profile.openAndFill(item)
        let answer = try profile.browser.ask("copy", copy(item))
        let error = try #require(answer["error"] as? PlayedBrowser.Message, "\(answer)")
        #expect(error["code"] as? String == "no-clipboard")
        #expect((error["reason"] as? String)?.contains("there is no display") == true, "\(error)")
        #expect((error["remedy"] as? String)?.contains("desktop session") == true, "\(error)")
        #expect(!"\(answer)".contains("hunter2"))
        // The host goes on.
        #expect(try profile.browser.ask("status")["type"] as? String == "status")
    }
}
