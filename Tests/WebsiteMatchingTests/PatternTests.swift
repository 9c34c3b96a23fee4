import Testing

@testable import WebsiteMatching

/// website-matching 4: regular expressions, and what keeps them from being a danger.
@Suite struct PatternTests {
    static let rows: [(pattern: String, page: String, matches: Bool)] = [
        ("https://example\\.com/.*", "https://example.com/login", true),
        ("^https://example\\.com/.*$", "https://example.com/login", true),
        ("https://[a-z]+\\.example\\.com/", "https://shop.example.com/", true),
        ("https://[a-z]+\\.example\\.com(:8443)?/", "https://shop.example.com:8443/", true),
        ("https://(?:a|b)\\.example/.*", "https://c.example/", false),
        ("https://xn--mnchen-3ya\\.de/", "https://münchen.de/", true),
        ("https://münchen\\.de/", "https://münchen.de/", false),
        ("(?i)https://example\\.com/LOGIN", "https://example.com/login", true),
        ("https://example\\.com/a\\?b=c", "https://example.com/a?b=c#d", true),
        // The whole address has to match.
        ("example\\.com", "https://example.com/", false),
        ("https://example\\.com", "https://example.com/", false),
        ("https://example\\.com/", "https://example.com/a", false),
        ("https://example\\.com.*", "https://evil.net/https://example.com/", false),
        ("https://example\\.com/.*", "https://evil.net/?https://example.com/", false),
        ("https://a/|https://b/", "https://b/c", false),
        // A dot is any character: this is what was written.
        ("https://example.com/", "https://examplexcom/", true),
        // No pages, no patterns.
        (".*", "app://com.example.App", false),
        (".*", "TouchMeIn.Login", false),
    ]

    @Test(arguments: rows) func patternsDescribeTheWholeAddress(pattern: String, page: String, matches: Bool) throws {
        let website = Website(pattern, rule: .regularExpression)
        #expect(website.problem == nil)
        #expect((WebsiteMatcher().match(try WebAddress(page), [website])?.reason == .pattern) == matches)
    }

    static let wrong = [
        "(", "[", "a{2,1}", "(?<name", "*", "\\C", "(?P>x)", "\\",
        String(repeating: "(", count: 51) + String(repeating: ")", count: 51),
        "(((((a{1,999}){1,999}){1,999}){1,999}){1,999})", "(?<=a*)b", "\\p{Nonsense}",
    ]

    @Test(arguments: wrong) func wrongPatternsSayWhy(pattern: String) throws {
        let website = Website(pattern, rule: .regularExpression)
        guard case .pattern(let reason, _) = website.problem else { return #expect(Bool(false), "no problem") }
        #expect(!reason.isEmpty)
        #expect(WebsiteMatcher().match(try WebAddress("https://a.com"), [website]) == nil)
        #expect(WebsiteMatcher().searchKeys(for: website).isEmpty)
    }

    @Test func patternsHaveALimitedLength() {
        #expect(Website("", rule: .regularExpression).problem == .patternLength)
        #expect(Website(String(repeating: "a", count: 1024), rule: .regularExpression).problem == nil)
        #expect(Website(String(repeating: "a", count: 1025), rule: .regularExpression).problem == .patternLength)
    }

    /// Each of these takes an engine that only backtracks longer than anybody lives.
    static let catastrophes = [
        "(a+)+b", "(?:a*)*(?:a*)*b", "(a|aa)+b", "(a|a?)+b", "(?:.*)*x", "(?R)?ab", "((a?)*)*b",
        "(*LIMIT_MATCH=4000000000)(a+)+b", "(*LIMIT_HEAP=4000000000)(*LIMIT_DEPTH=4000000000)(?:a|a)*b",
        String(repeating: ".*", count: 400) + "x", String(repeating: "(a*)*", count: 200) + "b",
        String(repeating: "a?", count: 400) + String(repeating: "a", count: 200) + "b",
    ]

    @Test(arguments: catastrophes) func slowPatternsReachTheLimit(pattern: String) throws {
        // All letters that a pattern wants are there: without them PCRE2 says no at once.
        let text = String(repeating: "a", count: 4000) + "bxc"
        #expect(try AddressPattern(pattern).matches(text) == .limitExceeded)
    }

    @Test func longAddressesAreNotTried() throws {
        let website = Website(".*", rule: .regularExpression)
        let base = "https://example.com/"
        let longest = base + String(repeating: "a", count: 4096 - base.utf8.count)
        #expect(WebsiteMatcher().match(try WebAddress(longest), [website]) != nil)
        #expect(WebsiteMatcher().match(try WebAddress(longest + "a"), [website]) == nil)
    }

    @Test func patternsAreUsedFromSeveralThreads() async throws {
        let pattern = try AddressPattern("https://(?:[a-z]+\\.)+example/.*")
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 { group.addTask { pattern.matches("https://a.b.example/\(number)") == .yes } }
            for await matched in group { #expect(matched) }
        }
    }
}
