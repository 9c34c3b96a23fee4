import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's browsers, with the real host, agent and vault: its button is pressed as a person does.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "needs root"))
struct ExtensionTests {
    private static let url = "https://shop.example.test/login"
    private static let html = """
        <!doctype html><title>Log in</title><h1>Log in</h1>
        <form method="post"><label>User name <input id="u" name="user"></label>
        <label>Password <input id="p" type="password" name="pass"></label><button>Log in</button></form>
        """

    private func signInPage(_ browser: any ExtensionStage) throws -> any BrowserTab {
        let page = try browser.page()
        try page.serve([Self.url: PageAnswer(Self.html)], forms: nil)
        try page.open(Self.url)
        return page
    }

    // MARK: - Tests

    @Test(arguments: RealBrowser.installed) func loginIsFilledAfterPairingAndProofs(in kind: RealBrowser) throws {
        let browser = try kind.stage()
        let (stage, person) = (browser.stage, browser.person)
        try stage.addLogin("Shop", "ada", "Corr3ct-Horse!Battery", for: "https://shop.example.test")
        try browser.pair()
        #expect(try stage.pairings().count == 1)
        let page = try signInPage(browser)
        let popup = try browser.openPopup(over: page, at: Self.url)
        try popup.wait(for: "document.querySelector('[data-vault=personal]')?.textContent")
        _ = try popup.evaluate("document.querySelector('[data-vault=personal]').click()")
        #expect(try person.question().contains("asks for the master password"))
        person.type(BrowserStage.password)
        try popup.wait(for: "document.querySelector('[data-item]')?.textContent")
        #expect(try popup.evaluate("document.querySelector('#site').textContent") as? String == "example.test")
        // Nothing was filled yet, and no secret is in the popup.
        #expect(try page.evaluate("p.value") as? String == "")
        #expect(try (popup.evaluate("document.documentElement.outerHTML") as? String)?.contains("Corr3ct") == false)
        _ = try popup.evaluate("document.querySelector('[data-item]').click()")
        // The first fill of a profile takes a proof.
        _ = try person.question()
        person.type(BrowserStage.password)
        let filled = try page.evaluate(
            """
            new Promise(done => { const look = () => p.value && done(u.value + " " + p.value); look(); p.addEventListener("change", look); })
            """)
        #expect(filled as? String == "ada Corr3ct-Horse!Battery")
    }

    @Test(arguments: RealBrowser.installed) func refusedPairingGivesNothing(in kind: RealBrowser) throws {
        let browser = try kind.stage()
        try browser.pair(answer: "no").wait(
            for:
                "document.querySelector('#status').textContent.length > 40 && !document.querySelector('#pair').disabled"
        )
        #expect(try browser.stage.pairings().isEmpty)
        let page = try signInPage(browser)
        let popup = try browser.openPopup(over: page, at: Self.url)
        try popup.wait(for: "document.querySelector('#pair')?.textContent")
    }

    /// What the extension may do, and that pages cannot frame its own.
    @Test(arguments: RealBrowser.installed) func permissionsAreThoseThatAreExplained(in kind: RealBrowser) throws {
        let browser = try kind.stage()
        let manifest =
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: type(of: browser).folder + "/manifest.json")))
            as? [String: Any]
        let permissions = [
            "activeTab", "contextMenus", "nativeMessaging", "scripting", "storage", "webRequest",
            "webRequestAuthProvider",
        ]
        #expect(manifest?["permissions"] as? [String] == permissions)
        #expect(manifest?["host_permissions"] as? [String] == ["http://*/*", "https://*/*"])
        #expect(manifest?["web_accessible_resources"] == nil && manifest?["externally_connectable"] == nil)
        let page = try signInPage(browser)
        // Whether a frame that is refused says that it is loaded depends on the moment.
        let framed = try page.evaluate(
            """
            new Promise((done) => {
              const frame = document.createElement("iframe");
              const look = () => {
                try { done(String(frame.contentDocument?.body?.innerHTML || "refused")); } catch { done("refused"); }
              };
              frame.onload = look;
              setTimeout(look, 3_000);
              frame.src = "\(browser.address)/popup/popup.html";
              document.body.append(frame);
            })
            """)
        #expect(framed as? String == "refused")
    }
}
