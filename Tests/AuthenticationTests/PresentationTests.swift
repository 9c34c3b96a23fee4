import Authentication
import AuthenticationTesting
import KeychainServices
import Testing

/// Texts of a prompt come from programs, which may mean to deceive.
@Suite struct PresentationTests {
    @Test func atMostTwoHundredCharactersAreShown() {
        for text in [String(repeating: "a", count: 1000), String(repeating: "ä", count: 1000)] {
            let presentation = Presentation(reason: text, cancelTitle: text, fallbackTitle: text)
            for shown in [presentation.reason, presentation.cancelTitle, presentation.fallbackTitle] {
                #expect(shown?.count == 200)
            }
        }
        #expect(Presentation(reason: String(repeating: "a", count: 200)).reason.count == 200)
    }

    /// One character of Swift's may be a megabyte of marks.
    @Test func combiningMarksAreLimited() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(Presentation(reason: zalgo).reason.unicodeScalars.count <= 200)
    }

    @Test(arguments: [
        "\u{0}", "\n", "\r", "\t", "\u{7}", "\u{8}", "\u{1b}", "\u{7f}", "\u{9b}", "\u{85}",
        "\u{200e}", "\u{202e}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{e000}", "\u{e0041}",
    ])
    func invisibleCharactersAreRemoved(text: String) {
        let shown = Presentation(reason: "a\(text)b", cancelTitle: text, fallbackTitle: "c" + text)
        #expect(shown.reason == "a b" && shown.cancelTitle == " " && shown.fallbackTitle == "c ")
    }

    @Test func everythingElseIsShownAsItIs() {
        let text = "Öffnet „Läden“ für Kim — 開く 🔑"
        #expect(Presentation(reason: text).reason == text)
    }

    @Test func theProgramsTextsReachThePrompt() throws {
        let presentation = Presentation(reason: "open\nit", cancelTitle: "No", fallbackTitle: "PIN")
        let prompter = ScriptedPrompter()
        _ = try Person(ScriptedReader(.matches)).show(.deviceOwner, prompter, presentation)
        let prompt = try #require(prompter.shown.first)
        #expect(prompt.presentation.reason == "open it")
        #expect(prompt.cancelTitle == "No" && prompt.fallbackTitle == "PIN")
        #expect(prompt.offersFallback)
    }

    @Test func titlesThatAreNotGivenAreTheUsualOnes() {
        for presentation in [Presentation(reason: ""), Presentation(reason: "", cancelTitle: "")] {
            let prompt = Prompt(.finger, presentation)
            #expect(!prompt.cancelTitle.isEmpty && !prompt.fallbackTitle.isEmpty)
        }
    }
}
