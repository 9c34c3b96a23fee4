import BrowserTesting
import Foundation
import TestSupport
import Testing

/// Frames, and pages that listen and look: what of the key is there, and what the page learns of it.
@Suite(.serialized, .enabled(if: ChromiumStage.isPossible, "needs root, and Debian's chromium"))
struct PageFrameTests {
    private let stage: PageStage

    init() throws { stage = try PageStage() }

    private static let framed = "https://shop.example.test/framed"

    /// Opens a page with a frame, clicks into the frame's user name, and returns what the scripts there know: `none` if there are none,
    /// `nothing` if they have ended at once.
    private func scripts(
        _ frame: String, in address: String = PageStage.url, frameAt: String = framed
    ) throws -> String {
        let html = "<!doctype html><title>Frame</title><h1>Shop</h1>\(frame)"
        try stage.open(html, at: address, others: [Self.framed: PageStage.signIn])
        guard try stage.page.hasScripts(of: "Chatelaine", frameAt: frameAt) else { return "none" }
        return try stage.page.evaluate(
            "globalThis.ChatelaineWatch ? 'watches' : 'nothing'", inScriptsOf: "Chatelaine", frameAt: frameAt)
            as? String ?? ""
    }

    @Test func framesOfOthersHaveNoKey() throws {
        let frame = #"<iframe src="\#(Self.framed)" width="600" height="400"></iframe>"#
        // The harmless twin: a frame of the page's own.
        #expect(try scripts(frame) == "watches")
        let (x, y) = try stage.middle("iframe")
        try stage.page.click(x - 150, y - 80)
        _ = try stage.page.evaluate("document.querySelector('iframe').contentDocument.querySelector('#u').focus()")
        let shown = try stage.page.evaluate(
            """
            new Promise((done) => { const again = () => document.querySelector(":popover-open") ? done(true) : setTimeout(again, 20); again(); })
            """, inScriptsOf: "Chatelaine", frameAt: Self.framed)
        #expect(shown as? Bool == true)

        #expect(try scripts(frame, in: "https://evil.example.test/") == "nothing")
        let sandboxed = frame.replacing("<iframe", with: #"<iframe sandbox="allow-scripts allow-forms""#)
        #expect(try scripts(sandboxed) == "nothing")
        // One of the page's own in one of another origin.
        let nest = "https://evil.example.test/nest"
        try stage.open(
            #"<h1>Shop</h1><iframe src="\#(nest)"></iframe>"#,
            others: [nest: frame, Self.framed: PageStage.signIn])
        #expect(
            try stage.page.evaluate(
                "globalThis.ChatelaineWatch ? 'watches' : 'nothing'", inScriptsOf: "Chatelaine", frameAt: nest)
                as? String == "nothing")
    }

    @Test func framesWithoutAnAddressHaveNoScripts() throws {
        let html = "<input type=password>"
        #expect(try scripts(#"<iframe srcdoc="\#(html)"></iframe>"#, frameAt: "about:srcdoc") == "none")
        #expect(try scripts(#"<iframe src="data:text/html,\#(html)"></iframe>"#, frameAt: "data:") == "none")
        #expect(try scripts("<iframe></iframe>", frameAt: "about:blank") == "none")
    }

    /// A page that has changed all that scripts use, and listens to everything.
    @Test func aPageThatListensLearnsNoTitlesAndNames() throws {
        let spy = """
            <script>
            window.log = [];
            const note = (what) => { try { log.push(String(what)); } catch {} };
            for (const [owner, names] of [
              [Element.prototype, ["attachShadow", "append", "setAttribute", "addEventListener", "matches", "getBoundingClientRect"]],
              [Array.prototype, ["map", "filter", "push", "join", "find"]], [JSON, ["stringify", "parse"]],
              [String.prototype, ["replace", "slice"]], [Document.prototype, ["createElement", "querySelectorAll", "elementFromPoint"]],
              [EventTarget.prototype, ["addEventListener", "dispatchEvent"]], [Promise.prototype, ["then"]],
            ]) {
              for (const name of names) {
                const original = owner[name];
                if (owner === Array.prototype && name === "push") continue;
                owner[name] = function (...rest) {
                  for (const one of rest) if (typeof one === "string") note(one);
                  return Reflect.apply(original, this, rest);
                };
              }
            }
            Object.defineProperty(Node.prototype, "textContent", { set(text) { note(text); }, get() { return ""; } });
            for (const name in window) if (name.startsWith("on")) window.addEventListener(name.slice(2), (event) => note(event.type + " " + (event.data ?? "") + " " + (event.target?.outerHTML ?? "")), true);
            new MutationObserver((records) => { for (const record of records) note(record.target.outerHTML); })
              .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            </script>
            """
        try stage.open(PageStage.signIn + spy)
        try stage.openMenu()
        try stage.waitUntilReady()
        #expect(try stage.seen("rows[0].textContent") as? String == "Shopada")
        let learnt =
            try stage.page.evaluate(
                """
                (() => {
                  const host = document.querySelector(":popover-open");
                  const style = getComputedStyle(host);
                  const texts = [host.outerHTML, host.innerText, host.shadowRoot, [...style].map((name) => style.getPropertyValue(name)).join(" "),
                    document.body.innerText, document.documentElement.outerHTML.replace(/<script>[^]*?<\\/script>/g, ""), getSelection().toString()];
                  const box = host.getBoundingClientRect();
                  return JSON.stringify([...log, ...texts.map(String), box.width, box.height, typeof globalThis.chrome?.runtime?.sendMessage]);
                })()
                """) as? String ?? ""
        #expect(learnt.contains("pointerdown") && learnt.contains("popover"), "the page has listened")
        for secret in ["Shopada", "\"ada", "ada\"", "Unlock", PageStage.secret, "More in"] {
            #expect(!learnt.contains(secret), "\(secret)")
        }
        // What tells that something is there, and no more.
        #expect(learnt.hasSuffix(#",0,0,"undefined"]"#), "\(learnt.suffix(40))")
    }

    /// The extension takes no messages from pages.
    @Test func messagesOfThePageDoNothing() throws {
        try stage.open()
        try stage.openMenu()
        try stage.waitUntilReady()
        _ = try stage.page.evaluate(
            """
            (() => {
              for (const page of ["field", "read", "menu", "fill", "unlock", "generate", "more"]) {
                window.postMessage({ page, vault: "personal", url: location.href }, "*");
                document.dispatchEvent(new CustomEvent("message", { detail: { page } }));
              }
              return new Promise((done) => setTimeout(() => requestAnimationFrame(done)));
            })()
            """)
        #expect(try stage.seen("menu?.classList.contains('ready')") as? Bool == true)
        #expect(try stage.values() == " ")
        #expect(!stage.person.isAsked)
    }

    @Test func textsFromOutsideAreDrawnAsTexts() throws {
        let title = "<img src onerror> \u{202E}moc.elgoog\u{2066}"
        let name = String(repeating: "a", count: 900)
        try stage.stage.stage.addLogin(title, name, "s", for: "https://shop.example.test")
        try stage.open()
        try stage.openMenu()
        let texts =
            try stage.seen(
                "rows.map((row) => [row.querySelector('bdi').textContent, row.querySelector('small')?.textContent ?? ''])"
            )
            as? [[String]]
        let row = try #require(texts?.first { $0[0].contains("img") })
        #expect(row[0] == "<img src onerror>  moc.elgoog ")
        #expect(row[1].count == 121 && row[1].hasSuffix("a…"))
        #expect(try stage.seen("menu.querySelector('img') === null && menu.scrollWidth <= 300") as? Bool == true)
        // It has its size whatever is in it.
        #expect(try stage.seen("menu.getBoundingClientRect().height") as? Double == 220)
    }

    /// Whatever the script in a page asks for, as one in a process that was taken over could.
    @Test func itemsOfOtherSitesAreRefused() throws {
        let own = try stage.stage.stage.addLogin("Own", "eve", "s", for: "https://shop.example.test")
        let other = try stage.stage.stage.addLogin("Other", "eve", "s", for: "https://bank.test")
        try stage.open()
        try stage.openMenu()
        let ask = { (item: String) in
            try stage.page.evaluate(
                """
                chrome.runtime.sendMessage({
                  page: "fill", vault: "personal", item: "\(item)", url: "https://bank.test/", model: JSON.stringify(ChatelainePage.collect()),
                }).then((answer) => answer.error?.code ?? JSON.stringify(answer.result.plan))
                """, inScriptsOf: "Chatelaine") as? String
        }
        #expect(try ask(other) == "not-found")
        #expect(!stage.person.isAsked)
        // The first fill of a profile takes a proof.
        let person = stage.person
        Thread.detachNewThread {
            _ = try? person.question()
            person.type(BrowserStage.password)
        }
        #expect(try ask(own)?.contains("eve") == true)
    }

    @Test func theLayoutOfThePageStaysAsItIs() throws {
        try stage.open()
        let boxes = """
            JSON.stringify([...document.querySelectorAll("html, body, body *")].map((one) => one.getBoundingClientRect()))
            """
        let before = try stage.page.evaluate(boxes) as? String
        try stage.openMenu()
        #expect(try stage.page.evaluate(boxes) as? String == before)
    }
}
