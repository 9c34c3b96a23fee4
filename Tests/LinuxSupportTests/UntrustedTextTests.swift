import LinuxSupport
import Testing

@Suite struct UntrustedTextTests {
    /// One scalar of each kind that is hidden: C0, DEL, C1, format, line and paragraph separator, direction, tag, private use, unassigned.
    private static let hidden: [Unicode.Scalar] = [
        "\u{7}", "\u{1b}", "\u{7f}", "\u{9b}", "\u{ad}", "\u{200b}", "\u{200e}", "\u{2028}", "\u{2029}", "\u{202e}",
        "\u{2066}",
        "\u{feff}", "\u{e0041}", "\u{e000}", "\u{10fffd}", "\u{378}",
    ]

    @Test(arguments: hidden) func hiddenScalarsAreEscapedOnTerminals(scalar: Unicode.Scalar) {
        let text = "a" + String(scalar) + "b"
        #expect(UntrustedText.isHidden(scalar))
        #expect(UntrustedText.forTerminal(text) == "a\\u{" + String(scalar.value, radix: 16) + "}b")
        #expect(UntrustedText.forLog(text, limit: 100) == "a\\u{" + String(scalar.value, radix: 16) + "}b")
        #expect(UntrustedText.forPrompt(text, limit: 100) == "a b")
        #expect(!UntrustedText.isHarmless(text.utf8))
    }

    @Test func visibleTextStaysAsItIs() {
        for text in ["", "plain", "ümläut", "日本語", "e\u{301}", "😀", "a\u{a0}b"] {
            #expect(UntrustedText.forTerminal(text) == text)
            #expect(UntrustedText.forPrompt(text, limit: 100) == text)
            #expect(UntrustedText.forLog(text, limit: 100) == text)
            #expect(UntrustedText.isHarmless(text.utf8))
        }
    }

    /// Persian and emoji of several people are written with joiners.
    @Test func joinersStayBetweenScriptsThatUseThem() {
        for text in ["می\u{200c}خواهم", "👩\u{200d}👩\u{200d}👧"] { #expect(UntrustedText.forTerminal(text) == text) }
        for text in ["pay\u{200d}pal", "\u{200d}é", "é\u{200d}", "é\u{200d}\u{200d}é", "é\u{200c}a"] {
            #expect(UntrustedText.forTerminal(text).contains("\\u{200"))
        }
    }

    @Test func endsOfLinesAndTabsHaveShortEscapes() {
        #expect(UntrustedText.forTerminal("a\n\t\rb") == "a\\n\\t\\rb")
        #expect(UntrustedText.forTerminal("a\n\tb", keepingNewlines: true) == "a\n\\tb")
        #expect(UntrustedText.isHarmless("a\n\tb".utf8))
        #expect(!UntrustedText.isHarmless("a\rb".utf8))
        #expect(!UntrustedText.isHarmless([0xff, 0xfe]))
    }

    @Test func limitsAreOfScalarsOrOfBytes() {
        #expect(UntrustedText.forPrompt("äöü", limit: 2) == "äö")
        #expect(UntrustedText.forLog("äöü", limit: 5) == "äö")
        #expect(UntrustedText.forLog("a\u{1b}", limit: 6) == "a")
        #expect(UntrustedText.forLog(#"\u{1b}"#, limit: 100) == #"\\u{1b}"#)
    }
}
