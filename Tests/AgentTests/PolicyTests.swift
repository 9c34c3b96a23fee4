import AgentProtocol
import Foundation
import KeychainServices
import TestSupport
import Testing

/// Real programs and a real agent: what belongs to one is not there for another.
@Suite struct PolicyTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    /// A copy of a program, in a directory of its own.
    private func copy(_ path: String, to name: String) throws -> String {
        let copy = directory(name)
        try FileManager.default.createDirectory(
            atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try ChildProcess.copy(path, to: copy)
        return copy
    }

    @Test func aCopyOfAProgramDoesNotSeeItsItems() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let original = try copy(Built.tutorial, to: "one/KeychainTutorial")
        let copied = try copy(Built.tutorial, to: "two/KeychainTutorial")
        let stored = try AgentProcess.run(original, ["store"], home: agent.home)
        #expect(stored.status == 0, "\(stored.text)")
        // Nothing to delete: -25300.
        let refused = try AgentProcess.run(copied, ["delete"], home: agent.home)
        #expect(refused.status == 1)
        #expect(refused.text.contains("-25300"), "\(refused.text)")
        // The same primary key is no duplicate: it is in a group of the copy's own.
        let second = try AgentProcess.run(copied, ["store"], home: agent.home)
        #expect(second.status == 0, "\(second.text)")
        #expect(try AgentProcess.run(copied, ["delete"], home: agent.home).status == 0)
        let deleted = try AgentProcess.run(original, ["delete"], home: agent.home)
        #expect(deleted.status == 0, "\(deleted.text)")
    }

    @Test func unboundNameBelongsToTheFirstProgram() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let copied = try copy(Built.tutorial, to: "two/KeychainTutorial")
        #expect(try AgentProcess.run(copied, ["store"], home: agent.home).status == 0)
        // The model comes second, and is the one with nothing.
        let original = try AgentProcess.run(Built.tutorial, ["delete"], home: agent.home)
        #expect(original.text.contains("-25300"), "\(original.text)")
        #expect(try AgentProcess.run(copied, ["delete"], home: agent.home).status == 0)
    }

    @Test func bindingsOutliveTheAgent() throws {
        let original = try copy(Built.tutorial, to: "one/KeychainTutorial")
        let copied = try copy(Built.tutorial, to: "two/KeychainTutorial")
        do {
            let agent = try AgentProcess(home: directory("home"))
            defer { agent.end() }
            #expect(try AgentProcess.run(original, ["store"], home: agent.home).status == 0)
        }
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        #expect(try AgentProcess.run(copied, ["delete"], home: agent.home).text.contains("-25300"))
        #expect(try AgentProcess.run(original, ["delete"], home: agent.home).status == 0)
    }

    /// What names a program is its executable, not the name that it was started under.
    @Test func anotherNameForAnExecutableIsTheSameProgram() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        let original = try copy(Built.tutorial, to: "one/KeychainTutorial")
        try FileManager.default.createDirectory(atPath: directory("two"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: directory("two/Other"), withDestinationPath: original)
        #expect(try AgentProcess.run(original, ["store"], home: agent.home).status == 0)
        #expect(try AgentProcess.run(directory("two/Other"), ["delete"], home: agent.home).status == 0)
    }

    @Test func theCommandLineSeesEverythingAndACopyOfItDoesNot() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        #expect(try AgentProcess.run(Built.tutorial, ["store"], home: agent.home).status == 0)
        let listed = try agent.run("list")
        #expect(listed.text.contains("kim@example.com"), "\(listed.text)")
        let copied = try copy(Built.chatelaine, to: "copy/chatelaine")
        let refused = try AgentProcess.run(copied, ["list"], home: agent.home)
        #expect(refused.status != 0)
        #expect(!refused.text.contains("kim@example.com"), "\(refused.text)")
    }

    @Test func anExplicitForeignGroupIsAStatus() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        #expect(try AgentProcess.run(Built.tutorial, ["store"], home: agent.home).status == 0)
        let client = try RawClient(agent.socketPath)
        let welcome = try client.greet()
        #expect(!welcome.hasFailure)
        let search = WireSearch.with {
            $0.query.itemClass = "genp"
            $0.query.attributes = [WireAttribute(.accessGroup, .string("KeychainTutorial"))]
            $0.parts = 3
        }
        #expect(try client.ask(.search(search)).reply.failure.status == -34018)
        // Asked for at the greeting it is refused as well, and so is everything at once.
        for group in ["KeychainTutorial", "*"] {
            let refused = try RawClient(agent.socketPath).greet(groups: [group])
            #expect(refused.failure.status == -34018)
        }
    }

    // MARK: - Beside programs that use the files themselves

    @Test func itemsFromBeforeTheAgentRemain() throws {
        let home = directory("home")
        #expect(
            try AgentProcess.run(Built.chatelaine, ["set", "mail", "before"], home: home, input: "1\n").status == 0)
        #expect(try AgentProcess.run(Built.tutorial, ["store"], home: home).status == 0)
        do {
            let agent = try AgentProcess(home: home)
            defer { agent.end() }
            #expect(try agent.run("get", "mail", "before").text == "1\n")
            #expect(try agent.run("set", "mail", "during", input: "2\n").status == 0)
        }
        #expect(try AgentProcess.run(Built.chatelaine, ["get", "mail", "before"], home: home).text == "1\n")
        #expect(try AgentProcess.run(Built.chatelaine, ["get", "mail", "during"], home: home).text == "2\n")
        #expect(try AgentProcess.run(Built.tutorial, ["delete"], home: home).status == 0)
    }
}
