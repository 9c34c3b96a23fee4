import Testing

@testable import WebsiteMatching

/// website-matching 5: http never gets what was saved for https.
@Suite struct SchemeTests {
    static let matcher = WebsiteMatcher()

    static let heldBack: [(page: String, websites: [Website])] = [
        ("http://example.com/", [Website("https://example.com")]),
        ("http://example.com/", [Website("example.com")]),
        ("http://www.example.com/", [Website("example.com")]),
        ("http://example.com/", [Website("example.com", rule: .host)]),
        ("http://example.com/", [Website("https://example.com/", rule: .exact)]),
        ("http://example.com/a", [Website("https://example.com/", rule: .startsWith)]),
        ("http://example.com/", [Website("https://example\\.com/.*", rule: .regularExpression)]),
        ("http://example.com/", [Website(".*", rule: .regularExpression)]),
        ("http://example.com/", [Website("(?:http|ftp)://example\\.com/.*", rule: .regularExpression)]),
        ("http://example.com:443/", [Website("https://example.com")]),
        ("http://example.com:443/", [Website("https://example.com", rule: .host)]),
        ("http://youtube.com/", [Website("google.com")]),
        ("http://192.0.2.1/", [Website("https://192.0.2.1")]),
        ("http://localhost/", [Website("https://localhost")]),
        ("http://co.uk/", [Website("co.uk")]),
        // Saved for both is saved for https.
        ("http://example.com/", [Website("http://example.com"), Website("https://example.com")]),
        ("http://www.example.com/", [Website("example.com"), Website("http://www.example.com", rule: .exact)]),
        ("http://youtube.com/", [Website("http://youtube.com"), Website("https://google.com")]),
        ("http://example.com/", [Website("http://example.com"), Website(".*", rule: .regularExpression)]),
        ("http://example.com:8080/", [Website("http://example.com:8080"), Website("https://example.com:8443")]),
    ]

    @Test(arguments: heldBack) func loginForHTTPSDoesNotMatchHTTP(page: String, websites: [Website]) throws {
        #expect(Self.matcher.match(try WebAddress(page), websites) == nil)
    }

    static let plain: [(page: String, websites: [Website])] = [
        ("http://example.com/", [Website("http://example.com")]),
        ("http://www.example.com/", [Website("http://example.com")]),
        ("http://192.0.2.1:8080/", [Website("http://192.0.2.1:8080")]),
        ("http://youtube.com/", [Website("http://google.com")]),
        ("http://example.com/a", [Website("http://example\\.com/.*", rule: .regularExpression)]),
        ("http://example.com/a", [Website("^https?://example\\.com/.*", rule: .regularExpression)]),
        // What was saved for https is elsewhere.
        ("http://example.com/", [Website("http://example.com"), Website("https://other.example")]),
        ("http://192.0.2.1/", [Website("http://192.0.2.1"), Website("https://192.0.2.1:8443")]),
        ("http://a.example.com/", [Website("http://example.com"), Website("https://b.example.com", rule: .host)]),
    ]

    @Test(arguments: plain) func loginForHTTPMatchesHTTP(page: String, websites: [Website]) throws {
        let match = try #require(Self.matcher.match(try WebAddress(page), websites))
        #expect(!match.isUpgrade)
    }

    static let upgraded: [(page: String, website: Website, reason: WebsiteMatch.Reason)] = [
        ("https://example.com/", Website("http://example.com"), .exact),
        ("https://www.example.com/", Website("http://example.com"), .registeredDomain),
        ("https://example.com/a", Website("http://example.com", rule: .host), .host),
        ("https://example.com/a", Website("http://example.com/a", rule: .exact), .exact),
        ("https://example.com/a", Website("http://example.com/", rule: .startsWith), .prefix),
        ("https://192.0.2.1/", Website("http://192.0.2.1"), .exact),
        ("https://localhost:3000/", Website("http://localhost:3000"), .exact),
        ("https://youtube.com/", Website("http://google.com"), .sharedDomain("google.com")),
    ]

    @Test(arguments: upgraded) func loginForHTTPMatchesHTTPSAsAnUpgrade(
        page: String, website: Website, reason: WebsiteMatch.Reason
    ) throws {
        let match = try #require(Self.matcher.match(try WebAddress(page), [website]))
        #expect(match.isUpgrade)
        #expect(match.reason == reason)
    }

    @Test func theDefaultPortOfOneSchemeIsNotThatOfTheOther() throws {
        let saved = [Website("http://192.0.2.1")]
        #expect(Self.matcher.match(try WebAddress("https://192.0.2.1:80/"), saved) == nil)
        #expect(Self.matcher.match(try WebAddress("https://192.0.2.1/"), saved) != nil)
    }
}
