import BrowserTesting
import Foundation
import TestSupport
import Testing

/// Pictures of the popup and the settings, light and dark, for a person to look at: `make browser-screenshots`.
@Suite(
    .serialized,
    .enabled(
        if: PictureDirectory.path != nil && PopupStage.isPossible, "CHATELAINE_BROWSER_PICTURES names no directory")
)
struct PopupPictures {
    private func take(_ name: String, _ page: ExtensionPage, width: Int = 360) throws {
        let directory = try #require(PictureDirectory.path)
        for isDark in [false, true] {
            let path = "\(directory)/browser-\(name)-\(isDark ? "dark" : "light")-\(width).png"
            try page.picture(isDark: isDark, width: width).write(to: URL(fileURLWithPath: path))
        }
    }

    @Test func picturesAreTaken() throws {
        let stage = try PopupStage()
        let pairing = try stage.pairingPage()
        try pairing.wait(for: "document.querySelector('#pair').textContent")
        try take("pairing", pairing, width: 720)
        _ = try stage.page(PopupTests.url, PopupTests.html)
        let unpaired = try stage.popupTab(over: PopupTests.url)
        try unpaired.wait(for: "document.querySelector('#pair')?.textContent")
        try take("not-paired", unpaired)
        let shop = try stage.stage.add(
            "Example Shop", "username=ada@example.org", "website=https://shop.example.test", "--otp",
            secrets: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "Corr3ct-Horse!Battery")
        #expect(!shop.isEmpty)
        for name in ["grace", "a.very.long.name.of.a.user@mail.department.example.org"] {
            try stage.stage.addLogin("Shop of \(name)", name, "Corr3ct-Horse!", for: "https://shop.example.test")
        }
        _ = try stage.openPage(PopupTests.url, PopupTests.html)
        let popup = try stage.popupTab(over: PopupTests.url)
        try popup.wait(for: "document.querySelectorAll('[data-item]').length === 3")
        try take("popup", popup)
        try popup.click("#to-new")
        try take("new-login", popup)
        try popup.click("#back")
        try popup.click("#to-generator")
        try popup.click("#another")
        try popup.wait(for: "document.querySelector('#password').textContent")
        try take("generator", popup)
        try popup.click("#back")
        _ = try popup.evaluate(
            "{ const box = document.querySelector('#search'); box.value = 'nothing'; box.dispatchEvent(new Event('input')); }"
        )
        try popup.wait(for: "document.querySelector('#search-all')")
        try take("search", popup)
        let settings = try stage.extensionTab("settings/settings.html")
        try settings.wait(for: "document.querySelectorAll('#vault option').length === 2")
        try take("settings", settings, width: 720)
        try takeDetails(stage, popup)
    }

    /// Details, with a code and a secret in large type.
    private func takeDetails(_ stage: PopupStage, _ popup: ExtensionPage) throws {
        _ = try popup.evaluate(
            "{ const box = document.querySelector('#search'); box.value = ''; box.dispatchEvent(new Event('input')); }")
        try popup.wait(for: "document.querySelectorAll('.more').length === 3")
        // Nothing takes a proof any more after a first fill.
        _ = try popup.evaluate(
            "{ const row = [...document.querySelectorAll('[data-item]')].find(row => row.textContent.includes('ada')); row.click(); }"
        )
        try stage.prove("for the first time")
        try popup.waitForStatus("Filled in")
        let again = try stage.popupTab(over: PopupTests.url)
        try again.wait(for: "document.querySelectorAll('.more').length === 3")
        _ = try again.evaluate(
            "[...document.querySelectorAll('li')].find(row => row.textContent.includes('ada@')).querySelector('.more').click()"
        )
        try again.wait(for: "document.querySelector('#show-code')")
        try again.click("#show-code")
        try again.wait(for: "document.querySelector('#seconds-left').textContent")
        try again.click("[data-field=password] button")
        try again.wait(for: "document.querySelector('.large')")
        try take("details", again)
    }
}

private enum PictureDirectory {
    static let path = ProcessInfo.processInfo.environment["CHATELAINE_BROWSER_PICTURES"]
}
