import Testing

@testable import acme_browser

/// The meaning of what is typed into the address field.
@Suite struct AddressTests {
    @Test(arguments: [
        ("https://example.com/a?b#c", Destination.page("https://example.com/a?b#c")),
        ("HTTP://example.com", .page("HTTP://example.com")), ("example.com", .page("https://example.com")),
        (" example.com/x ", .page("https://example.com/x")), ("localhost:8080/x", .page("http://localhost:8080/x")),
        ("127.0.0.1:1", .page("http://127.0.0.1:1")), ("[::1]:80", .page("http://[::1]:80")),
        ("router:8443", .page("https://router:8443")), ("swift", .search("swift")),
        ("what is 1.5", .search("what is 1.5")),
        ("acme:", .forms), ("ACME:forms", .forms), ("", .nothing), ("  ", .nothing), ("https://", .nothing),
        ("file:///etc/passwd", .refused(.scheme("file"))), ("javascript:alert(1)", .refused(.scheme("javascript"))),
        ("JavaScript:alert(1)", .refused(.scheme("javascript"))), ("data:text/html,x", .refused(.scheme("data"))),
        ("https://bank.example@evil.example", .refused(.credentials)),
        ("https://a:b@evil.example/", .refused(.credentials)), ("bank.example@evil.example", .refused(.credentials)),
        ("https://example.com/@wendy", .page("https://example.com/@wendy")),
        ("https:\\\\a@evil.example", .refused(.credentials)),
    ])
    func aTextMeansOneThing(text: String, destination: Destination) {
        #expect(Destination(text) == destination)
    }

    @Test func aLongTextIsRefused() {
        #expect(Destination("https://example.com/" + String(repeating: "a", count: 9_000)) == .refused(.tooLong))
    }

    @Test func wordsAreEncoded() {
        #expect(SearchEngine.address(for: "a&b=ü #1") == "https://duckduckgo.com/?q=a%26b%3D%C3%BC%20%231")
    }

    @Test(arguments: [
        ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("..\\x.exe", "x.exe"), (".bashrc", "bashrc"), ("", "file"),
        ("...", "file"), ("a\u{202e}txt.exe", "atxt.exe"), ("a\nb", "ab"), ("/", "file"),
    ])
    func aNameOfAFileIsHarmless(proposal: String, name: String) {
        #expect(FileName.safe(proposal, otherwise: "file") == name)
    }

    @Test func aLongNameOfAFileIsShortened() {
        #expect(FileName.safe(String(repeating: "ü", count: 300), otherwise: "file").utf8.count <= 200)
    }

    @Test func dialogsAreCountedUntilTheUserDoesSomething() {
        var limit = DialogLimit()
        let answers = (0...DialogLimit.most).map { _ in limit.allowsOneMore() }
        #expect(answers == Array(repeating: true, count: DialogLimit.most) + [false])
        limit.reset()
        let another = limit.allowsOneMore()
        #expect(another)
    }
}
