import AppTesting
import Foundation
import Testing

/// What pages can do to the window and the machine.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct PageTests {
    @Test func aPageThatOpensManyDialogsIsStopped() throws {
        let page = "<title>Noise</title><script>for (let i = 1; ; i += 1) alert('number ' + i);</script>"
        let site = try Website(["index.html": page, "quiet.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/")
        for number in 1...5 {
            try browser.app.find("label", "number \(number)")
            try browser.app.press("OK")
            try browser.app.waitUntilGone("label", "number \(number)")
        }
        try browser.app.find("label", "The Page Was Stopped")
        #expect(browser.app.look("label", "number 6") == nil)
        // The window goes on.
        try browser.go(to: site.origin + "/quiet.html")
        try site.expect("POST /ready")
        try browser.app.waitUntilGone("label", "The Page Was Stopped")
    }

    @Test func answersToDialogsReachThePage() throws {
        let page = """
            <title>Questions</title><script>
            const answers = [confirm("Sure?"), confirm("Really?"), prompt("Name?", "Peter")];
            fetch("/answers", {method: "POST", body: answers.join(" ")});
            </script>
            """
        let site = try Website(["index.html": page])
        let browser = try Browser(site.origin + "/")
        try browser.app.find("label", "Sure?")
        try browser.app.find("label", "127.0.0.1 Says")
        try browser.app.press("OK")
        try browser.app.find("label", "Really?")
        try browser.app.press("Cancel")
        try browser.app.find("label", "Name?")
        try browser.app.enter("Wendy", into: "Answer")
        try browser.app.press("OK")
        #expect(try site.expect("POST /answers").line == "POST /answers true false Wendy")
    }

    @Test func windowsThatAreNotWantedAndOtherProgramsStayClosed() throws {
        let page = """
            <title>Windows</title><script>
            window.open("/popup.html");
            fetch("/ready", {method: "POST", body: ""}).then(() => { location.href = "mailto:peter@neverland.example"; });
            </script>
            """
        let site = try Website(["index.html": page])
        let browser = try Browser(site.origin + "/")
        _ = try browser.says("“mailto” addresses are not opened.")
        try browser.go(to: site.origin + "/last")
        #expect(try !site.expect("GET /last").before.contains { $0.contains("popup") })
        #expect(browser.app.titles.count == 1)
        for address in ["file:///etc/passwd", "javascript:alert(1)"] {
            try browser.go(to: address)
            _ = try browser.says("“\(address.prefix { $0 != ":" })” addresses are not opened.")
        }
    }

    /// From the program's own page to a website, which has another process, and back.
    @Test func theProgramsOwnPageIsLeftAndComesBack() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser("acme:")
        try browser.app.find(nil, "A page of this program")
        try browser.go(to: site.origin + "/")
        try site.expect("POST /ready")
        try browser.app.find(nil, "Not secure: 127.0.0.1")
        try browser.go(to: "acme:")
        try browser.app.find(nil, "A page of this program")
        site.end()
        try browser.go(to: site.origin + "/")
        try browser.app.find("label", "The Page Cannot Be Loaded")
    }

    /// What is being typed stays; a text that was left does not stay in the place of the page's address.
    @Test func theAddressIsThatOfThePageUnlessThePersonTypes() throws {
        let page =
            "<title>Leaving</title><script>fetch('/hold').then(() => { location.href = '/next.html'; });</script>"
        let site = try Website(["index.html": page, "next.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/")
        try browser.app.find("text", "Address", where: { $0.says == site.origin + "/" })
        try browser.app.desktop.press("ctrl+l")
        try browser.app.find(nil, "Address", where: \.hasFocus)
        try browser.app.enter("bank.example", into: "Address")
        site.release()
        try site.expect("POST /ready")
        try browser.app.find("text", "Address", where: { $0.says == "bank.example" })
        try browser.app.desktop.press("Tab")
        try browser.app.find("text", "Address", where: { $0.says == site.origin + "/next.html" })
    }

    @Test func theNameIsHonest() throws {
        let site = try Website([:])
        let browser = try Browser(site.origin + "/agent")
        let line = try site.expect("GET /agent").line
        #expect(browser.app.isRunning && line.contains("ACMEBrowser/") && line.contains("AppleWebKit/"))
    }

    /// No cookie, no history and no stored value is in any file after the program has ended.
    @Test func nothingOfAPageIsLeftOnTheDisk() throws {
        let page = TestPage.signIn.replacingOccurrences(
            of: "fetch(\"/ready\"",
            with: """
                localStorage.setItem("crumb", "gingerbread");
                document.cookie = "crumb=macaroon; max-age=9999";
                fetch("/ready\"
                """)
        let site = try Website(["index.html": page])
        let browser = try Browser(site.origin + "/index.html?secret=shortbread")
        try site.expect("POST /ready")
        try browser.app.find(nil, "Not secure: 127.0.0.1")
        browser.app.end()
        let (output, status) = try ChildProcess.run([
            "grep", "-raEl", "gingerbread|macaroon|biscuit|shortbread|\(site.origin.dropFirst(7))", browser.stage.home,
        ])
        #expect(status == 1 && output.isEmpty, "\(output)")
    }

    @Test func whatHasTheKeysHasAName() throws {
        let site = try Website(["index.html": TestPage.signIn])
        let browser = try Browser(site.origin + "/", loginFor: site)
        try site.expect("POST /ready")
        try browser.app.find("push button", "Fill From Password Manager")
        #expect(browser.app.unnamed == [])
    }
}
