import BrowserTesting
import Foundation
import TestSupport
import Testing

/// A page in a browser with the extension, and a person at it: clicks and keys are trusted events.
final class PageStage {
    static let url = "https://shop.example.test/login"
    static let secret = "Corr3ct-Horse!Battery"
    /// A sign-in with room for a menu below each field.
    static let signIn = """
        <!doctype html><title>Log in</title><style>input { width: 300px; height: 30px }</style><h1>Log in</h1>
        <form method="post"><p><label>User name <input id="u" name="user"></label></p>
        <p><label>Password <input id="p" type="password" name="pass"></label></p><button>Log in</button></form>
        """

    let stage: ChromiumStage
    let page: ChromiumPage
    /// The extension's own page, through which a test speaks for its settings.
    let own: any ExtensionView
    var person: PersonAtPinentry { stage.person }
    private var answers: [String: String] = [:]

    /// - Parameters:
    ///   - hasHost: whether the browser knows Chatelaine's program.
    ///   - isPaired: whether the profile is paired.
    ///   - isOpen: whether the vault is open for it.
    init(hasHost: Bool = true, isPaired: Bool = true, isOpen: Bool = true) throws {
        stage = try ChromiumStage(hasHost: hasHost)
        try stage.stage.addLogin("Shop", "ada", Self.secret, for: "https://shop.example.test")
        own = try isPaired ? stage.pair() : stage.pairingPage()
        page = try ChromiumPage(in: stage.browser)
        page.onRequest = { [weak self] request in self?.answers[request.url].map { ChromiumPage.Answer($0) } }
        try page.bringToFront()
        if isPaired && isOpen { try unlock() }
    }

    /// Has the person unlock a vault for the profile.
    func unlock(_ vault: String = "personal") throws {
        try ask("unlock", "vault: \"\(vault)\"")
        _ = try person.question()
        person.type(BrowserStage.password)
        try own.wait(for: "globalThis.answered?.unlock")
    }

    /// Has the extension's own page ask the background.
    private func ask(_ deed: String, _ members: String) throws {
        _ = try own.evaluate(
            """
            globalThis.answered = {};
            void chrome.runtime.sendMessage({ deed: "\(deed)", \(members) }).then((answer) => {
              answered.\(deed) = JSON.stringify(answer);
              document.body.dataset.answered = "\(deed)";
            });
            """)
    }

    /// Sets something in the extension's storage.
    func set(_ members: String) throws { _ = try own.evaluate("chrome.storage.local.set({ \(members) })") }

    /// Opens a page.
    ///
    /// - Parameter others: addresses and contents of further pages, such as those of frames.
    func open(_ html: String = signIn, at url: String = url, others: [String: String] = [:]) throws {
        answers = others.merging([url: html]) { $1 }
        try page.open(url)
    }

    // MARK: - What the scripts of the extension see

    private static let look = """
        const element = [...document.querySelectorAll(":popover-open")].find((one) => chrome.dom.openOrClosedShadowRoot(one)?.querySelector(".key"));
        const root = element && chrome.dom.openOrClosedShadowRoot(element);
        const key = root?.querySelector(".key");
        const menu = root?.querySelector(".menu:not([hidden])") ?? null;
        const rows = [...menu?.querySelectorAll(".row") ?? []];
        const middle = (one) => { const box = one.getBoundingClientRect(); return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; };
        """

    /// Evaluates an expression of `element`, `root`, `key`, `menu` and `rows`, as the extension's scripts see them.
    func seen(_ expression: String) throws -> Any? {
        try page.evaluate("(() => { \(Self.look) return \(expression); })()", inScriptsOf: "Chatelaine")
    }

    /// Waits a minute until such an expression is true, and returns its value.
    @discardableResult
    func wait(for expression: String) throws -> Any? {
        let value = try page.evaluate(
            """
            new Promise((done, fail) => {
              // What is not there yet may be what the expression is of.
              const find = () => { try { \(Self.look) return \(expression); } catch { return false; } };
              let left = 3000;
              const again = () => {
                const value = find();
                if (value) return done(value);
                if ((left -= 1) > 0) setTimeout(again, 20);
                else fail(new Error("not so within a minute"));
              };
              again();
            })
            """, inScriptsOf: "Chatelaine")
        return value
    }

    // MARK: - What the person does

    /// The middle of an element of the page.
    func middle(_ selector: String) throws -> (Double, Double) {
        let found =
            try page.evaluate(
                """
                (() => { const box = document.querySelector("\(selector)").getBoundingClientRect();
                  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; })()
                """) as? [Double]
        let point = try #require(found)
        return (point[0], point[1])
    }

    func click(_ selector: String) throws {
        let (x, y) = try middle(selector)
        try page.click(x, y)
    }

    private func point(_ expression: String) throws -> (Double, Double) {
        let point = try #require(try seen("middle(\(expression))") as? [Double])
        return (point[0], point[1])
    }

    /// Clicks into a field, waits for the key, and presses it. The menu is open then, and does not act yet.
    func openMenu(at selector: String = "#u") throws {
        try click(selector)
        try wait(for: "key")
        let (x, y) = try point("key")
        try page.click(x, y)
        try wait(for: "rows.length > 0")
    }

    /// Waits until the menu acts.
    func waitUntilReady() throws { try wait(for: "menu?.classList.contains('ready')") }

    /// Where a line of the menu is.
    func row(_ text: String) throws -> (Double, Double) {
        try point("rows.find((row) => row.textContent.includes(\"\(text)\"))")
    }

    /// Clicks on a line of the menu.
    func choose(_ text: String) throws {
        let (x, y) = try row(text)
        try page.click(x, y)
    }

    /// The values of the two fields of the page.
    func values() throws -> String {
        try page.evaluate("document.querySelector('#u').value + ' ' + document.querySelector('#p').value") as? String
            ?? ""
    }

    /// Waits until the page has a password, and returns the name and it.
    func filled() throws -> String {
        try page.evaluate(
            """
            new Promise((done) => {
              const [u, p] = [document.querySelector("#u"), document.querySelector("#p")];
              const look = () => { if (p.value) setTimeout(() => done(u.value + " " + p.value)); };
              look();
              p.addEventListener("input", look);
            })
            """) as? String ?? ""
    }

    /// Fills for the first time, which takes a proof; the next ones take none.
    func fillForTheFirstTime() throws {
        try open()
        try openMenu()
        try waitUntilReady()
        try choose("Shop")
        _ = try person.question()
        person.type(BrowserStage.password)
        #expect(try filled() == "ada \(Self.secret)")
    }
}
