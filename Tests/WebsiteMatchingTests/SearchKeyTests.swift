import Testing

@testable import WebsiteMatching

/// website-matching 8: an index finds everything that matches.
@Suite struct SearchKeyTests {
    static let texts =
        AddressFormTests.pages.map(\.text) + AddressFormTests.others.map(\.text) + BareTextTests.domains.map(\.text)
        + BareTextTests.keys + MatchTableTests.registeredDomain.flatMap { [$0.page, $0.website] }
        + MatchTableTests.exactHosts.flatMap { [$0.page, $0.website] }
        + SharedDomainsTests.rows.flatMap { [$0.page, $0.website.text] }

    /// Every text as a page against every text as a website, by every rule.
    @Test(arguments: MatchRule.allCases) func matchingAddressesShareAKey(rule: MatchRule) throws {
        let matcher = WebsiteMatcher()
        let websites = Self.texts.map { Website($0, rule: rule) }.map { ($0, matcher.searchKeys(for: $0)) }
        var matches = 0
        for text in Self.texts {
            let page = try WebAddress(text)
            let keys = Set(matcher.searchKeys(for: page))
            for (website, websiteKeys) in websites where matcher.match(page, [website]) != nil {
                matches += 1
                #expect(!keys.isDisjoint(with: websiteKeys))
            }
        }
        #expect(rule == .never || rule == .regularExpression || matches > Self.texts.count)
    }

    @Test func keysOfWebsitesDoNotDependOnTheTable() throws {
        let website = Website("https://www.youtube.com/")
        let page = try WebAddress("https://accounts.google.com/")
        let plain = WebsiteMatcher(sharedDomains: SharedDomains())
        #expect(plain.searchKeys(for: website) == WebsiteMatcher().searchKeys(for: website))
        #expect(plain.searchKeys(for: website) == ["host:youtube.com"])
        #expect(plain.searchKeys(for: page) == ["host:google.com", "*"])
        #expect(WebsiteMatcher().searchKeys(for: page).contains("host:youtube.com"))
    }

    static let keys: [(website: Website, keys: [String])] = [
        (Website("https://www.example.co.uk:8443/a"), ["host:example.co.uk"]),
        (Website("https://example.com/a", rule: .exact), ["host:example.com"]),
        (Website("http://192.0.2.1:8080"), ["host:192.0.2.1"]),
        (Website("github.io"), ["host:github.io"]),
        (Website("app://com.example.App"), ["app:com.example.App"]),
        (Website("TouchMeIn.Login"), ["key:touchmein.login"]),
        (Website("*"), ["key:*"]),
        (Website("https://a/.*", rule: .regularExpression), ["*"]),
        (Website("https://exa mple.com"), []),
    ]

    @Test(arguments: keys) func websitesHaveOneKeyAtMost(website: Website, keys: [String]) {
        #expect(WebsiteMatcher().searchKeys(for: website) == keys)
    }
}
