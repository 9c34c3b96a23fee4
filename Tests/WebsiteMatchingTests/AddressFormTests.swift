import Testing

@testable import WebsiteMatching

/// website-matching 1: every address has one form.
@Suite struct AddressFormTests {
    static let letters = "0123456789abcdef"
    static let longLabel = String(repeating: "a", count: 63)

    static let pages: [(text: String, form: String)] = [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://EXAMPLE.COM", "https://example.com/"),
        ("http://example.com/", "http://example.com/"),
        ("  https://example.com\n", "https://example.com/"),
        ("https://example.com.", "https://example.com/"),
        ("https://example.com./a", "https://example.com/a"),
        // Ports.
        ("https://example.com:443/", "https://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com:/", "https://example.com/"),
        ("https://example.com:08443/", "https://example.com:8443/"),
        ("https://example.com:65535", "https://example.com:65535/"),
        // What is before the host.
        ("https://user@example.com/", "https://example.com/"),
        ("https://user:pass@example.com/", "https://example.com/"),
        ("https://example.com@evil.net/", "https://evil.net/"),
        ("https://example.com:443@evil.net/", "https://evil.net/"),
        ("https://example.com%2F@evil.net/", "https://evil.net/"),
        ("https://@example.com/", "https://example.com/"),
        // What is after it.
        ("https://example.com?a=b", "https://example.com/?a=b"),
        ("https://example.com#@evil.net", "https://example.com/"),
        ("https://example.com?@evil.net", "https://example.com/?@evil.net"),
        ("https://example.com/@evil.net", "https://example.com/@evil.net"),
        ("https://example.com/?", "https://example.com/"),
        ("https://example.com/?a=\\", "https://example.com/?a=\\"),
        ("https://example.com/#\\", "https://example.com/"),
        ("https://example.com/a/./b", "https://example.com/a/b"),
        ("https://example.com/a/../b", "https://example.com/b"),
        ("https://example.com/a/..", "https://example.com/"),
        ("https://example.com/a/%2E%2e/b", "https://example.com/b"),
        ("https://example.com/a/.%2e/", "https://example.com/"),
        ("https://example.com/../../b", "https://example.com/b"),
        ("https://example.com/a/...", "https://example.com/a/..."),
        ("https://example.com//a//", "https://example.com//a//"),
        ("https://example.com/ü b", "https://example.com/%C3%BC%20b"),
        ("https://example.com/%7e%7E", "https://example.com/%7e%7E"),
        ("https://example.com/?q='ü'", "https://example.com/?q=%27%C3%BC%27"),
        ("https://example.com/\"<>^`{}|", "https://example.com/%22%3C%3E%5E%60%7B%7D|"),
        // Names with other letters.
        ("https://München.de", "https://xn--mnchen-3ya.de/"),
        ("https://MÜNCHEN.DE", "https://xn--mnchen-3ya.de/"),
        ("https://mu\u{308}nchen.de", "https://xn--mnchen-3ya.de/"),
        ("https://XN--MNCHEN-3YA.de", "https://xn--mnchen-3ya.de/"),
        ("https://straße.de", "https://xn--strae-oqa.de/"),
        ("https://食狮.公司.cn", "https://xn--85x722f.xn--55qx5d.cn/"),
        ("https://ｅｘａｍｐｌｅ.com", "https://example.com/"),
        ("https://example。com", "https://example.com/"),
        ("https://exam\u{AD}ple.com", "https://example.com/"),
        ("https://exam\u{200B}ple.com", "https://example.com/"),
        ("https://\u{212A}.com", "https://k.com/"),
        ("https://my_app.müller.de", "https://my_app.xn--mller-kva.de/"),
        ("https://r3---sn-4g5e.example.com", "https://r3---sn-4g5e.example.com/"),
        ("https://xn--i-7iq.ws", "https://xn--i-7iq.ws/"),
        ("https://\(longLabel).com", "https://\(longLabel).com/"),
        // Addresses.
        ("https://192.0.2.1/", "https://192.0.2.1/"),
        ("https://192.0.2.1./", "https://192.0.2.1/"),
        ("https://１２７.0.0.1/", "https://127.0.0.1/"),
        ("https://1.2.3.4.com/", "https://1.2.3.4.com/"),
        ("https://[2001:DB8:0:0::1]/", "https://[2001:db8::1]/"),
        ("https://[::1]:8443/", "https://[::1]:8443/"),
        ("https://user@[::1]", "https://[::1]/"),
        ("https://[::ffff:192.0.2.1]", "https://[::ffff:192.0.2.1]/"),
        ("http://localhost:3000", "http://localhost:3000/"),
        ("https://intranet/", "https://intranet/"),
    ]

    @Test(arguments: pages) func pagesHaveOneForm(text: String, form: String) throws {
        let address = try WebAddress(text)
        guard case .page = address else { return #expect(Bool(false), "no page") }
        #expect(address.description == form)
        #expect(try WebAddress(form) == address)
    }

    static let others: [(text: String, form: String)] = [
        ("app://com.example.App", "app://com.example.App"),
        ("APP://com.example.App", "app://com.example.App"),
        ("app://g++", "app://g++"),
        ("ftp://Example.com", "ftp://example.com"),
        ("chrome-extension://AbC", "chrome-extension://abc"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("about:blank", "about:blank"),
        ("mailto:Me@example.com", "mailto:me@example.com"),
        ("view-source:https://example.com", "view-source:https://example.com"),
        ("ｈｔｔｐｓ://example.com", "ｈｔｔｐｓ://example.com"),
    ]

    @Test(arguments: others) func otherAddressesAreNoPages(text: String, form: String) throws {
        let address = try WebAddress(text)
        if case .page = address { #expect(Bool(false), "a page") }
        #expect(address.description == form)
        #expect(try WebAddress(form) == address)
    }

    @Test func partsAreWhatTheAddressSays() throws {
        guard case .page(let page) = try WebAddress("http://user:pw@www.Example.co.uk:8080/a/b?c=d#e") else {
            return #expect(Bool(false), "no page")
        }
        #expect(page.scheme == .http)
        #expect(page.host.name == "www.example.co.uk")
        #expect(page.host.registrableDomain == "example.co.uk")
        #expect(page.nakedDomain == "example.co.uk")
        #expect(page.port == 8080)
        #expect(page.path == "/a/b")
        #expect(page.query == "c=d")
        #expect(page.origin == "http://www.example.co.uk:8080")
    }

    @Test func identifiersOfProgramsKeepTheirCase() throws {
        #expect(try WebAddress("app://com.example.App") != WebAddress("app://com.example.app"))
    }
}
