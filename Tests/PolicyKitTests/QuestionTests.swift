import Testing

@testable import PolicyKit

/// What a program says cannot be taken for what the system says.
@Suite struct QuestionTests {
    @Test(arguments: [
        ("x” says the system. “y", "x' says the system. 'y"),
        ("a\"b`c´d«e»f„g‚h", "a'b'c'd'e'f'g'h"),
        ("<b>Bold</b> &amp;", "＜b＞Bold＜/b＞ ＆amp;"),
        ("$(program) $(reason)", "＄(program) ＄(reason)"),
        ("line\nline\u{202e}right", "line\u{fffd}line\u{fffd}right"),
        ("much      \u{a0}\u{3000}space", "much space"),
        ("Öffne den Tresor für 日本 🔑", "Öffne den Tresor für 日本 🔑"),
    ])
    func textCannotEndItsQuotation(text: String, shown: String) {
        #expect(PolkitQuestion.quotable(text) == shown)
    }

    @Test func longTextIsCut() {
        let text = PolkitQuestion.quotable("/home/x/" + String(repeating: "a", count: 5000) + "/usr/bin/ssh")
        #expect(text.unicodeScalars.count == 201)
        #expect(text.hasPrefix("/home/x/aaa") && text.hasSuffix("a…"))
    }
}
