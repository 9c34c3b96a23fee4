import BrowserTesting
import ClipboardTesting
import Foundation
import TestSupport
import Testing

/// What the popup does with an item, and with offers.
@Suite(.serialized, .enabled(if: PopupStage.isPossible, "needs root, and Debian's chromium"))
struct PopupDeedTests {
    private let url = PopupTests.url

    /// Opens the popup of a profile for which nothing takes a proof any more: it has filled in a login.
    private func popupAfterFirstFill(_ stage: PopupStage) throws -> ExtensionPage {
        let (page, popup) = try stage.openPage(url, PopupTests.html)
        try popup.wait(for: "document.querySelector('[data-item]')")
        try popup.click("[data-item]")
        try stage.prove("for the first time")
        _ = try page.evaluate(PopupTests.filled)
        let view = try stage.popupTab(over: url)
        try view.wait(for: "document.querySelector('.more')")
        return view
    }

    @Test func detailsHaveTheSecretsOnDemand() throws {
        let stage = try PopupStage()
        try stage.stage.add(
            "Shop", "username=ada", "website=https://shop.example.test", "--otp",
            secrets: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "Corr3ct-Horse!")
        let popup = try popupAfterFirstFill(stage)
        try popup.click(".more")
        try popup.wait(for: "document.querySelector('#show-code')")
        let details = "document.querySelector('#details').textContent"
        #expect(try (popup.evaluate(details) as? String)?.contains("ada") == true)
        #expect(try (popup.evaluate(details) as? String)?.contains("Corr3ct") == false)
        try popup.click("[data-field=password] button")
        try popup.wait(for: "document.querySelector('.large')?.textContent === 'Corr3ct-Horse!'")
        try popup.click("#show-code")
        try popup.wait(for: "/^\\d{3} \\d{3}$/.test(document.querySelector('.code')?.textContent)")
        try popup.wait(for: "/^\\d+ s left$/.test(document.querySelector('#seconds-left')?.textContent)")
        // Gone when the view is left.
        try popup.press("Escape")
        #expect(try popup.evaluate("document.querySelector('.large') === null") as? Bool == true)
        #expect(!stage.person.isAsked)
    }

    @Test(.enabled(if: TestDisplay.Kind.installed.contains(.x11), "needs xvfb and xclip"))
    func copiesGoToTheClipboardAndNotToTheBrowser() throws {
        let display = try TestDisplay(.x11)
        let stage = try PopupStage(display: display.environment)
        try stage.stage.addLogin("Shop", "ada", "Corr3ct-Horse!", for: "https://shop.example.test")
        let popup = try popupAfterFirstFill(stage)
        try popup.click(".more")
        try popup.wait(for: "document.querySelector('[data-field=password]')")
        try popup.click("[data-field=password] button:last-child")
        try popup.waitForStatus("after 90 seconds")
        #expect(try display.paste() == Data("Corr3ct-Horse!".utf8))
        #expect(try (popup.evaluate("document.documentElement.outerHTML") as? String)?.contains("Corr3ct") == false)
        // What the generator has made can be copied without another proof.
        try popup.click("#back")
        try popup.click("#to-generator")
        try popup.click("#copy-password")
        try popup.waitForStatus("after 90 seconds")
        let made = try #require(try popup.evaluate("document.querySelector('#password').textContent") as? String)
        #expect(try display.paste() == Data(made.utf8) && made.count == 20)
        #expect(!stage.person.isAsked)
    }

    @Test func withoutADisplayThePopupSaysWhyNothingIsCopied() throws {
        let stage = try PopupStage()
        try stage.stage.addLogin("Shop", "ada", "Corr3ct-Horse!", for: "https://shop.example.test")
        let popup = try popupAfterFirstFill(stage)
        try popup.click(".more")
        try popup.wait(for: "document.querySelector('[data-field=password]')")
        try popup.click("[data-field=password] button:last-child")
        try popup.waitForStatus("here is no display")
    }

    /// Sends an offer as the scripts in pages do.
    private func offer(_ password: String, _ popup: ExtensionPage) throws -> String {
        try popup.evaluate(
            """
            import("/background/host.js").then(({ host }) => host.request("offer",
              { url: "\(url)", username: "ada", password: "\(password)", newPassword: false })).then(({ offer }) => offer)
            """) as? String ?? ""
    }

    @Test func offersAreSavedUpdatedAndRefusedForGood() throws {
        let stage = try PopupStage()
        let (_, popup) = try stage.openPage(url, PopupTests.html)
        #expect(try !offer("Corr3ct-Horse!", popup).isEmpty)
        let view = try stage.popupTab(over: url)
        try view.wait(for: "document.querySelector('[data-offer]')?.textContent.includes('Save the login ada')")
        #expect(try (view.evaluate("document.documentElement.outerHTML") as? String)?.contains("Corr3ct") == false)
        try view.click("[data-answer=save]")
        try view.waitForStatus("Saved.")
        try view.wait(for: "document.querySelector('[data-item] small')?.textContent === 'ada'")
        #expect(try view.evaluate("document.querySelector('#offers').hidden") as? Bool == true)
        // Another password of the same account.
        #expect(try !offer("An0ther-Horse!", view).isEmpty)
        let second = try stage.popupTab(over: url)
        try second.wait(for: "document.querySelector('[data-offer]')?.textContent.includes('Update the password')")
        try second.click("[data-answer=update]")
        try stage.prove("for the first time")
        try second.waitForStatus("Saved.")
        // Never, for another site.
        _ = try second.evaluate(
            """
            import("/background/host.js").then(({ host }) => host.request("offer",
              { url: "https://news.example.org/", username: "ada", password: "Corr3ct-Horse!" }))
            """)
        let third = try stage.popupTab(over: url)
        try third.wait(for: "document.querySelector('[data-answer=never]')")
        try third.click("[data-answer=never]")
        try third.wait(for: "document.querySelector('#offers').hidden")
        let settings = try stage.extensionTab("settings/settings.html")
        try settings.wait(for: "document.querySelector('#nevers span')?.textContent.includes('example.org')")
        try settings.click("#nevers button")
        try settings.wait(for: "document.querySelector('#never').hidden")
    }

    @Test func websiteIsAddedToALoginThatWasPicked() throws {
        let stage = try PopupStage()
        try stage.stage.addLogin("Bank", "grace", "Corr3ct-Horse!Bank", for: "https://bank.example.org")
        let (_, popup) = try stage.openPage(url, PopupTests.html)
        try popup.waitForStatus("No login is saved")
        try popup.type("bank")
        try popup.wait(for: "document.querySelector('#search-all')")
        try popup.click("#search-all")
        let window = try stage.window()
        try stage.prove("the titles of all items")
        try window.wait(for: "document.querySelector('.more')")
        try window.click(".more")
        try window.wait(for: "document.querySelector('#add-website')?.textContent.includes('example.test')")
        try window.click("#add-website")
        _ = try stage.person.question()
        stage.person.type(BrowserStage.password)
        try window.waitForStatus("was added")
        // It belongs to the page from now on.
        let again = try stage.popupTab(over: url)
        try again.wait(for: "document.querySelector('[data-item] small')?.textContent === 'grace'")
    }
}
