import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The page of settings, the badge, the keys and the menus.
@Suite(.serialized, .enabled(if: PopupStage.isPossible, "needs root, and Debian's chromium"))
struct SettingsTests {
    private let stage: PopupStage

    init() throws { stage = try PopupStage() }

    private func stored(_ key: String) throws -> Any? {
        try stage.inBackground("chrome.storage.local.get('\(key)').then(stored => stored['\(key)'])")
    }

    @Test func settingsAreKept() throws {
        let settings = try stage.extensionTab("settings/settings.html")
        // The agent is asked last; without a pairing the rest works.
        try settings.waitForStatus("is not paired")
        #expect(try settings.evaluate("document.querySelector('#inPage').checked") as? Bool == true)
        for id in ["inPage", "offers"] { try settings.click("#\(id)") }
        try settings.evaluateSite("https://www.Example.org/path")
        try settings.wait(for: "document.querySelector('#leftAlone span')?.textContent === 'example.org'")
        try settings.evaluateSite("no site : at all")
        try settings.waitForStatus("no name of a site")
        #expect(try stored("inPage") as? Bool == false)
        #expect(try stored("offers") as? Bool == false)
        #expect(try stored("leftAlone") as? [String] == ["example.org"])
        try settings.click("#leftAlone button")
        try settings.wait(for: "!document.querySelector('#leftAlone span')")
        #expect(try stored("leftAlone") as? [String] == [])
    }

    @Test func badgeCountsTheLoginsOfThePageUntilTheLock() throws {
        for name in ["ada", "bob"] {
            try stage.stage.addLogin("Shop \(name)", name, "Corr3ct-Horse!", for: "https://shop.example.test")
        }
        let (page, popup) = try stage.openPage(PopupTests.url, PopupTests.html)
        try popup.wait(for: "document.querySelectorAll('[data-item]').length === 2")
        let badge = """
            new Promise(async done => {
              const tab = (await chrome.tabs.query({})).find(tab => tab.url?.startsWith("https://shop.example.test"));
              const look = async () => {
                const text = await chrome.action.getBadgeText({ tabId: tab.id });
                if (text === "%") done(text); else setTimeout(look, 20);
              };
              look();
            })
            """
        try stage.inBackground(badge.replacing("%", with: "2"))
        // A page that is loaded later is counted as well.
        try page.open(PopupTests.url)
        try stage.inBackground(badge.replacing("%", with: "2"))
        try stage.stage.run(["vault", "lock"])
        _ = try popup.evaluate("chrome.runtime.sendMessage({ deed: 'status' })")
        try stage.inBackground(badge.replacing("%", with: ""))
    }

    @Test func keysAndMenusFillGenerateAndGoOn() throws {
        for name in ["ada", "bob"] {
            try stage.stage.addLogin("Shop \(name)", name, "Corr3ct-Horse!\(name)", for: "https://shop.example.test")
        }
        let (page, _) = try stage.openPage(PopupTests.url, PopupTests.html)
        try stage.press("next", over: PopupTests.url)
        try stage.prove("for the first time")
        let first = try #require(try page.evaluate(PopupTests.filled) as? String)
        _ = try page.evaluate("p.value = ''")
        try stage.press("next", over: PopupTests.url)
        let second = try #require(try page.evaluate(PopupTests.filled) as? String)
        #expect(Set([first, second]) == ["ada Corr3ct-Horse!ada", "bob Corr3ct-Horse!bob"])
        _ = try page.evaluate("p.value = ''")
        try stage.press("next", over: PopupTests.url)
        #expect(try page.evaluate(PopupTests.filled) as? String == first)
        // A password is made where the cursor is.
        _ = try page.evaluate("p.value = ''; p.focus()")
        try stage.inBackground(
            """
            chrome.tabs.query({}).then(tabs => tabs.find(tab => tab.url === '\(PopupTests.url)')).then(tab =>
              chrome.contextMenus.onClicked.dispatch({ menuItemId: "generate", frameId: 0 }, tab))
            """)
        let made = try #require(try page.evaluate(PopupTests.filled) as? String).split(separator: " ")
        #expect(made.last?.count == 20 && made.last?.contains("Corr3ct") == false)
    }
}

extension ExtensionPage {
    /// Adds a site to those that are left alone.
    fileprivate func evaluateSite(_ text: String) throws {
        _ = try evaluate(
            "document.querySelector('#site').value = \(Self.quoted(text)); document.querySelector('#add button').click()"
        )
    }
}
