import Testing

@testable import Agent

/// Which domains an entitlements list covers.
@Suite struct WebCredentialDomainTests {
    private func covers(_ entries: String..., domain: String) -> Bool {
        let domains = WebCredentialDomains(entries)
        return WebCredentialDomains.domain(domain).map(domains.contains) ?? false
    }

    @Test func aDomainCoversItselfAlone() {
        #expect(covers("bank.example", domain: "bank.example"))
        #expect(covers("shop.example", "Bank.Example", domain: "BANK.EXAMPLE"))
        #expect(covers("bank.example?mode=developer", domain: "bank.example"))
        #expect(!covers("bank.example", domain: "www.bank.example"))
        #expect(!covers("www.bank.example", domain: "bank.example"))
    }

    /// The star stands for whole names, at least one.
    @Test func aStarCoversAllBelow() {
        #expect(covers("*.bank.example", domain: "www.bank.example"))
        #expect(covers("*.bank.example", domain: "a.b.bank.example"))
        #expect(!covers("*.bank.example", domain: "bank.example"))
        #expect(!covers("*.bank.example", domain: "notbank.example"))
        #expect(!covers("*.bank.example", domain: "bank.example.evil.example"))
    }

    /// A list that would cover the websites of others covers nothing.
    @Test(arguments: [
        "*", "*.", "*.*", "*.com", "com", "*.co.uk", "co.uk", "*.github.io", "github.io", "*.example", "*bank.example",
        "www.*.example", "*.*.bank.example", "", ".", "*..com", ".com", "?mode=developer", "*.com?mode=developer",
    ])
    func aPublicSuffixCoversNothing(entry: String) {
        for domain in [
            "bank.com", "com", "bank.co.uk", "www.bank.co.uk", "bank.github.io", "bank.example", "a.b.bank.example",
        ] {
            #expect(!covers(entry, domain: domain))
        }
    }

    /// Names that look the same to a person are different texts, and only ASCII is a name.
    @Test(arguments: [
        "b\u{430}nk.example", "bänk.example", "ba\u{308}nk.example", "bank\u{3002}example", "bank.example\u{0}",
        "bank.example.",
        ".bank.example", "bank..example", "bank.example/", "user@bank.example", "https://bank.example", " bank.example",
        "bank.example\n", "-bank.example", "bank-.example", "b_ank.example", "bank", "192.0.2.1", "[2001:db8::1]",
        "1.2.3",
        "xn--bnk-5cd.example", "*.bank.example", "%62ank.example", "",
    ])
    func otherTextsAreNotTheDomain(text: String) {
        #expect(!covers("bank.example", "*.bank.example", text, domain: text) || text == "xn--bnk-5cd.example")
        #expect(!covers("bank.example", "*.bank.example", domain: text))
    }

    @Test func longNamesAreNone() {
        let label = String(repeating: "a", count: 63)
        #expect(covers("\(label).example", domain: "\(label).example"))
        #expect(!covers("a\(label).example", domain: "a\(label).example"))
        let long = Array(repeating: label, count: 4).joined(separator: ".") + ".example"
        #expect(!covers("*.example.com", long, domain: long))
    }

    /// The list of a hostile program costs little, and what counts of it is its beginning.
    @Test func aHugeListCountsInPart() {
        let others = (0..<100_000).map { "*.site\($0).example" }
        #expect(WebCredentialDomains(["bank.example"] + others).contains("bank.example"))
        #expect(!WebCredentialDomains(others + ["bank.example"]).contains("bank.example"))
    }

    @Test func theFirstDomainIsNoWildcard() {
        #expect(WebCredentialDomains(["*.shop.example", "com", "bank.example", "a.example"]).first == "bank.example")
        #expect(WebCredentialDomains(["*.shop.example"]).first == nil)
    }
}
