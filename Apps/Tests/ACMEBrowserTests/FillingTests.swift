import AppTesting
import Foundation
import Testing

/// A page is filled by the password manager's button.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct FillingTests {
    @Test func theButtonFillsALoginAndThePagesScriptSeesIt() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.fill()
        #expect(try site.expect("POST /seen").line == "POST /seen alice correct horse")
        #expect(try browser.says("Filled in:") == "Filled in: 2")
        #expect(!browser.app.log.contains("correct horse"))
        #expect(!browser.app.everythingSaid.contains("correct horse"))
    }

    /// A program with a compiler in it is not one of the system's for the agent.
    @Test func theProgramHasNoExecutableMemoryWithoutAFile() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.fill()
        try site.expect("POST /seen")
        let (maps, _) = try ChildProcess.run(["cat", "/proc/\(browser.app.id)/maps"])
        let executable = maps.split(separator: "\n").map { $0.split(separator: " ") }.filter {
            $0.count > 1 && $0[1].contains("x")
        }
        #expect(executable.count > 10)
        let nameless = executable.filter { $0.count < 6 || !($0[5].hasPrefix("/") || $0[5].hasPrefix("[v")) }
        #expect(nameless == [])
    }

    @Test func theMenuFillsLoginsOnly() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.app.focus("Menu")
        try browser.app.find(nil, "Fill Logins Only", where: { $0.role.contains("menu item") }).press()
        let sheet = try browser.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Bank, alice")
        try browser.stage.pickFirst(in: sheet)
        #expect(try site.expect("POST /seen").line == "POST /seen alice correct horse")
    }

    /// Without the master password nothing leaves the vault, and the request can be taken back.
    @Test func aLockedVaultFillsNothing() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.app.press("Fill From Password Manager")
        let sheet = try browser.stage.sheet()
        try sheet.find("text", "Master password")
        #expect(sheet.look("list item") == nil)
        try browser.app.press("Stop Asking")
        try browser.stage.waitUntilNoSheet()
        try browser.app.find("push button", "Fill From Password Manager")
        // The next request of the page is this one: no value has come before it.
        try browser.go(to: site.origin + "/index.html")
        #expect(try !site.expect("POST /ready").before.contains { $0.hasPrefix("POST /seen") })
    }

    @Test func withoutAPasswordManagerThereIsNoButton() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/")
        try site.expect("POST /ready")
        try browser.app.find(nil, "Not secure: 127.0.0.1")
        #expect(browser.app.look("push button", "Fill From Password Manager") == nil)
    }

    @Test func theProgramsOwnPageIsFilled() throws {
        let site = try Website([:])
        let browser = try Browser("acme:", loginFor: site)
        try browser.stage.vault(
            "add", "Trap shop", "username=wile", "website=https://acme.example", input: "Roadrunner8\n")
        try browser.app.find(nil, "A page of this program")
        try browser.app.press("Fill From Password Manager")
        let sheet = try browser.stage.sheet()
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
        _ = try sheet.find("list item", "Trap shop, wile")
        try browser.stage.pickFirst(in: sheet)
        // The page gives itself the names of the fields that have a value.
        try browser.app.find(nil, "ACME: username, password")
    }
}
