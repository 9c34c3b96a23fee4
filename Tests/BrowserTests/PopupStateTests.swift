import BrowserTesting
import Foundation
import TestSupport
import Testing

/// What the popup and the first page say when something is missing.
@Suite(.serialized, .enabled(if: PopupStage.isPossible, "needs root, and Debian's chromium"))
struct PopupStateTests {
    private let url = PopupTests.url
    private let html = PopupTests.html

    @Test func pageThatIsNotPairedOffersPairing() throws {
        let stage = try PopupStage()
        _ = try stage.page(url, html)
        let popup = try stage.openPopup(over: url)
        try popup.wait(for: "document.querySelector('#pair')?.textContent")
        try popup.waitForStatus("is not paired")
    }

    @Test func missingHostIsExplained() throws {
        let stage = try PopupStage(hasHost: false)
        _ = try stage.page(url, html)
        let popup = try stage.openPopup(over: url)
        try popup.waitForStatus("does not find Chatelaine’s program")
        let pairing = try stage.pairingPage()
        try pairing.wait(for: "document.querySelector('#pair').textContent")
        #expect(try pairing.evaluate("document.querySelector('#missing').hidden") as? Bool == true)
        try pairing.click("#pair")
        try pairing.wait(for: "!document.querySelector('#missing').hidden && !document.querySelector('#pair').disabled")
        #expect(
            try pairing.evaluate("document.querySelector('#missing code').textContent") as? String
                == "chatelaine browser install")
    }

    @Test func agentMayEndAndComeBack() throws {
        let stage = try PopupStage()
        try stage.stage.addLogin("Shop", "ada", "Corr3ct-Horse!", for: "https://shop.example.test")
        try stage.pair()
        _ = try stage.page(url, html)
        stage.stage.endAgent()
        let popup = try stage.openPopup(over: url)
        try popup.waitForStatus("agent is not running")
        try stage.stage.startAgent()
        try popup.click("#again")
        // The vault is locked again, and what the person has to do next has the cursor.
        try popup.waitForStatus("The vaults are locked")
        try popup.wait(for: "document.activeElement.matches('[data-vault=personal]')")
    }

    @Test func refusedProofIsSaid() throws {
        let stage = try PopupStage()
        try stage.pair()
        _ = try stage.page(url, html)
        let popup = try stage.openPopup(over: url)
        try popup.wait(for: "document.querySelector('[data-vault=personal]')?.textContent")
        try popup.click("[data-vault=personal]")
        _ = try stage.person.question()
        stage.person.answer("no")
        try popup.waitForStatus("not answered with yes")
        #expect(try popup.evaluate("document.querySelectorAll('[data-item]').length") as? Int == 0)
    }

    @Test func pageOfTheBrowserCannotBeFilled() throws {
        let stage = try PopupStage()
        let (_, first) = try stage.openPage(url, html)
        try first.waitForStatus("No login is saved")
        let popup = try stage.extensionTab("popup/popup.html?tab=999999")
        try popup.waitForStatus("cannot be filled in")
        // The search is there nonetheless.
        #expect(try popup.evaluate("document.querySelector('#search').hidden") as? Bool == false)
    }

    @Test func textsAreInTheLanguageOfTheSetting() throws {
        let stage = try PopupStage()
        let settings = try stage.extensionTab("settings/settings.html")
        try settings.wait(for: "document.querySelector('h1').textContent === 'Settings'")
        for (language, title) in [("de", "Einstellungen"), ("es", "Ajustes"), ("fr", "Réglages")] {
            _ = try settings.evaluate(
                "{ const menu = document.querySelector('#language'); menu.value = '\(language)'; menu.dispatchEvent(new Event('change')); }"
            )
            try settings.wait(
                for:
                    "document.querySelector('h1').textContent === '\(title)' && document.documentElement.lang === '\(language)'"
            )
        }
        _ = try stage.page(url, html)
        let popup = try stage.openPopup(over: url)
        try popup.waitForStatus("n’est pas associé")
    }
}
