import AppTesting
import Foundation
import Testing

/// Pages that want to see more than the values that are filled in, or to get them for another website.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct HostilePageTests {
    /// Replaces what the scripts use, listens to everything, and reports all that it sees.
    private static let spy = """
        <!doctype html><title>Spy</title>
        <script>
        const seen = new Set();
        const note = (value) => {
            try {
                const text = typeof value === "string" ? value : Object.prototype.toString.call(value);
                if (text) seen.add(text.slice(0, 200));
            } catch {}
        };
        for (const [object, names] of [
            [JSON, ["stringify", "parse"]], [Array.prototype, ["map", "filter", "slice", "push", "forEach", "join"]],
            [String.prototype, ["split", "slice", "trim", "replace"]], [Map.prototype, ["get", "set"]],
            [Element.prototype, ["getAttribute", "querySelectorAll", "matches", "closest"]],
            [Document.prototype, ["querySelectorAll", "createTreeWalker"]], [EventTarget.prototype, ["dispatchEvent"]],
            [Object, ["fromEntries", "entries", "assign"]],
        ]) for (const name of names) {
            const old = object[name];
            object[name] = function (...values) {
                if (globalThis.isArmed) values.forEach(note);
                return old.apply(this, values);
            };
        }
        for (const name of ["ChatelainePage", "chatelaineReading", "token", "plan"]) {
            Object.defineProperty(globalThis, name, {set(value) { note("set " + name); }, get() { note("get " + name); }});
            Object.defineProperty(Object.prototype, name, {set(value) { note("set " + name); }, get() { return undefined; }, configurable: true});
        }
        </script>
        <form><h1>Sign in</h1>
        <label>Username <input name="user" autocomplete="username"></label>
        <label>Password <input name="password" type="password" autocomplete="current-password"></label>
        <button>Sign in</button></form>
        <script>
        const [user, password] = document.forms[0].elements;
        for (const name in window) if (name.startsWith("on")) addEventListener(name.slice(2), (event) => {
            if (globalThis.isArmed && event.data !== undefined) note(event.data);
        }, true);
        document.forms[0].addEventListener("change", () => {
            if (!user.value || !password.value) return;
            globalThis.isArmed = false;
            const values = [user.value, password.value];
            const more = [...seen].filter((text) => !values.includes(text) && !text.startsWith("[object"));
            fetch("/seen", {method: "POST", body: values.join(" ") + " | " + more.join(" | ")});
        });
        globalThis.isArmed = true;
        fetch("/ready", {method: "POST", body: ""});
        </script>
        """

    @Test func aPageThatReplacesEverythingSeesTheValuesAlone() throws {
        let site = try Website(["index.html": Self.spy])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try browser.stage.vault(
            "add", "Shop", "username=bob", "website=\(site.origin)/shop", input: "battery staple\n")
        try site.expect("POST /ready")
        try browser.app.press("Fill From Password Manager")
        let sheet = try browser.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        try sheet.focus("Search all logins")
        try sheet.desktop.type("Bank")
        try sheet.waitUntilGone("list item", "Shop, bob")
        try browser.stage.pickFirst(in: sheet)
        #expect(try site.expect("POST /seen").line == "POST /seen alice correct horse | ")
    }

    /// Goes elsewhere while the person picks.
    private static func leaving(to address: String) -> String {
        TestPage.signIn.replacingOccurrences(
            of: "</script>",
            with: """
                fetch("/hold").then((answer) => answer.text()).then(() => { location.href = "\(address)"; });
                </script>
                """)
    }

    @Test(arguments: ["another origin", "the same origin"])
    func aPageThatIsLeftBetweenPickAndFillGetsNothing(for place: String) throws {
        let other = try Website(["index.html": TestPage.signIn])
        let target = place == "another origin" ? other.origin + "/" : "/next.html"
        let site = try Website(["index.html": Self.leaving(to: target), "next.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.app.press("Fill From Password Manager")
        let sheet = try browser.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        site.release()
        try (place == "another origin" ? other : site).expect("POST /ready")
        try browser.stage.pickFirst(in: sheet)
        _ = try browser.says("The page has changed in the meantime")
        for website in [site, other] {
            try browser.go(to: website.origin + "/last")
            #expect(try !website.expect("GET /last").before.contains { $0.hasPrefix("POST /seen") })
        }
    }

    /// Its control is `theButtonFillsALoginAndThePagesScriptSeesIt`: the same page without the header.
    @Test func aPageInASandboxIsNotFilled() throws {
        let site = try Website(["sandbox.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/sandbox.html", loginFor: site)
        try browser.app.find(nil, "Not secure: 127.0.0.1")
        try site.expect("GET /sandbox.html")
        try browser.app.find("push button", "Reload the page")
        try browser.app.press("Fill From Password Manager")
        _ = try browser.says("The page does not speak for its website")
    }

    @Test func aFrameOfAnotherOriginGetsNothing() throws {
        let other = try Website(["index.html": TestPage.signIn])
        let page = "<title>Frame</title><iframe src=\"\(other.origin)/\" width=500 height=400></iframe>"
        let site = try Website(["index.html": page])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try other.expect("POST /ready")
        try browser.fill()
        // There is no field to fill.
        try browser.app.find("push button", "Details")
        try browser.go(to: other.origin + "/last")
        #expect(try !other.expect("GET /last").before.contains { $0.hasPrefix("POST /seen") })
    }

    /// The control of the test above.
    @Test func aFrameOfTheSameOriginIsFilled() throws {
        let page = "<title>Frame</title><iframe src=\"/form.html\" width=500 height=400></iframe>"
        let site = try Website(["index.html": page, "form.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.fill()
        #expect(try site.expect("POST /seen").line == "POST /seen alice correct horse")
    }
}
