import BrowserTesting
import Foundation
import TestSupport
import Testing

/// Sign-ins, registrations and changes of passwords in real browsers, and what is offered after them.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "needs root"))
struct SubmissionTests {
    private static let site = "https://shop.example.test"

    private static func form(_ fields: String, to address: String = "/in", script: String = "") -> PageAnswer {
        PageAnswer(
            """
            <!doctype html><title>Shop</title><h1>Shop</h1>
            <form method="post" action="\(address)">\(fields)<button id="go">Continue</button></form><script>\(script)</script>
            """)
    }
    private static let name = #"<label>User name <input id="u" name="user" autocomplete="username"></label>"#
    private static let password =
        #"<label>Password <input id="p" name="pass" type="password" autocomplete="current-password"></label>"#
    private static let new = """
        <label>New password <input id="n" name="new" type="password" autocomplete="new-password"></label>
        <label>Repeat the new password <input id="r" name="again" type="password" autocomplete="new-password"></label>
        """
    private static let welcome = PageAnswer(
        "<!doctype html><title>Welcome</title><h1>Welcome</h1><p>You are signed in.</p>")

    /// A paired profile with an open vault, and a page of the extension that can ask the host.
    private struct Profile {
        let browser: any ExtensionStage
        let view: any ExtensionView
        let page: any BrowserTab

        /// - Parameter password: that of a login for “ada” that is saved before; `nil` for none.
        init(_ kind: RealBrowser, saved password: String? = nil) throws {
            let stage = try BrowserStage()
            if let password { try stage.addLogin("Shop", "ada", password, for: SubmissionTests.site) }
            browser = try kind.stage(stage)
            view = try browser.open()
            page = try browser.page()
        }

        /// Waits until there is an offer for a user name, and returns all: kind, user name and site.
        func offers(until username: String) throws -> [String] {
            let found = try view.evaluate(
                """
                (async () => {
                  for (let round = 0; round < 60; round += 1) {
                    const { offers } = await host.request("offers");
                    if (offers.some(each => each.username === "\(username)")) return offers.map(each => `${each.kind} ${each.username} ${each.site}`);
                    // Timers of a tab in the background end each second.
                    await new Promise(done => setTimeout(done, 500));
                  }
                  return [];
                })()
                """)
            return found as? [String] ?? []
        }

        func answer(_ deed: String, username: String) throws {
            _ = try view.evaluate(
                """
                (async () => {
                  const { offers } = await host.request("offers");
                  const { offer, vault, item } = offers.find(each => each.username === "\(username)");
                  return host.request("answer", { offer, deed: "\(deed)", vault: vault || "personal", ...(item ? { item } : {}) });
                })()
                """)
        }

        /// Waits until the scripts that read the page are there, as they are when a person has typed.
        func waitForScripts() throws {
            _ = try view.evaluate(
                """
                (async () => {
                  for (let round = 0; round < 60; round += 1) {
                    for (const { id } of await chrome.tabs.query({ url: "\(SubmissionTests.site)/*" })) {
                      const func = () => Boolean(globalThis.ChatelainePage?.collect);
                      const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: id }, func });
                      if (result) return;
                    }
                    await new Promise(done => setTimeout(done, 100));
                  }
                })()
                """)
        }

        /// - Parameter isLoading: whether another page comes.
        func signIn(_ username: String, _ password: String, isLoading: Bool = true) throws {
            try page.open(SubmissionTests.site + "/")
            try page.type(username, into: "#u")
            try page.type(password, into: "#p")
            try waitForScripts()
            if isLoading { try page.send("#go") } else { try page.click("#go") }
        }

    }

    /// A sign-in that the page refuses is not offered, one that succeeds is; and what is saved is not offered again.
    @Test(arguments: RealBrowser.installed) func signInIsOfferedWhenItHasSucceeded(in kind: RealBrowser) throws {
        let profile = try Profile(kind)
        let form = Self.form(Self.name + Self.password)
        try profile.page.serve([Self.site + "/": form], forms: form)
        try profile.signIn("wrong", "n0t-This-One")
        // The extension looks at the page that asks again; a person takes longer to type than that.
        try profile.waitForScripts()
        try profile.page.serve([Self.site + "/": form], forms: Self.welcome)
        try profile.signIn("ada", "Corr3ct-Horse!Battery")
        #expect(try profile.offers(until: "ada") == ["save ada example.test"])
        try profile.answer("save", username: "ada")
        // The same once more, and another one after it.
        try profile.signIn("ada", "Corr3ct-Horse!Battery")
        try profile.signIn("grace", "An0ther-Horse!Battery")
        #expect(try profile.offers(until: "grace") == ["save grace example.test"])
    }

    /// A page that stays and takes its form away, as programs in one page do.
    @Test(arguments: RealBrowser.installed) func formThatGoesAwayIsOffered(in kind: RealBrowser) throws {
        let profile = try Profile(kind)
        let script = """
            document.forms[0].addEventListener("submit", event => {
              event.preventDefault();
              const isRight = document.querySelector("#p").value.startsWith("Corr3ct");
              setTimeout(() => { if (isRight) document.forms[0].remove(); else document.querySelector("#p").value = ""; }, 100);
            });
            """
        let form = Self.form(Self.name + Self.password, script: script)
        try profile.page.serve([Self.site + "/": form], forms: Self.welcome)
        try profile.signIn("wrong", "n0t-This-One", isLoading: false)
        try profile.signIn("ada", "Corr3ct-Horse!Battery", isLoading: false)
        #expect(try profile.offers(until: "ada") == ["save ada example.test"])
    }

    @Test(arguments: RealBrowser.installed) func changedPasswordIsOfferedAsAnUpdate(in kind: RealBrowser) throws {
        let profile = try Profile(kind, saved: "Corr3ct-Horse!Battery")
        try profile.page.serve([Self.site + "/": Self.form(Self.password + Self.new)], forms: Self.welcome)
        try profile.page.open(Self.site + "/")
        try profile.page.type("Corr3ct-Horse!Battery", into: "#p")
        for field in ["#n", "#r"] { try profile.page.type("N3w-Staple/Lovelace", into: field) }
        try profile.waitForScripts()
        try profile.page.send("#go")
        // The form had no name, and one login is saved.
        #expect(try profile.offers(until: "") == ["update  example.test"])
    }

    /// The name is asked for on a page of its own.
    @Test(arguments: RealBrowser.installed) func nameOfTheFirstStepIsOffered(in kind: RealBrowser) throws {
        let profile = try Profile(kind)
        let second = Self.form(Self.password, to: "/done")
        try profile.page.serve(
            [Self.site + "/": Self.form(Self.name), Self.site + "/second": second], forms: second)
        try profile.page.open(Self.site + "/")
        try profile.page.type("ada", into: "#u")
        try profile.waitForScripts()
        try profile.page.send("#go")
        try profile.page.serve([:], forms: Self.welcome)
        try profile.page.type("Corr3ct-Horse!Battery", into: "#p")
        try profile.waitForScripts()
        try profile.page.send("#go")
        #expect(try profile.offers(until: "ada") == ["save ada example.test"])
    }

    /// A page cannot make offers by itself; what a person sends in it is offered.
    @Test(arguments: RealBrowser.installed) func pageMakesNoOffersByItself(in kind: RealBrowser) throws {
        let profile = try Profile(kind)
        let script = """
            if (location.hash === "#forged") {
              u.value = "forged"; p.value = "F0rged-By-The-Page";
              for (const name of ["input", "keydown", "click", "submit"]) {
                for (const target of [u, p, go, document.forms[0]]) target.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
              }
              document.forms[0].requestSubmit();
            }
            """
        let form = Self.form(Self.name + Self.password, script: script)
        try profile.page.serve([Self.site + "/": form], forms: Self.welcome)
        try profile.page.open(Self.site + "/#forged")
        try profile.signIn("ada", "Corr3ct-Horse!Battery")
        #expect(try profile.offers(until: "ada") == ["save ada example.test"])
    }
}
