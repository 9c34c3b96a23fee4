import Testing

@testable import WebsiteMatching

/// website-matching 1: what programs read in different ways is not read at all.
@Suite struct RefusedAddressTests {
    static let tooLongLabel = String(repeating: "a", count: 64)
    static let tooLongName = Array(repeating: String(repeating: "a", count: 49), count: 6).joined(separator: ".")

    static let refused: [(text: String, error: WebAddressError)] = [
        ("", .empty),
        (" \t\r\n ", .empty),
        ("https://", .noHost),
        ("https:///example.com", .noHost),
        ("https://?a", .noHost),
        ("https://#", .noHost),
        ("https://user@/", .noHost),
        ("https://:443/", .noHost),
        ("https://.", .noHost),
        ("https:example.com", .noSlashes),
        ("https:/example.com", .noSlashes),
        ("HTTP:example.com", .noSlashes),
        ("https:\\\\example.com", .noSlashes),
        // Browsers end the host at a backslash, others do not.
        ("https://example.com\\@evil.net", .backslash),
        ("https://evil.net\\.example.com", .backslash),
        ("https://evil.net/\\example.com", .backslash),
        ("https://\\example.com", .backslash),
        // Browsers leave tabs and line breaks out.
        ("https://exam\tple.com", .controlCharacter),
        ("https://example.com\r\nHost: evil.net", .controlCharacter),
        ("ht\ntps://example.com", .controlCharacter),
        ("https://example.com/\u{0}", .controlCharacter),
        ("https://example.com/\u{7F}", .controlCharacter),
        ("https://example.com/\u{85}", .controlCharacter),
        ("Touch\u{1B}Me", .controlCharacter),
        ("https://a@b@example.com", .userInfo),
        ("https://example.com@a@evil.net", .userInfo),
        // Hosts.
        ("https://ex%61mple.com", .hostCharacter),
        ("https://example.com%2F.evil.net", .hostCharacter),
        ("https://example.com%00.evil.net", .hostCharacter),
        ("https://exa mple.com", .hostCharacter),
        ("https://example.com;evil.net", .hostCharacter),
        ("https://example.com&evil.net", .hostCharacter),
        ("https://<example>.com", .hostCharacter),
        ("https://*.example.com", .hostCharacter),
        ("https://evil.com／.example.com", .hostCharacter),
        ("https://evil.com＠example.com", .hostCharacter),
        ("https://example.com：443", .hostCharacter),
        ("https://example..com", .emptyLabel),
        ("https://.example.com", .emptyLabel),
        ("https://example.com..", .emptyLabel),
        ("https://\(tooLongLabel).com", .hostTooLong),
        ("https://\(tooLongName)", .hostTooLong),
        ("https://\(String(repeating: "ü", count: 600)).com", .hostTooLong),
        (
            "https://\(String(repeating: "ü", count: 60))\(String(repeating: "a", count: 60)).com",
            .internationalName("IDN2_PUNYCODE_BIG_OUTPUT")
        ),
        ("https://i❤.ws", .internationalName("IDN2_DISALLOWED")),
        ("https://a\u{200D}b.com", .internationalName("IDN2_CONTEXTJ")),
        ("https://\u{202E}moc.elpmaxe.com", .internationalName("IDN2_DISALLOWED")),
        // Numbers that browsers take for 127.0.0.1, and others that are no address.
        ("https://2130706433/", .ipv4Notation),
        ("https://0x7f000001/", .ipv4Notation),
        ("https://0x7f.1/", .ipv4Notation),
        ("https://0177.0.0.1/", .ipv4Notation),
        ("https://127.1/", .ipv4Notation),
        ("https://127.0.0.01/", .ipv4Notation),
        ("https://127.0.0.256/", .ipv4Notation),
        ("https://1.2.3.4.5/", .ipv4Notation),
        ("https://example.1/", .ipv4Notation),
        ("https://example.0x/", .ipv4Notation),
        ("https://99999999999999999999/", .ipv4Notation),
        ("https://[::1", .ipv6),
        ("https://[]", .ipv6),
        ("https://[::1]x", .ipv6),
        ("https://[::g]", .ipv6),
        ("https://[fe80::1%eth0]", .ipv6),
        ("https://[fe80::1%25eth0]", .ipv6),
        ("https://[1:2:3:4:5:6:7:8:9]", .ipv6),
        ("https://[192.0.2.1]", .ipv6),
        ("https://2001:db8::1/", .ipv6),
        ("https://[v1.a]", .ipv6),
        // Ports.
        ("https://example.com:0", .port),
        ("https://example.com:65536", .port),
        ("https://example.com:-1", .port),
        ("https://example.com:80a", .port),
        ("https://example.com:٨٠", .port),
        ("https://example.com:000443", .port),
        // Programs.
        ("app://", .appIdentifier),
        ("app://com.example.App/", .appIdentifier),
        ("app://com.example.App?x", .appIdentifier),
        ("app://a@b", .appIdentifier),
        ("app://com.exämple.App", .appIdentifier),
        ("app://com example", .appIdentifier),
        ("app://\(String(repeating: "a", count: 256))", .appIdentifier),
    ]

    @Test(arguments: refused) func ambiguousAddressesAreRefused(text: String, error: WebAddressError) {
        #expect(throws: error) { try WebAddress(text) }
        // As a website it is kept, and matches nothing.
        let website = Website(text)
        #expect(website.text == text)
        #expect(website.problem == .address(error))
    }

    @Test func sixtyFourKibibytesAreEnough() throws {
        let longest = "https://example.com/" + String(repeating: "a", count: WebAddress.mostBytes - 20)
        #expect(try WebAddress(longest).description == longest)
        #expect(throws: WebAddressError.tooLong) { try WebAddress(longest + "a") }
    }

    @Test func manySegmentsAreResolved() throws {
        let path = String(repeating: "/a/..", count: 13_000)
        #expect(try WebAddress("https://example.com" + path).description == "https://example.com/")
    }

    @Test func opaqueKeysAreShort() throws {
        #expect(throws: WebAddressError.tooLong) { try WebAddress(String(repeating: "a", count: 1025)) }
        // Two bytes each become three.
        #expect(throws: WebAddressError.tooLong) { try WebAddress(String(repeating: "\u{130}", count: 512)) }
        #expect(try WebAddress(String(repeating: "A", count: 1024)) == .opaque(String(repeating: "a", count: 1024)))
    }

    @Test(arguments: refused.map(\.error)) func errorsSayWhatToDo(error: WebAddressError) {
        #expect(error.description.contains(":"))
    }

    /// An address may hold a password.
    @Test func errorsHoldNothingOfTheAddress() {
        #expect(throws: WebAddressError.userInfo) { try WebAddress("https://me:secret@a@example.com") }
        #expect(!"\(WebAddressError.userInfo)".contains("secret"))
        #expect(!String(reflecting: WebAddressError.userInfo).contains("secret"))
    }
}
