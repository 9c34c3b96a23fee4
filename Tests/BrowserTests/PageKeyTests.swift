import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The key at fields of a page and the menu under it, in Debian's Chromium, with the real host, agent and vault.
@Suite(.serialized, .enabled(if: ChromiumStage.isPossible, "needs root, and Debian's chromium"))
struct PageKeyTests {
    @Test func aClickInTheMenuFillsTheLogin() throws {
        let stage = try PageStage()
        try stage.fillForTheFirstTime()
        // The second time takes no proof, and works by keyboard alone.
        try stage.open()
        try stage.click("#p")
        try stage.wait(for: "key")
        #expect(try stage.seen("key.getAttribute('aria-label')") as? String == "Chatelaine: logins for this field")
        try stage.page.type(key: "ArrowDown")
        try stage.wait(for: "rows.length > 0")
        try stage.waitUntilReady()
        try stage.page.type(key: "ArrowDown")
        #expect(try stage.seen("root.activeElement.getAttribute('role')") as? String == "menuitem")
        try stage.page.type(key: "Enter")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
        #expect(!stage.person.isAsked)
    }

    @Test func escapeClosesTheMenuAndGivesTheFieldBack() throws {
        let stage = try PageStage()
        try stage.open()
        try stage.click("#u")
        try stage.wait(for: "key")
        try stage.page.type(key: "ArrowDown")
        try stage.wait(for: "rows.length > 0")
        try stage.page.type(key: "ArrowDown")
        try stage.page.type(key: "Escape")
        #expect(try stage.seen("!menu") as? Bool == true)
        #expect(try stage.page.evaluate("document.activeElement.id") as? String == "u")
        #expect(try stage.values() == " ")
    }

    /// A modal dialogue makes all that is outside of it inert.
    @Test func fieldsInADialogueHaveTheKeyToo() throws {
        let stage = try PageStage()
        try stage.fillForTheFirstTime()
        let dialogue = PageStage.signIn.replacing("<form", with: "<dialog><form").replacing(
            "</form>", with: "</form></dialog>")
        try stage.open(dialogue + "<script>document.querySelector('dialog').showModal()</script>")
        try stage.openMenu()
        try stage.waitUntilReady()
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    @Test func fieldsThatComeLaterHaveTheKeyToo() throws {
        let stage = try PageStage()
        try stage.open(
            "<!doctype html><title>Shop</title><h1>Shop</h1><div id=place></div><label>Search <input name=q id=q></label>"
        )
        try stage.click("#q")
        // A search is not looked at, and the page gets no more scripts.
        #expect(
            try stage.page.evaluate("globalThis.ChatelainePage === undefined", inScriptsOf: "Chatelaine") as? Bool
                == true)
        _ = try stage.page.evaluate(
            """
            place.attachShadow({ mode: "open" }).innerHTML = '<form style="padding: 20px"><label>User name <input name="user"></label>'
              + '<label>Password <input type="password"></label><button>Log in</button></form>';
            """)
        _ = try stage.page.evaluate("place.shadowRoot.querySelector('input').focus()")
        try stage.wait(for: "key")
    }

    private static let signUp = """
        <!doctype html><title>Sign up</title><h1>Create your account</h1><style>input { width: 300px; height: 30px }</style>
        <form method="post"><p><label>E-mail <input id="u" type="email" name="email" autocomplete="username"></label></p>
        <p><label>New password <input id="p" type="password" autocomplete="new-password" passwordrules="minlength: 18; maxlength: 18"></label></p>
        <p><label>Repeat password <input id="r" type="password" autocomplete="new-password"></label></p>
        <button>Create account</button></form>
        """

    @Test func generatedPasswordGoesIntoBothFields() throws {
        let stage = try PageStage()
        try stage.open(Self.signUp)
        try stage.openMenu(at: "#p")
        try stage.waitUntilReady()
        try stage.choose("Generate")
        let filled = try stage.filled()
        let password = filled.drop { $0 == " " }
        #expect(password.count == 18)
        #expect(try stage.page.evaluate("document.querySelector('#r').value") as? String == String(password))
    }

    @Test func generatedPasswordIsKeptInTheChosenVault() throws {
        let stage = try PageStage()
        let agent = stage.stage.stage
        try agent.run(["vault", "create", "work", "--password-stdin"], input: BrowserStage.password + "\n")
        try stage.unlock("work")
        try stage.set(#"vault: "work""#)
        try stage.open(Self.signUp)
        try stage.openMenu(at: "#p")
        try stage.waitUntilReady()
        try stage.choose("Generate")
        #expect(try !stage.filled().isEmpty)
        let counts = try ["personal", "work"].map { name in
            let listed = try agent.run(
                ["vault", "list", "--vault", name, "--kind", "password", "--json", "--password-stdin"],
                input: BrowserStage.password + "\n")
            return listed.components(separatedBy: "example.test").count - 1
        }
        #expect(counts[0] == 0 && counts[1] > 0, "\(counts)")
    }

    @Test func aLockedVaultShowsOnlyUnlock() throws {
        let stage = try PageStage(isOpen: false)
        try stage.open()
        try stage.openMenu()
        #expect(
            try stage.seen("rows.map((row) => row.textContent)") as? [String] == [
                "Unlock “personal”…", "More in Chatelaine",
            ])
        try stage.waitUntilReady()
        try stage.choose("Unlock")
        #expect(try stage.person.question().contains("asks for the master password"))
        #expect(try stage.seen("menu === null") as? Bool == true)
        stage.person.type(BrowserStage.password)
        try stage.wait(for: "rows[0]?.textContent === 'Shopada'")
    }

    /// Waits until the script in the page has ended, and expects that nothing is drawn.
    private func expectNothing(_ stage: PageStage) throws {
        try stage.open()
        try stage.click("#u")
        _ = try stage.page.evaluate(
            """
            new Promise((done) => { const again = () => globalThis.ChatelaineWatch.hasEnded ? done() : setTimeout(again, 20); again(); })
            """, inScriptsOf: "Chatelaine")
        #expect(try stage.seen("!element && globalThis.ChatelainePage === undefined") as? Bool == true)
    }

    @Test func withoutAPairingNothingIsDrawnAndAskedOnce() throws {
        for hasHost in [true, false] {
            let stage = try PageStage(hasHost: hasHost, isPaired: false)
            try expectNothing(stage)
            let off = try stage.own.evaluate("chrome.storage.session.get('pagesOff').then((all) => all.pagesOff)")
            #expect(try #require(off as? Double) > Date().timeIntervalSince1970 * 1000)
            try expectNothing(stage)
            let again = try stage.own.evaluate("chrome.storage.session.get('pagesOff').then((all) => all.pagesOff)")
            #expect(again as? Double == off as? Double)
        }
    }

    @Test func sitesThatAreLeftAloneHaveNoKey() throws {
        let stage = try PageStage()
        try stage.set("leftAlone: ['example.test']")
        try expectNothing(stage)
        try stage.set("leftAlone: ['ample.test'], inPage: false")
        try expectNothing(stage)
        try stage.set("inPage: true")
        try stage.open()
        try stage.openMenu()
    }

    /// Two listeners in a page where no person is at a field.
    @Test func aPageWithoutFieldsGetsOneScript() throws {
        let stage = try PageStage()
        try stage.open("<!doctype html><title>News</title><h1>News</h1><p>Text</p><button>More</button>")
        try stage.click("p")
        try stage.click("button")
        let names = "Object.keys(globalThis).filter((name) => name.startsWith('Chatelaine')).join()"
        #expect(try stage.page.evaluate(names, inScriptsOf: "Chatelaine") as? String == "ChatelaineWatch")
        #expect(try stage.page.evaluate("document.documentElement.children.length") as? Int == 2)
    }
}
