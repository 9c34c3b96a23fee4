import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Chromium, with the real host, agent and vault: its button is pressed as a person does.
@Suite(
    .serialized,
    .enabled(if: ExtensionStage.isPossible, "needs root, and Debian's chromium"))
struct ExtensionTests {
    private let all: ExtensionStage
    private var stage: BrowserStage { all.stage }
    private var person: PersonAtPinentry { all.person }
    private var browser: Chromium { all.browser }
    private var id: String { all.id }

    init() throws { all = try ExtensionStage() }

    // MARK: - What a person does

    private func pair(answer: String = "yes") throws -> ExtensionPage { try all.pair(answer: answer) }

    private func openPopup(over url: String) throws -> ExtensionPage {
        let tab = try #require(try browser.targets("tab") { $0 == url }.first)
        try browser.call("Extensions.triggerAction", ["id": id, "targetId": tab])
        return try ExtensionPage(try browser.target("page") { $0.hasSuffix("/popup/popup.html") }, in: browser)
    }

    private static let url = "https://shop.example.test/login"
    private static let html = """
        <!doctype html><title>Log in</title><h1>Log in</h1>
        <form method="post"><label>User name <input id="u" name="user"></label>
        <label>Password <input id="p" type="password" name="pass"></label><button>Log in</button></form>
        """

    private func signInPage() throws -> ChromiumPage {
        let page = try ChromiumPage(in: browser)
        page.onRequest = { $0.url == Self.url ? ChromiumPage.Answer(Self.html) : nil }
        try page.open(Self.url)
        return page
    }

    // MARK: - Tests

    @Test func loginIsFilledAfterPairingAndProofs() throws {
        try stage.addLogin("Shop", "ada", "Corr3ct-Horse!Battery", for: "https://shop.example.test")
        try pair().wait(for: "document.querySelector('#status').textContent.includes('is paired')")
        #expect(try stage.pairings().count == 1)
        let page = try signInPage()
        let popup = try openPopup(over: Self.url)
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

    @Test func refusedPairingGivesNothing() throws {
        let page = try pair(answer: "no")
        try page.wait(
            for:
                "document.querySelector('#status').textContent.length > 40 && !document.querySelector('#pair').disabled"
        )
        #expect(try stage.pairings().isEmpty)
        _ = try signInPage()
        let popup = try openPopup(over: Self.url)
        try popup.wait(for: "document.querySelector('#pair')?.textContent")
    }

    /// The rights of the extension, and that none of its pages can be framed.
    @Test func permissionsAreThoseThatAreExplained() throws {
        let manifest =
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(fileURLWithPath: ExtensionStage.folder + "/manifest.json")))
            as? [String: Any]
        #expect(manifest?["permissions"] as? [String] == ["activeTab", "nativeMessaging", "scripting", "storage"])
        #expect(manifest?["host_permissions"] as? [String] == ["http://*/*", "https://*/*"])
        #expect(manifest?["web_accessible_resources"] == nil && manifest?["externally_connectable"] == nil)
        let page = try signInPage()
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
              frame.src = "chrome-extension://\(id)/popup/popup.html";
              document.body.append(frame);
            })
            """)
        #expect(framed as? String == "refused")
    }
}
