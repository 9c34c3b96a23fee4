import Foundation
import TestSupport
import Testing

/// What the host makes of bytes that are no messages, and of more than it takes.
@Suite(.serialized, .enabled(if: BrowserStage.isPossible, "the agent takes requests from a host of root's alone"))
struct HostTests {
    private let stage: BrowserStage
    private let browser: PlayedBrowser

    init() throws {
        stage = try BrowserStage(hasPerson: false)
        browser = try stage.browser()
    }

    @Test(arguments: [
        ("{}", "bad-message"), ("null", "bad-message"), ("[1]", "bad-message"), ("{\"version\":1", "bad-message"),
        (#"{"version":1,"id":0,"type":"status"}"#, "bad-message"),
        (#"{"version":1,"id":1.5,"type":"status"}"#, "bad-message"),
        (#"{"version":1,"id":1e300,"type":"status"}"#, "bad-message"),
        (#"{"version":1,"id":-1,"type":"status"}"#, "bad-message"),
        (#"{"version":"1","id":1,"type":"status"}"#, "bad-message"),
        (#"{"version":1,"id":1,"type":"hello","key":5}"#, "bad-message"),
        (#"{"version":1,"id":1,"type":"dance"}"#, "unknown-type"),
        (#"{"version":2,"id":1,"type":"status"}"#, "wrong-version"),
        (#"{"version":0,"id":1,"type":"status"}"#, "wrong-version"),
    ])
    func whatIsNoMessageIsAnsweredAndTheHostGoesOn(json: String, code: String) throws {
        browser.process.write(json + "\n")
        #expect(try browser.receive().errorCode == code)
        #expect(try browser.ask("status").errorCode == "no-session")
    }

    @Test func unknownMembersAreIgnored() throws {
        #expect(try browser.ask("status", ["later": ["a": 1]]).errorCode == "no-session")
    }

    @Test func anEmptyMessageIsAnswered() throws {
        browser.process.write("hex 00000000\n")
        #expect(try browser.receive().errorCode == "bad-message")
        #expect(try browser.ask("status").errorCode == "no-session")
    }

    /// What follows a length that is too large cannot be found: the host says so and ends, without reading it.
    @Test(arguments: ["01001000", "ffffffff"])
    func aMessageThatIsTooLargeEndsTheHost(length: String) throws {
        browser.process.write("hex \(length)\n")
        #expect(try browser.receive().errorCode == "too-large")
        #expect(browser.process.line() == "ended 1")
    }

    @Test(arguments: ["", "05", "0500", "05000000", "050000007b7d"])
    func anEndInTheMiddleOfAMessageIsAnEnd(bytes: String) throws {
        browser.process.write("hex \(bytes)\nclose\n")
        #expect(browser.process.line() == "ended 0")
    }

    @Test func moreRequestsThanMayWaitAreRefused() throws {
        for _ in 0..<200 { try browser.send("status") }
        var codes: [String: Int] = [:]
        for _ in 0..<200 { codes[try browser.receive().errorCode ?? "none", default: 0] += 1 }
        #expect(Set(codes.keys).isSubset(of: ["no-session", "busy"]), "\(codes)")
        #expect(codes["no-session", default: 0] >= 16)
        #expect(try browser.ask("status").errorCode == "no-session")
    }

    @Test(arguments: [
        [], ["chrome-extension:///"], ["chrome-extension://a b/"], ["/manifest.json"], ["relative", "id"],
    ])
    func withoutAnExtensionItEnds(arguments: [String]) throws {
        let ended = try ChildProcess.run(
            [stage.programs + "/chatelaine-browser"] + arguments, variables: stage.variables, errors: .null)
        #expect(ended.status == 2 && ended.output.isEmpty)
    }

    /// Pages that the process has to itself: the browser starts one for each profile.
    @Test func theHostIsSmall() throws {
        #expect(try browser.ask("status").errorCode == "no-session")
        let children = try String(
            contentsOfFile: "/proc/\(browser.process.id)/task/\(browser.process.id)/children", encoding: .utf8)
        let host = try #require(children.split(separator: " ").first)
        let status = try String(contentsOfFile: "/proc/\(host)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        let kilobytes = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        #expect(kilobytes <= 6 << 10, "\(kilobytes) kB")
    }
}
