import BrowserTesting
import Foundation
import TestSupport
import Testing

/// Several browsers and profiles with one agent, private windows, and browsers that end at a bad moment.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "needs root"))
struct SeveralBrowsersTests {
    private static let site = "https://shop.example.test"

    private static func titles(_ view: any ExtensionView) throws -> [String] {
        let found = try view.evaluate(
            """
            host.request("matches", { url: "\(site)/" }).then(({ items }) => items.map(item => item.title), error => [error.code])
            """)
        return found as? [String] ?? []
    }

    /// Each profile is paired and opened by itself; the end of one is nothing to the other.
    @Test(
        arguments: RealBrowser.installed.flatMap { first in RealBrowser.installed.map { [first, $0] } }
            .filter { $0 != [.firefox, .chromium] })
    func twoAtOnceAreTwoPairings(browsers: [RealBrowser]) throws {
        let stage = try BrowserStage()
        try stage.addLogin("Shop", "ada", "Corr3ct-Horse!Battery", for: Self.site)
        let first = try browsers[0].stage(stage)
        let firstView = try first.open()
        let second = try browsers[1].stage(stage)
        let page = try second.pair()
        _ = try page.evaluate("import('/background/host.js').then(({ host }) => { window.host = host; })")
        // What the first was given opens nothing for the second.
        #expect(try Self.titles(page) == ["locked"])
        #expect(try Self.titles(firstView) == ["Shop"])
        let pairings = try stage.pairings()
        #expect(pairings.count == 2)
        let older = try #require(pairings.compactMap { $0["id"] as? String }.first)
        try stage.run(["browser", "revoke", older])
        let answers = [try Self.titles(firstView), try Self.titles(page)]
        #expect(Set(answers) == [["not-paired"], ["locked"]] || Set(answers) == [["not-paired"], ["Shop"]])
    }

    /// A login is saved whole or not at all, and the vault is there afterwards.
    @Test(arguments: RealBrowser.installed) func browserThatIsKilledWhileSavingLeavesTheVaultWhole(in kind: RealBrowser)
        throws
    {
        let stage = try BrowserStage()
        for round in 0..<3 {
            let browser = try kind.stage(stage)
            let view = try browser.open()
            _ = try view.evaluate(
                """
                void (async () => {
                  for (let index = 0; index < 1000; index += 1) {
                    host.request("save", { vault: "personal", url: "\(Self.site)/", title: `\(round) ${index}`, username: "ada", password: "Corr3ct-Horse" }).catch(() => {});
                  }
                })()
                """)
            browser.kill()
        }
        let listed = try stage.run(
            ["vault", "list", "--json", "--password-stdin"], input: BrowserStage.password + "\n")
        let items = try JSONSerialization.jsonObject(with: Data(listed.utf8))
        #expect(!"\(items)".isEmpty)
        // The next one goes on.
        let view = try kind.stage(stage).open()
        _ = try view.evaluate(
            """
            host.request("save", { vault: "personal", url: "\(Self.site)/", title: "after all", username: "ada", password: "Corr3ct-Horse" })
            """)
        #expect(try Self.titles(view).contains("after all"))
    }

    /// Browsers keep extensions out of private windows until the person lets them in.
    @Test(.enabled(if: PopupStage.isPossible, "needs Debian's chromium")) func privateWindowHasNoScriptOfOurs() throws {
        let stage = try PopupStage()
        for isPrivate in [false, true] {
            let page = try ChromiumPage(in: stage.browser, isPrivate: isPrivate)
            page.onRequest = { _ in ChromiumPage.Answer("<!doctype html><input type=password>") }
            try page.open(Self.site + "/")
            #expect(try page.hasScripts(of: "Chatelaine") != isPrivate)
        }
    }
}
