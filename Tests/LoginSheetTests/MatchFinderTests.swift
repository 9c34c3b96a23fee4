import Foundation
import Testing
import WebsiteMatching

@testable import LoginSheet
@testable import PasswordVault

/// Looking at texts first leaves nothing out.
@Suite struct MatchFinderTests {
    static let websites: [(String, String)] = [
        ("https://example.com", "domain"), ("HTTPS://EXAMPLE.COM/a", "domain"), ("example.com", "host"),
        ("http://www.example.com:8080/x?y", "domain"), ("https://user@example.com", "exact"),
        ("https://münchen.de", "domain"), ("https://xn--mnchen-3ya.de", "domain"), ("https://MÜNCHEN.de", "host"),
        ("https://ｅxample.com", "domain"), ("https://example。com", "domain"), ("https://example.com.", "domain"),
        ("https://google.com", "domain"), ("https://youtube.com/", "domain"), ("https://[2001:DB8:0::1]/", "domain"),
        ("http://[2001:db8::1]", "exact"), ("http://192.0.2.1:8080", "domain"), ("http://localhost", "domain"),
        ("app://com.example.App", "domain"), ("app://com.example.app", "domain"), ("TouchMeIn.Login", "domain"),
        ("STRASSE", "domain"), ("ÄRGER", "domain"), ("ärger", "exact"), (".*", "regex"),
        ("https://ex.mple\\.com/.*", "regex"), ("https://example.com", "never"),
        ("https://example.com/a", "starts-with"),
        ("https://example.com", "a rule of later"), ("https://example.com.evil.net", "domain"),
        ("https://evil.net/?example.com", "domain"), ("", "domain"), ("\u{1b}example.com", "domain"),
    ]

    static let pages = [
        "https://example.com/a", "http://www.example.com:8080/x?y", "https://münchen.de", "https://a.b.example.com",
        "https://youtube.com", "https://accounts.google.com", "http://[2001:db8::1]/", "http://192.0.2.1:8080/",
        "https://localhost/", "http://localhost/", "app://com.example.App", "touchmein.login", "straße", "strasse",
        "ÄRGER", "https://evil.net/",
    ]

    @Test(arguments: pages) func finderFindsTheSameAsReadingEveryWebsite(page: String) throws {
        let address = try WebAddress(page)
        let matcher = WebsiteMatcher()
        let overviews = Self.websites.map { text, rule in
            var item = VaultItem(.login, title: text)
            item.websites = [SavedWebsite(text, rule: rule), SavedWebsite("https://unrelated.example")]
            return Overview(item)
        }
        let expected = matcher.ranked(address, overviews) { overview in
            overview.websites.map { Website($0.address, rule: MatchRule(rawValue: $0.rule) ?? .exact) }
        }
        let found = MatchFinder(address, matcher).matches(overviews)
        #expect(found.map(\.candidate.id) == expected.map(\.candidate.id))
        #expect(found.map(\.match) == expected.map(\.match))
    }

    @Test func thePageOfASharedDomainFindsTheOthers() throws {
        let address = try WebAddress("https://youtube.com")
        var item = VaultItem(.login, title: "Google")
        item.websites = [SavedWebsite("https://accounts.google.com")]
        let found = MatchFinder(address, WebsiteMatcher()).matches([Overview(item)])
        #expect(found.first?.match.reason == .sharedDomain("google.com"))
    }
}
