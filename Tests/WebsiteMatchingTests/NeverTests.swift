import Testing

@testable import WebsiteMatching

/// website-matching 4: `never` beats all other websites of its item.
@Suite struct NeverTests {
    static let excluded: [(page: String, never: String)] = [
        ("https://example.com/", "example.com"),
        ("https://example.com:8443/a?b", "https://example.com/login"),
        ("http://other.com/", "https://other.com"),
        ("https://example.com/", "http://example.com"),
        ("https://forum.example.com/", "example.com"),
        ("https://forum.example.com/", "forum.example.com"),
        ("https://a.forum.example.com/", "forum.example.com"),
        ("https://example.com/", "www.example.com"),
        ("https://www.example.com/", "www.example.com"),
        ("https://github.io/", "github.io"),
        ("https://192.0.2.1:8443/", "https://192.0.2.1"),
        ("http://localhost:3000/", "http://localhost"),
        ("app://com.example.App", "app://com.example.App"),
        ("TouchMeIn", "touchmein"),
    ]

    static let everything = ["example.com", "app://com.example.App", "TouchMeIn", "http://localhost:3000", "github.io"]

    @Test(arguments: excluded) func neverBeatsTheOtherWebsites(page: String, never: String) throws {
        let page = try WebAddress(page)
        let websites =
            Self.everything.map { Website($0) } + [
                Website("https://192.0.2.1:8443"), Website("http://.*", rule: .regularExpression),
                Website(never, rule: .never), Website(page.description, rule: .exact),
            ]
        #expect(WebsiteMatcher().match(page, websites) == nil)
        #expect(WebsiteMatcher().match(page, websites.filter { $0.rule != .never }) != nil)
    }

    static let kept: [(page: String, never: String)] = [
        ("https://example.com/", "forum.example.com"),
        ("https://notforum.example.com/", "forum.example.com"),
        ("https://example.com/", "example.com.evil.net"),
        ("https://user.github.io/", "github.io"),
        ("https://a.www.github.io/", "github.io"),
        ("https://google.com/", "youtube.com"),
        ("https://com.example.app/", "app://com.example.app"),
        ("https://example.com/", "https://exa mple.com"),
    ]

    @Test(arguments: kept) func neverReachesNoFurther(page: String, never: String) throws {
        let page = try WebAddress(page)
        let websites = [Website(page.description), Website(never, rule: .never)]
        #expect(WebsiteMatcher().match(page, websites)?.reason == .exact)
    }

    @Test func neverAloneMatchesNothing() throws {
        #expect(WebsiteMatcher().match(try WebAddress("https://a.com"), [Website("b.com", rule: .never)]) == nil)
        #expect(WebsiteMatcher().searchKeys(for: Website("b.com", rule: .never)).isEmpty)
    }

    /// Nothing is below `com` or `ck` but other people's domains.
    @Test(arguments: ["https://www.com", "https://www.ck"]) func wwwIsKeptWhereItIsTheDomain(never: String) throws {
        let other = try WebAddress(never.replacing("www", with: "a.b"))
        #expect(WebsiteMatcher().match(other, [Website(other.description), Website(never, rule: .never)]) != nil)
    }
}
