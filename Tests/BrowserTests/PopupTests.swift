import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The popup, over a page in Chromium.
@Suite(.serialized, .enabled(if: PopupStage.isPossible, "needs root, and Debian's chromium"))
struct PopupTests {
    static let url = "https://shop.example.test/login"
    static let html = """
        <!doctype html><title>Log in</title><h1>Log in</h1>
        <form method="post"><label>User name <input id="u" name="user"></label>
        <label>Password <input id="p" type="password" name="pass"></label><button>Log in</button></form>
        """
    /// Waits until the page has a password, and returns both values.
    static let filled = """
        new Promise(done => { const look = () => p.value && done(u.value + " " + p.value); look(); p.addEventListener("change", look); })
        """

    private let stage: PopupStage

    init() throws { stage = try PopupStage() }

    @Test func loginIsFoundAndFilledByKeyboardAlone() throws {
        for (title, name) in [("Shop", "ada"), ("Shop at work", "bob")] {
            try stage.stage.addLogin(title, name, "Corr3ct-Horse!\(name)", for: "https://shop.example.test")
        }
        let (page, popup) = try stage.openPage(Self.url, Self.html)
        try popup.wait(for: "document.querySelectorAll('[data-item]').length === 2")
        // The first login has the cursor; up from it is the search.
        try popup.wait(for: "document.activeElement.matches('[data-item]')")
        try popup.press("ArrowUp")
        try popup.type("wor")
        try popup.wait(
            for: "document.querySelectorAll('[data-item]').length === 1 && document.activeElement.id === 'search'")
        try popup.press("ArrowDown")
        #expect(try popup.evaluate("document.activeElement.querySelector('small').textContent") as? String == "bob")
        // Its details, and back.
        try popup.press("ArrowRight")
        try popup.press("Enter")
        try popup.wait(for: "!document.querySelector('#details').hidden")
        try popup.press("Escape")
        try popup.wait(for: "!document.querySelector('#list').hidden && document.activeElement.closest('#items')")
        try popup.press("ArrowLeft")
        try popup.press("Enter")
        try stage.prove("for the first time")
        #expect(try page.evaluate(Self.filled) as? String == "bob Corr3ct-Horse!bob")
    }

    @Test func textsFromOutsideAreTextAndKeepTheirPlace() throws {
        let title = "<img><script>document.write()</script>\u{202E}" + String(repeating: "W", count: 3_000)
        try stage.stage.addLogin(title, "<b>ada</b>", "Corr3ct-Horse!", for: "https://shop.example.test")
        let (_, popup) = try stage.openPage(Self.url, Self.html)
        try popup.wait(for: "document.querySelector('[data-item]')")
        #expect(
            try popup.evaluate("document.querySelectorAll('#items img, #items script, #items b').length") as? Int == 0)
        #expect(try popup.evaluate("document.title") as? String == "Chatelaine")
        #expect(
            try popup.evaluate("document.querySelector('[data-item]').textContent.includes('<img><script>')") as? Bool
                == true)
        #expect(try popup.evaluate("document.documentElement.scrollWidth") as? Int ?? 0 <= 360)
    }

    @Test func otherItemsTakeAProofAndAreShownInAWindow() throws {
        try stage.stage.addLogin("Bank", "grace", "Corr3ct-Horse!Bank", for: "https://bank.example.org")
        let (page, popup) = try stage.openPage(Self.url, Self.html)
        try popup.waitForStatus("No login is saved")
        try popup.type("ban")
        try popup.wait(for: "document.querySelector('#search-all')?.textContent.includes('“ban”')")
        #expect(!stage.person.isAsked)
        try popup.click("#search-all")
        let window = try stage.window()
        try stage.prove("the titles of all items")
        try window.wait(for: "document.querySelector('[data-item]')?.textContent.includes('Bank')")
        // It belongs to another site: each fill takes a proof.
        try window.click("[data-item]")
        try stage.prove("for the first time")
        #expect(try page.evaluate(Self.filled) as? String == "grace Corr3ct-Horse!Bank")
        try window.click("[data-item]")
        try stage.prove("not saved for it")
        try window.waitForStatus("Filled in")
    }

    @Test func newLoginIsSaved() throws {
        let (_, popup) = try stage.openPage(Self.url, Self.html)
        try popup.click("#to-new")
        try popup.wait(for: "document.activeElement.id === 'new-username'")
        #expect(try popup.evaluate("document.querySelector('#new-title').value") as? String == "example.test")
        try popup.type("ada")
        // Without a password nothing is saved.
        try popup.press("Enter")
        #expect(try popup.evaluate("document.querySelector('#new').hidden") as? Bool == false)
        // The browser puts the cursor where something is missing.
        try popup.wait(for: "document.activeElement.id === 'new-password'")
        try popup.type("Sw0rd!fish")
        try popup.press("Enter")
        try popup.waitForStatus("Saved.")
        try popup.wait(for: "document.querySelector('[data-item] small')?.textContent === 'ada'")
        // Neither in the form nor elsewhere.
        #expect(try popup.evaluate("document.querySelector('#new-password').value") as? String == "")
    }

    @Test func generatorFollowsTheSiteAndIsKept() throws {
        let html = """
            <!doctype html><title>Sign up</title><h1>Create your account</h1>
            <form method="post"><label>Email <input id="u" name="email" type="email"></label>
            <label>New password <input id="p" type="password" autocomplete="new-password"
              passwordrules="minlength: 9; maxlength: 9; required: digit;"></label>
            <label>Repeat password <input id="q" type="password" autocomplete="new-password"></label>
            <button>Sign up</button></form>
            """
        let (page, popup) = try stage.openPage(Self.url, html)
        try popup.click("#to-generator")
        try popup.wait(for: "!document.querySelector('#site-rules').hidden")
        try popup.click("#fill-password")
        try popup.waitForStatus("Filled in")
        let values = try #require(try page.evaluate("p.value + ' ' + q.value") as? String).split(separator: " ")
        #expect(values.count == 2 && values.first == values.last)
        #expect(values.first?.count == 9 && values.first?.allSatisfy(\.isNumber) == true, "\(values)")
        #expect(
            try popup.evaluate("document.querySelector('#password').textContent") as? String
                == values.first.map(String.init))
        // Other rules make another one.
        try popup.click("#follow")
        #expect(try popup.evaluate("document.querySelector('#password').textContent") as? String == "")
        try popup.click("#symbols")
        try popup.click("#another")
        try popup.wait(for: "/^[A-Za-z0-9]{20}$/.test(document.querySelector('#password').textContent)")
        let kept = try stage.stage.run(
            ["vault", "list", "--json", "--password-stdin"], input: BrowserStage.password + "\n")
        #expect(kept.components(separatedBy: "\"example.test\"").count == 3, "\(kept)")
    }
}
