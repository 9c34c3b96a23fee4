import BrowserTesting
import Foundation
import TestSupport
import Testing

/// HTTP authentication in Chromium: a server of the test's asks for a name and a password.
@Suite(.serialized, .enabled(if: PopupStage.isPossible, "needs root, and Debian's chromium"))
struct AuthenticationTests {
    private let stage: PopupStage
    private let server: AuthenticationServer
    /// Of the server, and of the same one by another name.
    private let (site, other): (String, String)

    init() throws {
        stage = try PopupStage()
        server = try AuthenticationServer()
        (site, other) = ("http://127.0.0.1:\(server.port)", "http://localhost:\(server.port)")
    }

    /// Opens a page and gives the proofs that an opened vault takes, by a first fill on another site.
    private func open() throws {
        try stage.stage.addLogin("Shop", "grace", "Corr3ct-Horse!Shop", for: "https://shop.example.test")
        let (page, popup) = try stage.openPage(PopupTests.url, PopupTests.html)
        try popup.wait(for: "document.querySelector('[data-item]')")
        try popup.click("[data-item]")
        try stage.prove("for the first time")
        _ = try page.evaluate(PopupTests.filled)
    }

    /// Goes to an address without the test's answers, and returns the title of the page that has come: none while the browser's own
    /// dialogue is there.
    private func visit(_ url: String) throws -> String? {
        try ExtensionPage.open(url, in: stage.browser).evaluate("document.title") as? String
    }

    @Test func singleLoginSignsIn() throws {
        try stage.stage.addLogin("Intranet", "ada", "Corr3ct-Horse", for: site)
        try open()
        #expect(try visit(site + "/private") == "in")
        // The browser may ask for a picture of the site too.
        #expect(Set(server.given) == [AuthenticationServer.right])
        #expect(!stage.person.isAsked)
    }

    @Test func moreLoginsThanOneGiveNothing() throws {
        try stage.stage.addLogin("Intranet", "ada", "Corr3ct-Horse", for: site)
        try stage.stage.addLogin("Intranet too", "bob", "Corr3ct-Horse", for: site)
        try open()
        #expect(try visit(site + "/private") == "")
        #expect(server.given.isEmpty)
    }

    @Test func lockedVaultGivesNothingAndAsksNothing() throws {
        try stage.stage.addLogin("Intranet", "ada", "Corr3ct-Horse", for: site)
        try open()
        try stage.stage.run(["vault", "lock"])
        #expect(try visit(site + "/private") == "")
        #expect(server.given.isEmpty && !stage.person.isAsked)
    }

    @Test func wrongPasswordIsTriedOnce() throws {
        try stage.stage.addLogin("Intranet", "ada", "Wr0ng-Horse", for: site)
        try open()
        #expect(try visit(site + "/private") == "")
        #expect(try visit(site + "/private") == "")
        #expect(server.given == ["ada:Wr0ng-Horse"])
    }

    /// A page that has the browser load or open what another site protects signs in nowhere; the same page of the site itself does.
    @Test func pagesOfOtherSitesSignInNowhere() throws {
        try stage.stage.addLogin("Intranet", "ada", "Corr3ct-Horse", for: site)
        try open()
        // When the page is loaded, so that a dialogue that waits does not keep it from that.
        let later = "<!doctype html><title>page</title><script>onload = () => setTimeout(() => {"
        server.show("\(later) new Image().src = '\(site)/private/image' })</script>", at: "/page")
        server.show("\(later) location = '\(site)/private/opened' })</script>", at: "/goes")
        for (page, asked) in [("/page", "/private/image"), ("/goes", "/private/opened")] {
            // It may be another page already.
            _ = try? visit(other + page)
            server.waitUntilAsked(for: asked)
        }
        #expect(server.given.isEmpty)
        // The control: the site's own page. What the extension does, it does in order.
        server.show("<!doctype html><title>page</title>own", at: "/own")
        let own = try ExtensionPage.open(site + "/own", in: stage.browser)
        _ = try own.evaluate("fetch('/private/fetched', { credentials: 'include' }).then(answer => answer.text())")
        #expect(Set(server.given) == [AuthenticationServer.right])
    }
}
