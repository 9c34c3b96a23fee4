import Foundation
import Testing

@testable import WebsiteMatching

/// Addresses without anything odd in them are what Foundation says as well (for names in Punycode it answers with percent
/// codes of other letters). The pieces are put together in all ways, so that
/// none of the parser's cuts depends on what is beside it.
@Suite struct FoundationDifferentialTests {
    static let hosts = [
        "example.com", "www.example.co.uk", "a-b.example.com", "x_y.example.com", "192.0.2.1", "[2001:db8::1]",
        "localhost",
    ]
    static let users = ["", "me@", "me:pw@", "me%40example.com@"]
    static let ports = ["", ":8080", ":1"]
    static let paths = ["", "/", "/a", "/a/b/", "/%20", "/a;b=c", "/a:b@c"]
    static let ends = ["", "?a=b", "?a=b&c=/d?e", "#f", "?a#f?g", "?x=https://other.net/"]

    @Test(arguments: ["http", "https"], hosts) func plainAddressesAreReadAsFoundationReadsThem(
        scheme: String, host: String
    ) throws {
        for user in Self.users {
            for port in Self.ports {
                for tail in Self.paths.flatMap({ path in Self.ends.map { path + $0 } }) {
                    try compare("\(scheme)://\(user)\(host)\(port)\(tail)")
                }
            }
        }
    }

    private func compare(_ text: String) throws {
        let expected = try #require(URLComponents(string: text))
        guard case .page(let page) = try WebAddress(text) else { return #expect(Bool(false), "no page: \(text)") }
        let path = expected.percentEncodedPath
        #expect(page.scheme.rawValue == expected.scheme)
        #expect(page.host.name == expected.percentEncodedHost)
        #expect(page.port.map(Int.init) == expected.port)
        #expect(page.path == (path.isEmpty ? "/" : path))
        #expect(page.query == expected.percentEncodedQuery)
    }
}
