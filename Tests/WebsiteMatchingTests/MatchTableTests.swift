import Testing

@testable import WebsiteMatching

/// website-matching 3 and 4: a page, one website, and what they have in common.
@Suite struct MatchTableTests {
    /// Written short: the page, the website's rule and text, the reason or nil.
    typealias Row = (page: String, rule: MatchRule, website: String, reason: WebsiteMatch.Reason?)

    static let registeredDomain: [Row] = [
        ("https://example.com/", .registeredDomain, "example.com", .exact),
        ("https://example.com/login", .registeredDomain, "https://example.com", .host),
        ("https://www.example.com/", .registeredDomain, "example.com", .registeredDomain),
        ("https://example.com/", .registeredDomain, "www.example.com", .registeredDomain),
        ("https://a.b.example.com/", .registeredDomain, "https://c.example.com/x", .registeredDomain),
        ("https://example.com:8443/", .registeredDomain, "example.com", .registeredDomain),
        ("https://EXAMPLE.com./", .registeredDomain, "example.com", .exact),
        ("https://example.co.uk/", .registeredDomain, "www.example.co.uk", .registeredDomain),
        // Others' domains.
        ("https://example.com.evil.net/", .registeredDomain, "example.com", nil),
        ("https://example.com-evil.net/", .registeredDomain, "example.com", nil),
        ("https://evilexample.com/", .registeredDomain, "example.com", nil),
        ("https://example.com@evil.net/", .registeredDomain, "example.com", nil),
        ("https://example.com:443@evil.net/", .registeredDomain, "example.com", nil),
        ("https://evil.net/example.com", .registeredDomain, "example.com", nil),
        ("https://evil.net/https://example.com/", .registeredDomain, "example.com", nil),
        ("https://evil.net?example.com", .registeredDomain, "example.com", nil),
        ("https://evil.net#example.com", .registeredDomain, "example.com", nil),
        ("https://evil.net?@example.com", .registeredDomain, "example.com", nil),
        ("https://evil.net#@example.com", .registeredDomain, "example.com", nil),
        ("https://example.org/", .registeredDomain, "example.com", nil),
        ("https://example.com.au/", .registeredDomain, "example.com", nil),
        ("https://example.co/", .registeredDomain, "example.com", nil),
        ("https://exampl.com/", .registeredDomain, "example.com", nil),
        ("https://example_com.evil.net/", .registeredDomain, "example.com", nil),
        // Suffixes that many share.
        ("https://other.co.uk/", .registeredDomain, "example.co.uk", nil),
        ("https://other.co.uk/", .registeredDomain, "https://co.uk", nil),
        ("https://co.uk/", .registeredDomain, "https://other.co.uk", nil),
        ("https://co.uk/a", .registeredDomain, "co.uk", .host),
        ("https://evil.github.io/", .registeredDomain, "user.github.io", nil),
        ("https://evil.github.io/", .registeredDomain, "github.io", nil),
        ("https://github.io/", .registeredDomain, "user.github.io", nil),
        ("https://github.io/a", .registeredDomain, "github.io", .host),
        ("https://www.github.io/", .registeredDomain, "github.io", nil),
        ("https://a.user.github.io/", .registeredDomain, "user.github.io", .registeredDomain),
        ("https://github.com/", .registeredDomain, "github.io", nil),
        ("https://evil.blogspot.com/", .registeredDomain, "me.blogspot.com", nil),
        ("https://b.s3.amazonaws.com/", .registeredDomain, "a.s3.amazonaws.com", nil),
        ("https://x.city.kobe.jp/", .registeredDomain, "city.kobe.jp", .registeredDomain),
        ("https://city.kobe.jp/", .registeredDomain, "kobe.jp", nil),
        ("https://a.c.kobe.jp/", .registeredDomain, "https://b.c.kobe.jp", nil),
        // Other letters.
        ("https://xn--mnchen-3ya.de/", .registeredDomain, "münchen.de", .exact),
        ("https://www.xn--mnchen-3ya.de/", .registeredDomain, "MÜNCHEN.de", .registeredDomain),
        ("https://xn--pple-43d.com/", .registeredDomain, "apple.com", nil),
        ("https://xn--80ak6aa92e.com/", .registeredDomain, "apple.com", nil),
        ("https://strasse.de/", .registeredDomain, "straße.de", nil),
        ("https://xn--strae-oqa.de/", .registeredDomain, "straße.de", .exact),
        ("https://xn--example-.com/", .registeredDomain, "example.com", nil),
        ("https://xn--i-7iq.ws/", .registeredDomain, "https://xn--i-7iq.ws", .exact),
        ("https://www.xn--85x722f.xn--55qx5d.cn/", .registeredDomain, "食狮.公司.cn", .registeredDomain),
        ("https://shishi.xn--55qx5d.cn/", .registeredDomain, "食狮.公司.cn", nil),
    ]

    /// They share with no other address, and a port is part of them.
    static let exactHosts: [Row] = [
        ("https://192.0.2.1/a", .registeredDomain, "https://192.0.2.1", .host),
        ("https://192.0.2.1:8443/", .registeredDomain, "https://192.0.2.1", nil),
        ("https://192.0.2.1:8443/a", .registeredDomain, "https://192.0.2.1:8443", .host),
        ("https://192.0.2.1:443/", .registeredDomain, "https://192.0.2.1", .exact),
        ("https://198.51.2.1/", .registeredDomain, "https://192.0.2.1", nil),
        ("https://1.192.0.2.1.nip.io/", .registeredDomain, "https://192.0.2.1", nil),
        ("https://192.0.2.1/", .registeredDomain, "https://user@192.0.2.1", .exact),
        ("https://[2001:db8::1]/", .registeredDomain, "https://[2001:DB8:0::0:1]", .exact),
        ("https://[2001:db8::1]:8443/", .registeredDomain, "https://[2001:db8::1]", nil),
        ("https://[2001:db8::2]/", .registeredDomain, "https://[2001:db8::1]", nil),
        ("https://[::ffff:192.0.2.1]/", .registeredDomain, "https://192.0.2.1", nil),
        ("http://localhost:3000/a", .registeredDomain, "http://localhost:3000", .host),
        ("http://localhost:4000/", .registeredDomain, "http://localhost:3000", nil),
        ("http://127.0.0.1:3000/", .registeredDomain, "http://localhost:3000", nil),
        ("http://app.localhost:3000/", .registeredDomain, "http://localhost:3000", nil),
        ("http://a.localhost/", .registeredDomain, "http://b.localhost", nil),
        ("https://intranet/a", .registeredDomain, "https://intranet", .host),
        ("https://intranet:8443/", .registeredDomain, "https://intranet", nil),
        ("https://wiki.intranet/", .registeredDomain, "https://intranet", nil),
        ("https://nas.local/a", .registeredDomain, "https://nas.local", .host),
        ("https://other.local/", .registeredDomain, "https://nas.local", nil),
    ]

    static let host: [Row] = [
        ("https://login.example.com/a", .host, "login.example.com", .host),
        ("https://login.example.com/", .host, "login.example.com", .exact),
        ("https://www.example.com/", .host, "example.com", nil),
        ("https://example.com/", .host, "www.example.com", nil),
        ("https://a.login.example.com/", .host, "login.example.com", nil),
        ("https://login.example.com:8443/", .host, "login.example.com", nil),
        ("https://login.example.com:8443/a", .host, "login.example.com:8443", .host),
        ("https://login.example.com.evil.net/", .host, "login.example.com", nil),
        ("https://youtube.com/", .host, "google.com", nil),
    ]

    static let exact: [Row] = [
        ("https://example.com/login", .exact, "https://example.com/login", .exact),
        ("https://example.com/login#top", .exact, "https://example.com/login#end", .exact),
        ("https://example.com/login?", .exact, "https://example.com/login", .exact),
        ("https://example.com/login?a=b", .exact, "https://example.com/login?a=b", .exact),
        ("https://example.com/login?a=b", .exact, "https://example.com/login", nil),
        ("https://example.com/login/", .exact, "https://example.com/login", nil),
        ("https://example.com/Login", .exact, "https://example.com/login", nil),
        ("https://example.com/x/../login", .exact, "https://example.com/login", .exact),
        ("https://example.com/m%C3%BC", .exact, "https://example.com/mü", .exact),
        ("https://www.example.com/login", .exact, "https://example.com/login", nil),
        ("https://example.com:444/login", .exact, "https://example.com/login", nil),
        ("https://me:pw@example.com/login", .exact, "https://example.com/login", .exact),
    ]

    static let startsWith: [Row] = [
        ("https://example.com/app/login", .startsWith, "https://example.com/app", .prefix),
        ("https://example.com/app", .startsWith, "https://example.com/app", .exact),
        ("https://example.com/apple", .startsWith, "https://example.com/app", .prefix),
        ("https://example.com/apple", .startsWith, "https://example.com/app/", nil),
        ("https://example.com/", .startsWith, "https://example.com/app", nil),
        ("https://example.com/app/../other", .startsWith, "https://example.com/app", nil),
        ("https://example.com/app/%2e%2e/other", .startsWith, "https://example.com/app", nil),
        ("https://example.com/?a=b&c", .startsWith, "https://example.com/?a=b", .prefix),
        ("https://example.com/any", .startsWith, "https://example.com", .prefix),
        // As texts each of these begins with the website.
        ("https://example.com.evil.net/", .startsWith, "https://example.com", nil),
        ("https://example.com@evil.net/", .startsWith, "https://example.com", nil),
        ("https://example.com:pw@evil.net/", .startsWith, "https://example.com", nil),
        ("https://example.comevil.net/", .startsWith, "https://example.com", nil),
        ("https://example.com:8443/", .startsWith, "https://example.com", nil),
        ("https://example.com:8443/", .startsWith, "https://example.com:844", nil),
        ("https://192.0.2.10/", .startsWith, "https://192.0.2.1", nil),
    ]

    static let notPages: [Row] = [
        ("app://com.example.App", .registeredDomain, "app://com.example.App", .app),
        ("app://com.example.App", .exact, "app://com.example.App", .app),
        ("app://com.example.app", .registeredDomain, "app://com.example.App", nil),
        ("app://com.example.App2", .startsWith, "app://com.example.App", nil),
        ("app://example.com", .registeredDomain, "example.com", nil),
        ("https://com.example.app/", .registeredDomain, "app://com.example.app", nil),
        ("https://example.com/", .registeredDomain, "app://example.com", nil),
        ("TouchMeIn.Login", .registeredDomain, "touchmein.LOGIN", .opaque),
        ("TouchMeIn.Login", .host, "TouchMeIn.Login", .opaque),
        ("TouchMeIn.Login", .startsWith, "TouchMeIn", nil),
        ("TouchMeIn", .registeredDomain, "TouchMeIn.Login", nil),
        ("https://touchmein.login/", .registeredDomain, "TouchMeIn.Login", nil),
        ("example.com@evil.net", .registeredDomain, "example.com", nil),
        ("example.com@evil.net", .registeredDomain, "https://evil.net", nil),
        ("ftp://example.com/", .registeredDomain, "https://example.com", nil),
        ("javascript:'https://example.com'", .registeredDomain, "example.com", nil),
        ("data:text/html,https://example.com", .registeredDomain, "example.com", nil),
        ("about:blank", .registeredDomain, "example.com", nil),
        ("localhost", .registeredDomain, "http://localhost", nil),
        ("192.0.2.1", .registeredDomain, "https://192.0.2.1", nil),
    ]

    @Test(arguments: registeredDomain) func registeredDomainsBelongToOneOwner(row: Row) throws { try check(row) }

    @Test(arguments: exactHosts) func otherHostsMatchExactlyWithThePort(row: Row) throws { try check(row) }

    @Test(arguments: host) func hostsMatchWithThePort(row: Row) throws { try check(row) }

    @Test(arguments: exact) func exactAddressesMatchWithTheQuery(row: Row) throws { try check(row) }

    @Test(arguments: startsWith) func beginningsAreOfPathsNotOfHosts(row: Row) throws { try check(row) }

    @Test(arguments: notPages) func nonPageMatchesOnlyItself(row: Row) throws { try check(row) }

    /// Whatever the index would not find must not match, and the other way round for what matches.
    private func check(_ row: Row) throws {
        let matcher = WebsiteMatcher(sharedDomains: .builtIn)
        let page = try WebAddress(row.page)
        let website = Website(row.website, rule: row.rule)
        #expect(website.problem == nil)
        let match = matcher.match(page, [website])
        #expect(match?.reason == row.reason)
        #expect(match?.isUpgrade != true)
        guard match != nil else { return }
        #expect(!Set(matcher.searchKeys(for: page)).isDisjoint(with: matcher.searchKeys(for: website)))
    }
}
