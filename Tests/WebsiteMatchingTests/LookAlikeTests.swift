import Testing

@testable import WebsiteMatching

/// website-matching 7: names that want to be taken for others.
@Suite struct LookAlikeTests {
    static let suspicious: [(host: String, reason: LookAlikeWarning.Reason)] = [
        // Cyrillic а among Latin letters.
        ("аpple.com", .mixedScripts), ("paypаl.com", .mixedScripts), ("www.gооgle.com", .mixedScripts),
        ("αpple.com", .mixedScripts), ("ɡоogle.com", .mixedScripts), ("exаmple.co.uk", .mixedScripts),
        ("sony世ノ界.com", .mixedScripts), ("example.comノlogin.net", .mixedScripts), ("helloпривет.com", .mixedScripts),
        ("ไทยlao.com", .mixedScripts),
        // Cyrillic, Greek or Armenian alone.
        ("аррӏе.com", .looksLatin), ("сосо.com", .looksLatin), ("ехре.net", .looksLatin), ("www.рау.com", .looksLatin),
        ("ορο.com", .looksLatin), ("հօո.com", .looksLatin), ("х-1.com", .looksLatin),
        ("ѕсоре.example.com", .looksLatin),
        // Latin letters that are not the usual ones.
        ("paypaı.com", .looksLatin), ("ɡoogle.com", .looksLatin), ("ɑpple.com", .looksLatin),
        ("ɡı.com.tr", .looksLatin),
        // Punycode that cannot be registered.
        ("xn--example.com", .unreadable), ("xn--i-7iq.ws", .unreadable), ("xn--99999999.com", .unreadable),
        ("xn--.com", .unreadable), ("xn--a-ecp.ru", .unreadable), ("a.xn--example-.com", .unreadable),
        ("xn--xn---epa.de", .unreadable),
    ]

    @Test(arguments: suspicious) func lookAlikesNeedAClick(host: String, reason: LookAlikeWarning.Reason) throws {
        let page = try WebAddress("https://\(host)/")
        let match = try #require(WebsiteMatcher().match(page, [Website(page.description)]))
        let warning = try #require(match.warning)
        #expect(warning.reason == reason)
        #expect(warning.punycode.utf8.allSatisfy { $0 < 0x80 })
        #expect(warning.description.contains(warning.punycode))
        #expect(match.needsClick)
        guard case .page(let address) = page else { return }
        #expect(address.host.displayName == warning.punycode)
        #expect(address.host.warning == warning)
    }

    static let honest: [(host: String, display: String)] = [
        ("example.com", "example.com"), ("MÜNCHEN.de", "münchen.de"), ("xn--mnchen-3ya.de", "münchen.de"),
        ("straße.de", "straße.de"), ("пример.com", "пример.com"), ("яндекс.рф", "яндекс.рф"), ("сосо.рф", "сосо.рф"),
        ("ελλάδα.gr", "ελλάδα.gr"), ("日本語.jp", "日本語.jp"), ("ひらがなとカタカナ.jp", "ひらがなとカタカナ.jp"),
        ("sonyストア.jp", "sonyストア.jp"), ("한국abc.kr", "한국abc.kr"), ("韓國어.kr", "韓國어.kr"), ("食狮.公司.cn", "食狮.公司.cn"),
        ("ไทย.th", "ไทย.th"), ("שלום.com", "שלום.com"), ("sarı.com.tr", "sarı.com.tr"), ("गूगल.com", "गूगल.com"),
        ("r3---sn.example.com", "r3---sn.example.com"), ("192.0.2.1", "192.0.2.1"), ("[::1]", "[::1]"),
    ]

    @Test(arguments: honest) func honestNamesAreShownInTheirLetters(host: String, display: String) throws {
        guard case .page(let page) = try WebAddress("https://\(host)/") else { return #expect(Bool(false), "no page") }
        #expect(page.host.warning == nil)
        #expect(page.host.displayName == display)
        let match = try #require(WebsiteMatcher().match(.page(page), [Website(page.description)]))
        #expect(!match.needsClick)
    }

    /// Anybody can register a look-alike, and get nothing by it.
    @Test(arguments: ["аpple.com", "аррӏе.com", "ɑpple.com", "xn--apple.com"])
    func lookAlikesGetNothingOfWhatTheyLookLike(host: String) throws {
        #expect(WebsiteMatcher().match(try WebAddress("https://\(host)/"), [Website("apple.com")]) == nil)
    }

    @Test func warningsAlsoComeWithOtherReasons() throws {
        let page = try WebAddress("https://www.аpple.com/a")
        let websites = [Website("https://аpple.com"), Website("https://www\\.xn--.*", rule: .regularExpression)]
        for website in websites { #expect(WebsiteMatcher().match(page, [website])?.needsClick == true) }
    }
}
