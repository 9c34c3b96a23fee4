import Foundation
import TestSupport
import Testing

/// Real programs and a real agent: the key of a protected file is for programs that have the file's access group.
@Suite struct FileKeyPolicyTests {
    private let directory: TemporaryDirectory
    private let agent: AgentProcess
    private let owner: String
    private let other: String

    init() throws {
        directory = try TemporaryDirectory()
        let directory = directory
        agent = try AgentProcess(home: directory("home"))
        // Two programs, which differ in their places alone.
        (owner, other) = (directory("owner/agent-probe"), directory("other/agent-probe"))
        for copy in [owner, other] {
            try FileManager.default.createDirectory(
                atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try ChildProcess.copy(Built.probe, to: copy)
        }
    }

    private static let key = Data(repeating: 7, count: 32).base64EncodedString()
    private static let missingEntitlement = "-34018"

    private func run(_ program: String, _ words: [String]) throws -> (text: String, status: Int32) {
        let result = try AgentProcess.run(program, words, home: agent.home)
        return (result.text.trimmingCharacters(in: .whitespacesAndNewlines), result.status)
    }

    /// The parts of a key that is wrapped for a program: its class, its file, its group, the number of what wraps it, and itself.
    private func wrap(_ program: String, for group: String = "-") throws -> [String] {
        let result = try run(program, ["wrap-file-key", group])
        try #require(result.status == 0, "\(result.text)")
        return result.text.split(separator: " ").map(String.init)
    }

    @Test func programGetsItsOwnFileKey() throws {
        defer { agent.end() }
        let wrapped = try wrap(owner)
        try #require(wrapped.count == 5)
        #expect(try run(owner, ["unwrap-file-key"] + wrapped) == (Self.key, 0))
        // The group may be named as well.
        let again = try wrap(owner, for: wrapped[2])
        #expect(try run(owner, ["unwrap-file-key"] + again) == (Self.key, 0))
    }

    @Test func otherProgramGetsNoFileKey() throws {
        defer { agent.end() }
        let (wrapped, own) = (try wrap(owner), try wrap(other))
        try #require(wrapped.count == 5 && own.count == 5 && wrapped[2] != own[2])
        #expect(try run(other, ["unwrap-file-key"] + wrapped) == (Self.missingEntitlement, 1))
        // Nor under the name of a group that it has: the group is bound to what is wrapped.
        var renamed = wrapped
        renamed[2] = own[2]
        let result = try run(other, ["unwrap-file-key"] + renamed)
        #expect(result.status == 1 && !result.text.contains(Self.key))
        #expect(result.text != Self.missingEntitlement)
    }

    /// A file that opens for another program would be a way to hand it something as if it were the owner's.
    @Test func otherProgramCannotWrapAFileKey() throws {
        defer { agent.end() }
        let group = try wrap(owner)[2]
        #expect(try run(other, ["wrap-file-key", group]) == (Self.missingEntitlement, 1))
        #expect(try run(other, ["wrap-file-key", "*"]).status == 1)
    }

    @Test func sharedGroupGivesFileKeysUntilTheShareEnds() throws {
        defer { agent.end() }
        let wrapped = try wrap(owner)
        // The agent has to know what it is made of.
        _ = try wrap(other)
        let shared = try agent.run("apps", "share", wrapped[2], other)
        #expect(shared.status == 0, "\(shared.text)")
        #expect(try run(other, ["unwrap-file-key"] + wrapped) == (Self.key, 0))
        let back = try wrap(other, for: wrapped[2])
        #expect(try run(owner, ["unwrap-file-key"] + back) == (Self.key, 0))
        #expect(try agent.run("apps", "unshare", wrapped[2], other).status == 0)
        #expect(try run(other, ["unwrap-file-key"] + wrapped) == (Self.missingEntitlement, 1))
    }
}
