import AppTesting
import Foundation
import Testing

/// Connections that are not secure.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct ConnectionTests {
    @Test func aCertificateThatIsNotTrustedShowsNoPageUntilItIsAccepted() throws {
        let site = try Website(["index.html": TestPage.signIn], isSecure: true)
        let browser = try Browser(site.origin + "/", loginFor: site)
        let app = browser.app
        try app.find("label", "The Connection Is Not Secure")
        try app.find("label", where: { $0.says?.contains("No authority that this computer trusts") == true })
        #expect(app.look("push button", "Fill From Password Manager", where: \.isEnabled) == nil)

        try app.press("Accept for This Session…")
        try app.find("label", where: { $0.says?.contains("Owner: CN=Neverland") == true })
        try app.press("Cancel")
        try app.find("label", "The Connection Is Not Secure")

        try app.press("Accept for This Session…")
        try app.press("Accept")
        // The first request that the website gets.
        #expect(try site.expect("POST /ready").before.first?.hasPrefix("GET /") == true)
        try app.find(nil, "Certificate not trusted: 127.0.0.1")

        // It is shown, and not filled.
        try app.press("Fill From Password Manager")
        _ = try browser.says("The certificate of the website is not trusted")

        // The exception ends with the program.
        app.end()
        let later = try browser.stage.open("acme-browser", [site.origin + "/"])
        try later.find("label", "The Connection Is Not Secure")
    }

    @Test func thePadlockSaysWhatItKnows() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/")
        try site.expect("POST /ready")
        try browser.app.press("Not secure: 127.0.0.1")
        try browser.app.find("label", where: { $0.says?.hasPrefix("Others can read and change") == true })
        try browser.app.press("OK")
        try browser.app.waitUntilGone("push button", "OK")
        try browser.go(to: "acme:")
        try browser.app.press("A page of this program")
        try browser.app.find("label", "The page comes with this program, and is sent nowhere.")
    }

    @Test func aServerThatIsGoneIsAProblemWithOneThingToDo() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/")
        try site.expect("POST /ready")
        site.end()
        try browser.app.press("Reload the page")
        try browser.app.find("label", "The Page Cannot Be Loaded")
        try browser.app.find("push button", "Try Again", where: \.isEnabled)
        // A way out.
        try browser.go(to: "acme:")
        try browser.app.waitUntilGone("label", "The Page Cannot Be Loaded")
    }

    /// A port that no website has: WebKit shows an empty page.
    @Test func anAddressThatWebKitDoesNotOpenIsAProblem() throws {
        let browser = try Browser("http://127.0.0.1:1/")
        try browser.app.find("label", "WebKit does not open this address.")
        try browser.app.find("text", "Address", where: { $0.says == "http://127.0.0.1:1/" })
    }
}
