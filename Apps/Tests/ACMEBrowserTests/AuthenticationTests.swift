import AppTesting
import Foundation
import Testing

/// Websites that ask for a name and a password by http.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct AuthenticationTests {
    private func start(_ site: Website) throws -> Browser {
        let stage = try Stage()
        return try Browser(stage: stage, app: stage.open("acme-browser", [site.origin + "/private/"]))
    }

    private func answer(_ app: RunningApp, _ password: String, _ button: String) throws {
        try app.find("label", where: { $0.says?.hasPrefix("Sign In to 127.0.0.1:") == true })
        try app.enter("wendy", into: "Username")
        try app.type(password, into: "Password")
        try app.press(button)
    }

    @Test func thePasswordIsKeptInTheKeychainAndSentOnlyWhenThePersonSaysSo() throws {
        let site = try Website([:])
        let browser = try start(site)
        try answer(browser.app, "darling", "Sign In and Keep")
        _ = try browser.says("The password is in the keychain.")
        try browser.app.find(nil, "Welcome")
        #expect(!browser.app.everythingSaid.contains("darling"))

        // Another session knows nothing but the keychain.
        browser.app.end()
        let later = try browser.stage.open("acme-browser", [site.origin + "/private/"])
        try later.find("label", "The keychain has a password of “wendy” for it.")
        try later.press("Sign In")
        try later.find(nil, "Welcome")
        #expect(!later.log.contains("darling"))
    }

    @Test func aWrongPasswordIsAskedForAgainAndNotKept() throws {
        let site = try Website([:])
        let browser = try start(site)
        try answer(browser.app, "hook", "Sign In and Keep")
        try browser.app.find("label", where: { $0.says?.hasPrefix("The name or the password was wrong.") == true })
        try answer(browser.app, "darling", "Sign In")
        try browser.app.find(nil, "Welcome")
        browser.app.end()
        let later = try browser.stage.open("acme-browser", [site.origin + "/private/"])
        try later.find("label", where: { $0.says?.hasPrefix("The part “Neverland” of the website asks.") == true })
    }

    @Test func aRefusalShowsThePageForIt() throws {
        let site = try Website([:])
        let browser = try start(site)
        try browser.app.press("Cancel")
        try browser.app.waitUntilGone("push button", "Cancel")
        try browser.app.find("push button", "Reload the page")
        #expect(browser.app.look("label", "The Page Cannot Be Loaded") == nil)
    }
}
