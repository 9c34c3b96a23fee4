import BrowserTesting
import Foundation
import PageFilling
import TestSupport
import Testing

/// Pages that want more than a person gives them. Each has a harmless twin in which the same plan arrives.
@Suite(.serialized, .enabled(if: Chromium.isInstalled, "needs Debian's chromium"))
struct PageAttackTests {
    private let tab: ChromiumPage

    init() throws { tab = try ChromiumPage(in: Chromium()) }

    /// A sign-in with a second place for the password.
    private static func signIn(_ password: String, style: String = "", script: String = "") -> String {
        """
        <!doctype html><title>Sign in</title><style>\(style)</style><h1>Sign in</h1>
        <form id="f" action="/in" method="post"><p><label for="u">User name</label> <input id="u" name="user"></p>
        <div id="place">\(password)</div><button>Sign in</button></form><script>\(script)</script>
        """
    }
    private static let field = #"<label for="p">Password</label> <input id="p" name="pass" type="password">"#

    private func open(_ html: String) throws -> PageRun {
        let page = WebPage(
            name: "attack", html: html,
            description: .init(
                url: "https://shop.example.test/in", language: "en", kind: "sign-in",
                fields: [
                    .init(selector: "#u", meaning: "username"), .init(selector: "#p", meaning: "current-password"),
                ],
                fill: nil, submit: nil))
        return try PageRun(page, in: tab)
    }

    /// Collects, lets the page act, fills, and returns the password that the page has then.
    private func password(_ html: String, after act: String = "") throws -> (held: String, report: [String: String]) {
        let run = try open(html)
        guard let plan = run.plan(with: "login") else { return ("", [:]) }
        if !act.isEmpty { _ = try tab.evaluate("(() => { \(act) })()") }
        let report = try run.fill(plan)
        return (try tab.evaluate("document.querySelector('#p')?.value ?? ''") as? String ?? "?", report)
    }

    @Test func plainPageIsFilled() throws {
        #expect(try password(Self.signIn(Self.field)).held == WebPage.password)
    }

    @Test(arguments: [
        "#place { opacity: 0.05 }", "#p { opacity: 0 }", "#place { filter: opacity(5%) }",
        "#place { visibility: hidden }",
        "#place { display: none }", "#place { clip-path: inset(50%) }", "#place { clip-path: circle(0) }",
        "#place { position: absolute; clip: rect(0, 0, 0, 0) }", "#place { position: absolute; left: -5000px }",
        "#place { height: 0; overflow: hidden }", "#place { width: 2px; overflow: hidden }",
        "#p { width: 1px; padding: 0; border: 0 }",
        "#place { transform: scale(0) }", "#place { mask-image: linear-gradient(transparent, transparent) }",
        "#place { content-visibility: hidden }",
        "#place { position: relative; z-index: -1 } body { background: #fff } form { background: #fff }",
        "#place { position: fixed; left: 5000px }",
        "#f { position: relative } #place { transform: translateX(3000px) } #f { overflow: hidden }",
    ])
    func unseenFieldGetsNothing(style: String) throws {
        #expect(try password(Self.signIn(Self.field, style: style)).held == "", "\(style)")
    }

    @Test(arguments: [
        #"<div style="position: absolute; inset: 0; background: #fff">"#,
        #"<img style="position: absolute; inset: 0; width: 100%; height: 100%">"#,
        #"<iframe style="position: absolute; inset: 0; width: 100%; height: 100%" srcdoc="x">"#,
    ])
    func coveredFieldGetsNothing(cover: String) throws {
        let style = "#place { position: relative }"
        #expect(try password(Self.signIn(Self.field + cover, style: style)).held == "")
        // The same, but nothing is painted.
        let clear = #"<div style="position: absolute; inset: 0">"#
        #expect(try password(Self.signIn(Self.field + clear, style: style)).held == WebPage.password)
    }

    @Test func fieldInTheHiddenFrameGetsNothing() throws {
        let frame = { (style: String) in
            Self.signIn(Self.field, script: "")
                + #"<iframe id="i" style="\#(style)" srcdoc='<form><label>User name <input name=user></label><label>Password <input name=pass type=password></label></form>'></iframe>"#
        }
        let inFrame = "document.querySelector('#i').contentDocument.querySelector('[type=password]').value"
        for style in ["opacity: 0", "position: absolute; left: -9000px", "width: 0; height: 0"] {
            _ = try password(frame(style).replacingOccurrences(of: Self.field, with: ""))
            #expect(try tab.evaluate(inFrame) as? String == "", "\(style)")
        }
        _ = try password(frame("").replacingOccurrences(of: Self.field, with: ""))
        #expect(try tab.evaluate(inFrame) as? String == WebPage.password)
    }

    /// What the page does between the look and the filling.
    @Test(arguments: [
        ("p.type = 'text'", "another field now"), ("p.name = 'q'", "another field now"),
        ("p.id = 'x'; const n = document.createElement('i'); n.id = 'p'; document.body.append(n)", "another field now"),
        ("p.labels[0].textContent = 'Your comment'", "another field now"),
        ("p.setAttribute('autocomplete', 'off')", "another field now"),
        ("document.body.append(p)", "other form"), ("p.remove()", "gone"), ("p.readOnly = true", "not editable"),
        ("p.style.opacity = 0", "transparent"), ("p.disabled = true", "not editable"),
        (
            "document.body.insertAdjacentHTML('beforeend', '<div style=\"position: fixed; inset: 0; background: #fff\"></div>')",
            "covered"
        ),
    ])
    func swappedFieldGetsNothing(act: String, reason: String) throws {
        let result = try password(Self.signIn(Self.field), after: "const p = document.querySelector('#p'); \(act)")
        #expect(result.held == "")
        #expect(result.report.values.contains("refused: \(reason)"), "\(result.report)")
    }

    @Test func nothingIsClickedOrSent() throws {
        let script = """
            window.seen = [];
            for (const name of ["click", "submit", "mousedown", "pointerdown"]) addEventListener(name, event => seen.push(event.type), true);
            """
        let run = try open(Self.signIn(Self.field, script: script))
        let plan = try #require(run.plan(with: "login"))
        let count = tab.requests.count
        _ = try run.fill(plan)
        #expect(try tab.evaluate("seen.join()") as? String == "")
        #expect(tab.requests.count == count)
        // The listener does hear of clicks.
        _ = try tab.evaluate("document.querySelector('h1').click()")
        #expect(try tab.evaluate("seen.join()") as? String == "click")
    }

    /// A page learns nothing by being read.
    @Test func readingChangesNothing() throws {
        let script = """
            window.seen = [];
            new MutationObserver(list => seen.push(...list.map(entry => entry.type)))
              .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            for (const name of ["focusin", "input", "change", "scroll", "selectionchange"]) {
              document.addEventListener(name, event => seen.push(event.type), true);
            }
            """
        let run = try open(Self.signIn(Self.field, script: script))
        #expect(try tab.evaluate("new Promise(done => setTimeout(() => done(seen.join()), 50))") as? String == "")
        _ = try run.fill(try #require(run.plan(with: "login")))
        #expect(try (tab.evaluate("seen.join()") as? String ?? "").contains("input"))
    }

    /// Names of fields hide a form's methods, and the page's own world is not the scripts'.
    @Test func clobberedFormAndPrototypesDoNotMatter() throws {
        let names = [
            "getAttribute", "action", "elements", "matches", "querySelectorAll", "closest", "parentNode", "id", "name",
            "method",
        ]
        let traps = names.map { #"<input type="hidden" name="\#($0)" value="x">"# }.joined()
        let script = """
            JSON.stringify = () => "{}";
            Array.from = () => [];
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set = () => {};
            Element.prototype.getBoundingClientRect = () => ({});
            """
        let html = Self.signIn(Self.field + traps + #"<img name="body"><img name="querySelectorAll">"#, script: script)
        #expect(try password(html).held == WebPage.password)
    }

    @Test func hugePageIsCut() throws {
        let label = String(repeating: "\u{202E}Password ", count: 3_000)
        let many = (0..<10_000).map { "<input name=x\($0)>" }.joined()
        let run = try open(Self.signIn(Self.field) + "<label>\(label)<input></label>" + many)
        #expect(run.model.fields.count == PageModel.Limits.fields)
        #expect(try password(Self.signIn(Self.field) + many).held == WebPage.password)
    }

    /// What leaves the page unencrypted gets no login that was saved for https.
    @Test func formThatIsSentInTheClearGetsNothing() throws {
        let html = Self.signIn(Self.field)
        #expect(try password(html.replacingOccurrences(of: "/in", with: "http://shop.example.test/in")).held == "")
        #expect(
            try password(html.replacingOccurrences(of: "/in", with: "https://shop.example.test/in")).held
                == WebPage.password)
    }
}
