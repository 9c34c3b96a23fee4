import Testing

@testable import LoginSheet

@Suite struct SheetTextTests {
    @Test(arguments: SheetText.allCases) func everyTextIsThere(text: SheetText) {
        #expect(!text.english.isEmpty && text.english != text.rawValue)
    }

    @Test func valuesTakeTheirPlaces() {
        let texts = SheetTexts()
        #expect(
            texts[.callerLine, ["path": "/bin/x", "strength": "system", "process": "7"]]
                == "Program: /bin/x (system, process 7)")
        #expect(texts[.gave, ["caller": "a"]] == "“{title}” was sent to “a”.")
    }

    /// A program that calls itself “{title}” is called that.
    @Test func valuesAreNotExpanded() {
        #expect(
            SheetTexts()[.gave, ["caller": "{title}", "title": "{caller} {"]] == "“{caller} {” was sent to “{title}”.")
    }

    @Test func translationsComeFirst() {
        let german = SheetTexts([.fitsNone: "Das passt zu keinem."])
        #expect(
            german[.fitsNone] == "Das passt zu keinem." && german[.notUnderstood] == SheetText.notUnderstood.english)
    }
}
