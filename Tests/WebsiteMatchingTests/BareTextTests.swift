import Testing

@testable import WebsiteMatching

/// website-matching 1: without a scheme a text is a domain only if a registry runs its suffix.
@Suite struct BareTextTests {
    static let domains: [(text: String, form: String)] = [
        ("example.com", "https://example.com/"),
        ("Example.COM", "https://example.com/"),
        ("www.example.co.uk", "https://www.example.co.uk/"),
        ("example.com.", "https://example.com/"),
        ("example.com:8443", "https://example.com:8443/"),
        ("example.com:443", "https://example.com/"),
        ("example.com/login?a=b#c", "https://example.com/login?a=b"),
        ("user.github.io", "https://user.github.io/"),
        ("github.io", "https://github.io/"),
        ("co.uk", "https://co.uk/"),
        ("müller.de", "https://xn--mller-kva.de/"),
        ("食狮.中国", "https://xn--85x722f.xn--fiqs8s/"),
        ("example.com.evil.net", "https://example.com.evil.net/"),
        ("b.test.ck", "https://b.test.ck/"),
        ("r2d2.io", "https://r2d2.io/"),
    ]

    @Test(arguments: domains) func domainsCountAsHTTPS(text: String, form: String) throws {
        #expect(try WebAddress(text).description == form)
        #expect(try WebAddress(text) == WebAddress(form))
    }

    static let keys = [
        "TouchMeIn.Login", "My bank", "com", "google", "localhost", "localhost:8080", "192.0.2.1", "::1", "[::1]",
        "example.com@evil.net", "me@example.com", "user:pass@example.com", "example.com\\@evil.net", "example.com:0",
        "example.com:99999", "Example.com, Inc.", "exa mple.com", "example..com", ".example.com", "*.example.com",
        "nas.local", "router.lan", "file.txt", "//example.com", "/login", "?", "example.com%2F.evil.net", "i❤.ws",
        "Grüße", "1.5", "foo.0x7f",
    ]

    @Test(arguments: keys) func anythingElseIsOpaque(text: String) throws {
        #expect(try WebAddress(text) == .opaque(text.lowercased()))
    }

    @Test func opaqueKeysMatchThemselvesInAnyCase() throws {
        #expect(try WebAddress("TouchMeIn.Login") == WebAddress(" touchmein.LOGIN"))
        #expect(try WebAddress("TouchMeIn.Login") != WebAddress("TouchMeIn"))
        #expect(try WebAddress("TouchMeIn.Login") != WebAddress("https://touchmein.login"))
        #expect(try WebAddress("GRÜSSE") == WebAddress("grüsse"))
    }
}
