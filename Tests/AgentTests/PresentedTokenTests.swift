import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

@testable import AgentClient

/// The token that a program presents, and what is not taken for one.
@Suite(.timeLimit(.minutes(60))) struct PresentedTokenTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        let path = directory("token")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try #require(chmod(path, mode) == 0)
        return path
    }

    private func token(in path: String) throws -> String {
        let token = try PresentedToken.contents(of: path)
        return token.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func expectRefusal(of path: String, _ reason: String) {
        let refusal = error { _ = try token(in: path) }
        #expect(refusal?.code == .authenticationFailed)
        #expect(refusal?.reason.contains(reason) == true, "\(String(describing: refusal))")
    }

    @Test func firstLineOfAFileIsTheToken() throws {
        #expect(try token(in: file("chtl_abc\n" + String(repeating: "more", count: 200))) == "chtl_abc")
        let longest = String(repeating: "t", count: 256)
        #expect(try token(in: file(longest)) == longest)
        #expect(try token(in: file(longest + "\n")) == longest)
    }

    @Test func longerTokenIsRefusedAndNotCut() throws {
        let long = String(repeating: "t", count: 257)
        expectRefusal(of: try file(long), "longer than 256 bytes")
        expectRefusal(of: try file(long + "\n"), "longer than 256 bytes")
        let refusal = error { _ = try long.withCString { try PresentedToken.value($0).count } }
        #expect(refusal?.code == .authenticationFailed)
        let count = try String(long.dropLast()).withCString { try PresentedToken.value($0).count }
        #expect(count == 256)
    }

    @Test func fileThatOthersMayReadIsRefused() throws {
        expectRefusal(of: try file("chtl_abc", mode: 0o640), "other users may read it")
    }

    @Test func pipeIsRefused() throws {
        let path = directory("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        expectRefusal(of: path, "not a regular file")
    }

    @Test(.enabled(if: isRoot, "needs root, to give files away")) func fileOfAnotherUserIsRefused() throws {
        let path = try file("chtl_abc")
        try #require(chown(path, 65534, 65534) == 0)
        expectRefusal(of: path, "another user")
    }

    /// Files with secrets for containers are links.
    @Test func linkIsFollowed() throws {
        let (path, link) = (try file("chtl_abc"), directory("link"))
        try #require(symlink(path, link) == 0)
        #expect(try token(in: link) == "chtl_abc")
    }
}
