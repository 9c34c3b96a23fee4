import BrowserTesting
import Foundation
import TestSupport
import Testing

/// Pages that want the person to click into the menu without seeing it. Each attack is taken away in the end, and then the same click on
/// the same page fills in the login.
@Suite(.serialized, .enabled(if: ChromiumStage.isPossible, "needs root, and Debian's chromium"))
struct PageMenuAttackTests {
    private let stage: PageStage

    init() throws {
        stage = try PageStage()
        // From here on a login is filled in without a proof.
        try stage.fillForTheFirstTime()
    }

    private func run(_ script: String) throws { _ = try stage.page.evaluate("(() => { \(script) })()") }

    /// A cover that the page draws over the menu, which has its place below the user name. Nothing of it takes clicks.
    private static func cover(_ style: String) -> String {
        """
        window.cover = document.createElement("div");
        cover.popover = "manual";
        cover.style.cssText = "position: fixed; inset: auto; margin: 0; border: 0; padding: 0; pointer-events: none; \(style)";
        document.body.append(cover);
        cover.showPopover();
        const box = u.getBoundingClientRect();
        cover.style.left = box.left + "px";
        cover.style.top = box.bottom + "px";
        """
    }

    private struct Attack {
        var name: String
        var on: String
        var off: String
        var why: String
    }

    private static let attacks = [
        Attack(
            name: "a popover over it", on: cover("width: 400px; height: 400px; background: #fff"),
            off: "cover.remove()", why: "covered"),
        Attack(
            name: "a popover that is hardly seen",
            on: cover("width: 400px; height: 400px; background: #fff; opacity: 0.01"),
            off: "cover.remove()", why: "covered"),
        Attack(
            name: "a picture over a corner of it", on: cover("width: 30px; height: 30px; background: #fff"),
            off: "cover.remove()", why: "covered"),
        Attack(
            name: "a cursor of the page's own", on: cover("width: 12px; height: 18px; margin: 20px; background: #000"),
            off: "cover.remove()", why: "covered"),
        Attack(
            name: "a dialogue over it",
            on: """
                window.cover = document.createElement("dialog");
                document.body.append(cover);
                cover.showModal();
                document.querySelector("#u").focus();
                """, off: "cover.close()", why: "covered"),
        Attack(
            name: "a transparent page", on: "document.documentElement.style.opacity = 0.01",
            off: "document.documentElement.style.opacity = ''", why: "transparent"),
        Attack(
            name: "a page that is drawn small", on: "document.documentElement.style.zoom = 0.5",
            off: "document.documentElement.style.zoom = ''", why: "scaled"),
    ]

    /// - Parameter isTold: whether the browser says what is drawn over an element, as Chromium does and Firefox does not.
    @Test(arguments: [true, false])
    func aMenuThatIsNotSeenDoesNothing(isTold: Bool) throws {
        for attack in Self.attacks {
            try stage.open()
            if !isTold {
                let remove = "delete IntersectionObserverEntry.prototype.isVisible"
                _ = try stage.page.evaluate(remove, inScriptsOf: "Chatelaine")
            }
            try stage.openMenu()
            try stage.waitUntilReady()
            try run(attack.on)
            try stage.wait(for: "!menu || menu.dataset.why === '\(attack.why)'")
            if try stage.seen("menu !== null") as? Bool == true {
                // By the pointer and by the keyboard.
                try stage.choose("Shop")
                try stage.page.type(key: "ArrowDown")
                try stage.page.type(key: "Enter")
                #expect(try stage.seen("menu?.dataset.why") as? String == attack.why, "\(attack.name)")
            }
            #expect(try stage.values() == " ", "\(attack.name)")
            try run(attack.off)
            if try stage.seen("menu !== null") as? Bool != true { try stage.openMenu() }
            try stage.waitUntilReady()
            try stage.choose("Shop")
            #expect(try stage.filled() == "ada \(PageStage.secret)", "\(attack.name)")
        }
    }

    /// A page cannot draw over the top layer from below, and cannot style what is in it.
    @Test func theMenuIsAboveThePageAndLooksAsItShould() throws {
        try stage.open()
        try stage.openMenu(at: "#p")
        try run(
            """
            const sheet = document.createElement("style");
            sheet.textContent = "* { opacity: 0.3 !important; transform: scale(0.1) !important; transition: all 1000s !important }"
              + " input, form, p, label, body, html { opacity: 1 !important; transform: none !important }";
            const cover = document.createElement("div");
            cover.style.cssText = "position: fixed; inset: 0; top: " + p.getBoundingClientRect().bottom + "px; background: #fff; z-index: 2147483647";
            document.body.append(sheet, cover);
            const host = document.querySelector(":popover-open");
            host.style.cssText = "opacity: 0 !important; left: -500px !important; transform: scale(0.01) !important; display: block !important";
            """)
        #expect(try stage.seen("getComputedStyle(element).opacity") as? String == "1")
        #expect(try stage.seen("getComputedStyle(element).transform") as? String == "none")
        #expect(try stage.seen("menu.getBoundingClientRect().width") as? Double == 300)
        try stage.waitUntilReady()
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    /// The body of a page can be transparent while the menu is not: then the fields are, and get nothing.
    @Test func fieldsOfATransparentBodyGetNothing() throws {
        try stage.open()
        try stage.openMenu()
        try run("document.body.style.opacity = 0")
        try stage.waitUntilReady()
        try stage.choose("Shop")
        // The reason is there, and nothing to choose.
        try stage.wait(for: "rows.length === 0 && menu.textContent")
        #expect(try stage.values() == " ")
    }

    @Test func eventsOfThePageOwnMakingDoNothing() throws {
        try stage.open()
        try stage.openMenu()
        try stage.waitUntilReady()
        let (x, y) = try stage.row("Shop")
        try run(
            """
            const at = { bubbles: true, cancelable: true, composed: true, clientX: \(x), clientY: \(y), isPrimary: true, detail: 1 };
            const host = document.elementFromPoint(\(x), \(y));
            host.dispatchEvent(new PointerEvent("pointerdown", at));
            host.dispatchEvent(new MouseEvent("mousedown", at));
            host.dispatchEvent(new PointerEvent("pointerup", at));
            host.dispatchEvent(new MouseEvent("click", at));
            host.click();
            for (const key of ["ArrowDown", "Enter"]) {
              for (const target of [u, host]) target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
            }
            """)
        #expect(try stage.seen("menu?.classList.contains('ready') && root.activeElement === null") as? Bool == true)
        #expect(try stage.values() == " ")
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    /// A click before the menu was seen for half a second. On a slow machine it may come later: then it is made again.
    @Test func anEarlyClickDoesNothing() throws {
        for attempt in 1... {
            try stage.open()
            try stage.openMenu()
            let (x, y) = try stage.row("Shop")
            _ = try stage.seen("root.addEventListener('click', () => { globalThis.why = menu.dataset.why; }, true)")
            try stage.page.click(x, y)
            guard try stage.seen("globalThis.why") as? String == "early" else {
                try #require(attempt < 20, "no click was early")
                continue
            }
            break
        }
        #expect(try stage.seen("menu !== null") as? Bool == true)
        #expect(try stage.values() == " ")
        try stage.waitUntilReady()
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    /// The page moves its field, and the menu with it, when the pointer is pressed.
    @Test func aMenuThatIsMovedUnderThePointerDoesNothing() throws {
        try stage.open()
        try stage.openMenu()
        try stage.waitUntilReady()
        try run(
            """
            window.move = () => { document.body.style.paddingTop = "20px"; };
            addEventListener("pointerdown", move, true);
            """)
        let (x, y) = try stage.row("Shop")
        try stage.page.move(to: x, y)
        try stage.page.press(x, y)
        try stage.wait(for: "Math.abs(middle(rows[0])[1] - \(y)) > 10")
        try stage.page.release(x, y)
        #expect(try stage.seen("menu !== null") as? Bool == true)
        #expect(try stage.values() == " ")
        try run("removeEventListener('pointerdown', move, true)")
        try stage.waitUntilReady()
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    @Test func aPressElsewhereIsNoClick() throws {
        try stage.open()
        try stage.openMenu()
        try stage.waitUntilReady()
        let (x, y) = try stage.row("Shop")
        let (more, below) = try stage.row("More in")
        try stage.page.move(to: more, below)
        try stage.page.press(more, below)
        try stage.page.move(to: x, y)
        try stage.page.release(x, y)
        #expect(try stage.seen("menu?.classList.contains('ready')") as? Bool == true)
        #expect(try stage.values() == " ")
        try stage.choose("Shop")
        #expect(try stage.filled() == "ada \(PageStage.secret)")
    }

    @Test func aPageThatTearsTheKeyOutIsLeftAlone() throws {
        try stage.open()
        try run(
            """
            window.count = 0;
            new MutationObserver(() => {
              for (const one of document.querySelectorAll(":popover-open")) { count += 1; one.remove(); }
            }).observe(document, { childList: true, subtree: true });
            """)
        for field in ["#u", "#p", "#u", "#p", "#u", "#p", "#u", "#p"] { try stage.click(field) }
        _ = try stage.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        #expect(try stage.seen("!element") as? Bool == true)
        let count = try stage.page.evaluate("count") as? Int ?? 0
        #expect((1...6).contains(count), "\(count)")
        #expect(try stage.values() == " ")
    }

    @Test func aFieldThatWasSwappedGetsNothing() throws {
        for swap in [
            "u.name = 'q'", "u.remove()", "u.replaceWith(u.cloneNode())", "document.querySelector('#p').focus()",
        ] {
            try stage.open()
            try stage.openMenu()
            try stage.waitUntilReady()
            let (x, y) = try stage.row("Shop")
            try run(swap)
            try stage.page.click(x, y)
            try stage.wait(for: "!menu")
            #expect(
                try stage.page.evaluate("[...document.querySelectorAll('input')].map((one) => one.value).join('')")
                    as? String == "", "\(swap)")
        }
    }

    /// Another page in the same tab, of the same owner even, gets nothing that was meant for the one before.
    @Test func thePageThatComesAfterGetsNothing() throws {
        let other = "https://other.example.test/"
        try stage.open(others: [other: PageStage.signIn])
        try stage.openMenu()
        try stage.waitUntilReady()
        try run("addEventListener('pointerup', () => { location.href = '\(other)'; }, true)")
        try stage.choose("Shop")
        try stage.page.waitForRequest { $0.url == other }
        try stage.page.waitUntilLoaded(at: other)
        try stage.click("#u")
        try stage.wait(for: "key")
        #expect(try stage.page.evaluate("location.href") as? String == other)
        #expect(try stage.values() == " ")
    }
}
