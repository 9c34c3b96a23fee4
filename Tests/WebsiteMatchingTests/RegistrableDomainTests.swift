import Foundation
import TestSupport
import Testing

@testable import WebsiteMatching

/// website-matching 2: what is one owner's.
@Suite struct RegistrableDomainTests {
    /// After the list's own test data (publicsuffix/list, tests/test_psl.txt, CC0).
    static let listed: [(host: String, domain: String?)] = [
        ("COM", nil), ("example.COM", "example.com"), ("WwW.example.COM", "example.com"),
        ("example", nil), ("example.example", "example.example"), ("b.example.example", "example.example"),
        ("biz", nil), ("domain.biz", "domain.biz"), ("a.b.domain.biz", "domain.biz"),
        ("uk.com", nil), ("example.uk.com", "example.uk.com"), ("a.b.example.uk.com", "example.uk.com"),
        ("test.ac", "test.ac"), ("mm", nil), ("c.mm", nil), ("b.c.mm", "b.c.mm"), ("a.b.c.mm", "b.c.mm"),
        ("test.jp", "test.jp"), ("www.test.jp", "test.jp"), ("ac.jp", nil), ("test.ac.jp", "test.ac.jp"),
        ("kyoto.jp", nil), ("test.kyoto.jp", "test.kyoto.jp"), ("ide.kyoto.jp", nil),
        ("b.ide.kyoto.jp", "b.ide.kyoto.jp"), ("c.kobe.jp", nil), ("a.b.c.kobe.jp", "b.c.kobe.jp"),
        ("city.kobe.jp", "city.kobe.jp"), ("www.city.kobe.jp", "city.kobe.jp"),
        ("ck", nil), ("test.ck", nil), ("b.test.ck", "b.test.ck"), ("a.b.test.ck", "b.test.ck"),
        ("www.ck", "www.ck"), ("www.www.ck", "www.ck"),
        ("us", nil), ("ak.us", nil), ("test.ak.us", "test.ak.us"), ("k12.ak.us", nil),
        ("www.test.k12.ak.us", "test.k12.ak.us"),
        ("食狮.com.cn", "xn--85x722f.com.cn"), ("www.食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"), ("公司.cn", nil),
        ("www.食狮.中国", "xn--85x722f.xn--fiqs8s"), ("中国", nil),
        ("xn--85x722f.com.cn", "xn--85x722f.com.cn"), ("shishi.xn--55qx5d.cn", "shishi.xn--55qx5d.cn"),
        ("xn--55qx5d.cn", nil), ("shishi.xn--fiqs8s", "shishi.xn--fiqs8s"),
    ]

    /// Ours: private suffixes, and hosts that share with none.
    static let others: [(host: String, domain: String?)] = [
        ("github.io", nil), ("user.github.io", "user.github.io"), ("www.user.github.io", "user.github.io"),
        ("www.github.io", "www.github.io"), ("co.uk", nil), ("www.gov.uk", "www.gov.uk"),
        ("blogspot.com", nil), ("me.blogspot.com", "me.blogspot.com"),
        ("bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"),
        ("example.com.evil.net", "evil.net"), ("example.com.", "example.com"),
        ("localhost", nil), ("app.localhost", nil), ("intranet", nil), ("nas.local", "nas.local"),
        ("192.0.2.1", nil), ("[2001:db8::1]", nil), ("[::1]", nil),
    ]

    @Test(arguments: listed + others) func onlyTheOwnersPartIsKept(host: String, domain: String?) throws {
        guard case .page(let page) = try WebAddress("https://\(host)/") else { return #expect(Bool(false), "no page") }
        #expect(page.host.registrableDomain == domain)
        #expect(page.nakedDomain == domain ?? page.host.name)
    }

    /// RFC 1035 knows no such name, whatever the list makes of it.
    @Test(arguments: [".com", ".example", ".example.com"]) func namesDoNotBeginWithADot(host: String) {
        #expect(throws: WebAddressError.emptyLabel) { try WebAddress("https://\(host)/") }
    }

    /// In the list as it is, whatever is below a company's suffix is below a registry's as well.
    @Test func onlyTheRegistriesPartMakesDomains() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("suffixes.dat")
        let text = """
            // ===BEGIN ICANN DOMAINS===
            registry
            *.wild
            // ===END ICANN DOMAINS===
            // ===BEGIN PRIVATE DOMAINS===
            company
            sites.registry
            // ===END PRIVATE DOMAINS===

            """
        try Data(text.utf8).write(to: file)
        let list = try #require(PublicSuffixList(path: file.path))
        for name in ["a.registry", "sites.registry", "a.b.wild"] { #expect(list.hasICANNSuffix(name)) }
        for name in ["a.company", "a.other", "registry.other"] { #expect(!list.hasICANNSuffix(name)) }
        #expect(list.registrableDomain(of: "a.b.sites.registry") == "b.sites.registry")
        #expect(list.origin == file.path)
        #expect(PublicSuffixList(path: file.path + ".none") == nil)
    }

    /// Debian 12 has a list of 2023, in which two users of ngrok's are one.
    @Test func usersOfTheSameHosterAreTwo() {
        let list = PublicSuffixList.system
        #expect(list.registrableDomain(of: "www.a.ngrok-free.app") == "a.ngrok-free.app")
        #expect(list.date ?? "" >= "2026-10-22")
    }

    /// - Parameter line: what an installed list says of its day.
    @Test(arguments: [
        ("// VERSION: 2099-01-02_03-04-05_UTC", true), ("// VERSION: 2020-01-02_03-04-05_UTC", false), ("", false),
    ])
    func theNewerListCounts(line: String, isNewer: Bool) throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("suffixes.dat")
        try Data("\(line)\n// ===BEGIN ICANN DOMAINS===\nonly.madeup\n// ===END ICANN DOMAINS===\n".utf8).write(
            to: file)
        let list = PublicSuffixList.newest(installedAt: file.path)
        #expect(list.hasICANNSuffix("a.only.madeup") == isNewer)
        #expect((list.origin == file.path) == isNewer)
        #expect(list.date != nil)
    }

    @Test func anInstalledListThatCannotBeReadDoesNotCount() {
        #expect(PublicSuffixList.newest(installedAt: "/nonexistent").registrableDomain(of: "a.b.co.uk") == "b.co.uk")
    }
}
