import Testing

@testable import WebsiteMatching

/// website-matching 3: the closest comes first.
@Suite struct RankingTests {
    static let matcher = WebsiteMatcher()

    private func order(_ page: String, _ items: [(name: String, websites: [Website])]) throws -> [String] {
        Self.matcher.ranked(try WebAddress(page), items) { $0.websites }.map(\.candidate.name)
    }

    @Test func narrowRulesGoBeforeNearHosts() throws {
        let items: [(name: String, websites: [Website])] = [
            ("shared", [Website("youtube.com")]),
            ("other", [Website("example.com")]),
            ("domain", [Website("google.com")]),
            ("host", [Website("accounts.google.com")]),
            ("pattern", [Website("https://accounts\\.google\\.com/.*", rule: .regularExpression)]),
            ("prefix", [Website("https://accounts.google.com/s", rule: .startsWith)]),
            ("exact", [Website("https://accounts.google.com/signin")]),
        ]
        let expected = ["exact", "prefix", "pattern", "host", "domain", "shared"]
        #expect(try order("https://accounts.google.com/signin", items) == expected)
        #expect(try order("https://accounts.google.com/signin", items.reversed()) == expected)
    }

    @Test func longerBeginningsAndNearerHostsGoFirst() throws {
        let items: [(name: String, websites: [Website])] = [
            ("far", [Website("https://x.example.com")]),
            ("near", [Website("https://y.b.example.com")]),
            ("short", [Website("https://a.b.example.com/a", rule: .startsWith)]),
            ("long", [Website("https://a.b.example.com/ab", rule: .startsWith)]),
        ]
        #expect(try order("https://a.b.example.com/abc", items) == ["long", "short", "near", "far"])
    }

    @Test func upgradesGoAfterTheSameWithoutOne() throws {
        let items: [(name: String, websites: [Website])] = [
            ("http", [Website("http://example.com")]), ("https", [Website("https://example.com")]),
        ]
        #expect(try order("https://example.com", items) == ["https", "http"])
    }

    @Test func equalsStayInTheirOrder() throws {
        let items: [(name: String, websites: [Website])] = (0..<20).map { ("\($0)", [Website("example.com")]) }
        #expect(try order("https://www.example.com", items) == items.map(\.name))
    }

    @Test func theBestWebsiteOfAnItemCounts() throws {
        let websites = [
            Website("example.com"), Website("https://www.example.com/a", rule: .exact), Website("youtube.com"),
        ]
        let match = try #require(Self.matcher.match(try WebAddress("https://www.example.com/a"), websites))
        #expect(match.website == websites[1])
        #expect(match.reason == .exact)
    }

    @Test func anItemWithoutWebsitesBelongsNowhere() throws {
        #expect(Self.matcher.match(try WebAddress("https://example.com"), []) == nil)
        #expect(try order("https://example.com", [("none", [])]).isEmpty)
    }

    @Test func namesOfRulesAreWhatIsStored() {
        let names = ["domain", "host", "exact", "starts-with", "regex", "never"]
        #expect(MatchRule.allCases.map(\.rawValue) == names)
    }
}
