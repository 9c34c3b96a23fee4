import Testing

@testable import WebsiteMatching

/// website-matching 6: domains that count as one.
@Suite struct SharedDomainsTests {
    static func table(_ text: String) throws -> SharedDomains { try SharedDomains().applying(text.utf8) }

    static let rows: [(page: String, website: Website, reason: WebsiteMatch.Reason?)] = [
        ("https://www.youtube.com/", Website("google.com"), .sharedDomain("google.com")),
        ("https://accounts.google.com/", Website("https://www.youtube.com/login"), .sharedDomain("youtube.com")),
        ("https://www.icloud.com/", Website("apple.com"), .sharedDomain("apple.com")),
        ("https://login.live.com/", Website("outlook.com"), .sharedDomain("outlook.com")),
        ("https://login.microsoftonline.com/", Website("https://www.xbox.com"), .sharedDomain("xbox.com")),
        ("https://www.amazon.de/", Website("https://www.amazon.co.uk"), .sharedDomain("amazon.co.uk")),
        ("https://de.wikipedia.org/", Website("https://commons.wikimedia.org"), .sharedDomain("wikimedia.org")),
        ("https://x.com/", Website("twitter.com"), .sharedDomain("twitter.com")),
        ("https://youtube.com:8443/", Website("google.com"), .sharedDomain("google.com")),
        ("https://youtube.com.evil.net/", Website("google.com"), nil),
        ("https://youtube.evil.net/", Website("google.com"), nil),
        ("https://youtube.com/", Website("apple.com"), nil),
        ("https://youtube.com/", Website("https://google.com", rule: .host), nil),
        ("https://youtube.com/", Website("https://google.com", rule: .exact), nil),
        ("https://youtube.com/", Website("https://google.com", rule: .startsWith), nil),
        ("https://user.github.io/", Website("github.com"), nil),
    ]

    @Test(arguments: rows) func sharedDomainsCountAsOne(
        page: String, website: Website, reason: WebsiteMatch.Reason?
    ) throws {
        #expect(WebsiteMatcher().match(try WebAddress(page), [website])?.reason == reason)
        #expect(WebsiteMatcher(sharedDomains: SharedDomains()).match(try WebAddress(page), [website]) == nil)
    }

    @Test func everyLineThatComesWithTheProgramCanBeRead() throws {
        #expect(try SharedDomains().applying(SharedDomains.builtInTable.utf8) == SharedDomains.builtIn)
        #expect(SharedDomains.builtIn.count == 20)
        #expect(SharedDomains.builtIn.group(of: "google.com") == ["google.com", "youtube.com", "gmail.com"])
    }

    @Test func linesThatNameTheSameDomainMakeOneGroup() throws {
        let table = try Self.table("a.com b.com\nc.com d.com\n\nb.com c.com")
        #expect(table.count == 1)
        #expect(table.share("a.com", "d.com"))
    }

    @Test func userLinesExtendWhatIsBuiltIn() throws {
        let table = try SharedDomains.builtIn.applying("google.com example.com # ours\n".utf8)
        #expect(table.share("example.com", "youtube.com"))
        #expect(table.count == SharedDomains.builtIn.count)
    }

    @Test func domainsCanBeTakenOut() throws {
        let table = try Self.table("a.com b.com c.com\n-b.com")
        #expect(table.group(of: "a.com") == ["a.com", "c.com"])
        #expect(table.group(of: "b.com") == nil)
        #expect(try Self.table("a.com b.com\n-b.com").count == 0)
        #expect(try Self.table("a.com b.com c.com d.com\n-b.com -c.com").group(of: "d.com") == ["a.com", "d.com"])
        #expect(try SharedDomains.builtIn.applying("-*\na.com b.com".utf8).count == 1)
    }

    @Test func linesMayHaveBlanksCommentsAndOtherLetters() throws {
        let text = "\u{FEFF}# first\r\n  A.com\t\tmüller.de  # who\r\n\r\n#-*\r\n"
        #expect(try Self.table(text).share("a.com", "xn--mller-kva.de"))
    }

    /// The file that website-matching 6 shows, without its last line.
    @Test func theExampleOfTheDocumentDoesWhatItSays() throws {
        let text = """
            # Everything after a hash is a comment.
            example.com example.org     # these count as one
            example.org example.net     # lines that name the same domain make one group: now all three do
            google.com example.com      # extends the group that google.com is in
            -youtube.com                # takes a domain out of its group
            """
        let table = try SharedDomains.builtIn.applying(text.utf8)
        #expect(table.share("example.net", "gmail.com"))
        #expect(!table.share("google.com", "youtube.com"))
    }

    static let wrong: [(text: String, line: Int, reason: SharedDomainsError.Reason)] = [
        ("a.com", 1, .singleDomain),
        ("a.com b.com\nc.com C.com.", 2, .singleDomain),
        ("a.com com", 1, .noRegistrableDomain),
        ("a.com co.uk", 1, .noRegistrableDomain),
        ("a.com github.io", 1, .noRegistrableDomain),
        ("a.com www.b.com", 1, .noRegistrableDomain),
        ("a.com https://b.com", 1, .noRegistrableDomain),
        ("a.com b.com/c", 1, .noRegistrableDomain),
        ("a.com 192.0.2.1", 1, .noRegistrableDomain),
        ("a.com localhost", 1, .noRegistrableDomain),
        ("a.com nas.local", 1, .noRegistrableDomain),
        ("a.com *", 1, .noRegistrableDomain),
        ("a.com *.com", 1, .noRegistrableDomain),
        ("a.com, b.com", 1, .noRegistrableDomain),
        ("a.com b.com\n\n-a.com c.com", 3, .mixedLine),
        ("a.com b.com\n-c.com", 2, .inNoGroup),
        ("-*\n-a.com", 2, .inNoGroup),
        ("a.com b.com\n-", 2, .noRegistrableDomain),
        ((0..<65).map { "a\($0).com" }.joined(separator: " "), 1, .groupTooLarge),
        ("a0.com a1.com\n" + (1..<65).map { "a\($0).com" }.joined(separator: " "), 2, .groupTooLarge),
    ]

    @Test(arguments: wrong) func wrongLinesAreNamed(text: String, line: Int, reason: SharedDomainsError.Reason) {
        let error = #expect(throws: SharedDomainsError.self) { try Self.table(text) }
        #expect(error?.line == line)
        #expect(error?.reason == reason)
        #expect(error?.description.hasPrefix("line \(line): ") == true)
    }

    @Test func filesAreTextOfALimitedSize() throws {
        let error = #expect(throws: SharedDomainsError.self) { try SharedDomains().applying([0x61, 0xFF]) }
        #expect(error?.reason == .notText)
        let most = [UInt8](repeating: UInt8(ascii: "#"), count: SharedDomains.mostBytes)
        #expect(try SharedDomains().applying(most).count == 0)
        let tooLarge = #expect(throws: SharedDomainsError.self) { try SharedDomains().applying(most + [0x23]) }
        #expect(tooLarge?.reason == .tooLarge)
        #expect(tooLarge?.line == nil)
    }
}
