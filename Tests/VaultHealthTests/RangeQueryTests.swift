import Foundation
import PasswordVault
import Testing

@testable import VaultHealth

/// The library is loaded at run time; without it these tests have nothing to run.
private let hasLibrary = (try? WebClient()) != nil

@Suite(.enabled(if: hasLibrary, "libcurl is not installed"))
struct RangeQueryTests {
    private static func items(_ passwords: [String]) -> [HealthItem] {
        passwords.enumerated().map {
            HealthItem(HealthReportTests.login("item \($0)", password: $1), vault: "personal")
        }
    }

    @Test func theServerSeesFiveDigitsAndNoReuse() throws {
        let leaked = HealthReportTests.strong[0]
        let hash = HashFileTests.hash(leaked)
        let server = try LoopbackServer { path in
            let padding = "0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n"
            return LoopbackServer.ok(path.hasSuffix(hash.prefix(5)) ? padding + hash.dropFirst(5) + ":42\r\n" : padding)
        }
        defer { server.end() }
        let query = try RangeQuery(address: server.address + "range")
        // Three passwords of six items.
        let passwords = HealthReportTests.strong + Array(repeating: leaked, count: 3)
        let report = try HealthReport(of: Self.items(passwords), leaks: query)
        let found = report.findings.filter { $0.kind == .leaked }
        #expect(found.count == 4)
        #expect(found.allSatisfy { $0.fact == .leaked(times: 42) })

        let digits = server.requests.map { $0.prefix { $0 != "\r\n" } }
        let expected = HealthReportTests.strong.map { "GET /range/\(HashFileTests.hash($0).prefix(5)) HTTP/1.1" }
        #expect(digits.map(String.init) == expected.sorted())
        for request in server.requests {
            #expect(request.lowercased().contains("\r\nadd-padding: true\r\n"))
            for password in passwords {
                #expect(!request.contains(password))
                #expect(!request.contains(HashFileTests.hash(password).dropFirst(5)))
                #expect(!request.contains(HashFileTests.hash(password).prefix(6)))
            }
        }
    }

    @Test func paddingIsNoLeak() throws {
        let password = HealthReportTests.strong[0]
        let suffix = HashFileTests.hash(password).dropFirst(5)
        let server = try LoopbackServer { _ in LoopbackServer.ok("\(suffix):0\r\n") }
        defer { server.end() }
        let report = try HealthReport(of: Self.items([password]), leaks: RangeQuery(address: server.address))
        #expect(!report.findings.contains { $0.kind == .leaked })
    }

    @Test(arguments: [
        "HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n", LoopbackServer.ok("no hash\r\n"), "no HTTP\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        "",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n",
    ])
    func anotherAnswerIsAnError(answer: String) throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.end() }
        let query = try RangeQuery(address: server.address)
        let error = #expect(throws: HealthError.self) { try HealthReport(of: Self.items(["password1"]), leaks: query) }
        // SHA-1 of the password begins with E38AD.
        #expect(error.map { !($0.reason + ($0.remedy ?? "")).contains("E38AD") } == true)
        #expect(server.requests.count == 1)
    }

    @Test func aLargeAnswerIsAnError() throws {
        let server = try LoopbackServer { _ in LoopbackServer.ok(String(repeating: "A", count: 5 << 20)) }
        defer { server.end() }
        let query = try RangeQuery(address: server.address)
        let error = #expect(throws: HealthError.self) { try HealthReport(of: Self.items(["password1"]), leaks: query) }
        #expect(error?.reason.contains("more than 4096 KiB") == true)
    }

    @Test(arguments: [
        "http://example.com/range/", "ftp://example.com/", "file:///etc/passwd", "", "example.com",
        "https://user:word@example.com/", "http://127.0.0.1.example.com/", "https://example.com/ x",
    ])
    func onlyHTTPSLeavesTheMachine(address: String) {
        #expect(throws: HealthError.self) { try RangeQuery(address: address) }
    }

    @Test func aCertificateIsVerified() throws {
        // A server that does not speak TLS stands for each whose certificate cannot be verified: no request reaches it.
        let server = try LoopbackServer { _ in LoopbackServer.ok("") }
        defer { server.end() }
        let query = try RangeQuery(address: "https://127.0.0.1:\(server.port)/")
        #expect(throws: HealthError.self) { try HealthReport(of: Self.items(["password1"]), leaks: query) }
        #expect(server.requests.allSatisfy { !$0.contains("GET") })
    }

    @Test func damagedLinesAreCountedFromOne() {
        let answer = Data("0018A45C4D1DEF81644B54AB7F969B88D65:1\r\nbad\r\n".utf8)
        let error = #expect(throws: HealthError.self) { try RangeQuery.matches([], in: answer) }
        #expect(error?.reason.contains("line 2") == true)
    }
}
