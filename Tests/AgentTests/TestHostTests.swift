import Foundation
import Glibc
import TestSupport
import Testing

/// The development mode: programs that a test host has started have its access groups, and no others do. The host here is timeout(1), which
/// starts a program and waits for it.
@Suite struct TestHostTests {
    private let directory: TemporaryDirectory
    private let host: String

    init() throws {
        directory = try TemporaryDirectory()
        host = directory("host/TestHost")
        try FileManager.default.createDirectory(atPath: directory("host"), withIntermediateDirectories: true)
        try ChildProcess.copy("/usr/bin/timeout", to: host)
    }

    private func agent(isDeveloping: Bool = true) throws -> AgentProcess {
        try AgentProcess(home: directory("home"), options: isDeveloping ? ["--test-host", host] : [])
    }

    /// What a program prints that a host runs.
    private func run(
        _ agent: AgentProcess, in host: String, _ words: String...
    ) throws -> (text: String, status: Int32) {
        try AgentProcess.run(host, ["300", Built.probe] + words, home: agent.home)
    }

    private func add(_ agent: AgentProcess, _ secret: String) throws {
        let added = try run(agent, in: host, "add", "-", "shop", "kim", secret)
        try #require(added.status == 0, "\(added.text)")
    }

    private func reads(_ words: [String], _ agent: AgentProcess) throws -> String {
        try AgentProcess.run(words[0], Array(words.dropFirst()) + ["read", "-", "shop", "kim"], home: agent.home).text
    }

    /// Another build of the same tests, and another package's, have the same items.
    @Test func programsInAHostHaveItsGroups() throws {
        let agent = try agent()
        defer { agent.end() }
        try add(agent, "hunter2")
        let other = directory("OtherTests")
        try ChildProcess.copy(Built.probe, to: other)
        #expect(try reads([host, "300", other], agent) == "hunter2\n")
        // They are in the group that is named after the host.
        #expect(try run(agent, in: host, "read", "TestHost", "shop", "kim").text == "hunter2\n")
    }

    @Test func theModeIsNamed() throws {
        let agent = try agent()
        defer { agent.end() }
        try add(agent, "hunter2")
        let status = try agent.run("status").text
        #expect(status.contains("development mode") && status.contains(host), "\(status)")
        let log = try agent.run("log").text
        #expect(log.contains("development mode: test host \(host)"), "\(log)")
        #expect(log.contains("hosted") && log.contains("\(host) (runs ") && log.contains("/agent-probe)"), "\(log)")
    }

    @Test func withoutTheModeAHostIsAnyProgram() throws {
        do {
            let agent = try agent()
            defer { agent.end() }
            try add(agent, "hunter2")
        }
        let agent = try agent(isDeveloping: false)
        defer { agent.end() }
        #expect(try reads([host, "300", Built.probe], agent).contains("no item matches"))
        #expect(try run(agent, in: host, "read", "TestHost", "shop", "kim").status == 1)
        #expect(try !agent.run("status").text.contains("development mode"))
    }

    /// A program that the host has not started: by itself, under another host of the same name or contents, and as a grandchild.
    @Test func otherProgramsDoNotGetTheGroups() throws {
        let agent = try agent()
        defer { agent.end() }
        try add(agent, "hunter2")
        try FileManager.default.createDirectory(atPath: directory("other"), withIntermediateDirectories: true)
        let namesake = directory("other/TestHost")
        try ChildProcess.copy("/usr/bin/timeout", to: namesake)
        for words in [
            [Built.probe], [namesake, "300", Built.probe], ["/usr/bin/timeout", "300", Built.probe],
            [host, "300", "/usr/bin/timeout", "300", Built.probe],
        ] {
            let text = try reads(words, agent)
            #expect(text.contains("no item matches"), "\(words): \(text)")
        }
        // The name of the group does not help either.
        let named = try AgentProcess.run(Built.probe, ["read", "TestHost", "shop", "kim"], home: agent.home)
        #expect(named.status == 1 && !named.text.contains("hunter2"))
    }

    /// A program that goes on after its host has ended: on the connection that it has, and on one that it makes.
    @Test func nothingIsLeftAfterTheHostHasEnded() throws {
        let agent = try agent()
        defer { agent.end() }
        try add(agent, "hunter2")
        let running = try ChildProcess(
            [host, "300", Built.probe, "repeat", "read", "-", "shop", "kim"],
            variables: AgentProcess.environment(home: agent.home), input: .piped, errors: .null)
        try running.expectLine("ready")
        running.write("\n")
        #expect(running.line() == "hunter2")
        running.send(SIGKILL)
        running.wait()
        for _ in 1...2 {
            running.write("\n")
            let line = running.line()
            #expect(line?.hasPrefix("failed: ") == true, "\(line ?? "")")
        }
    }

    /// The host's file is another one: the agent keeps its items from it until a person accepts the change.
    @Test func aReplacedHostHasNoGroups() throws {
        let agent = try agent()
        defer { agent.end() }
        try add(agent, "hunter2")
        let running = try ChildProcess(
            [host, "300", Built.probe, "repeat", "read", "-", "shop", "kim"],
            variables: AgentProcess.environment(home: agent.home), input: .piped, errors: .null)
        try running.expectLine("ready")
        var changed = try Data(contentsOf: URL(fileURLWithPath: host))
        changed.append(0)
        let replacement = directory("host/new")
        try changed.write(to: URL(fileURLWithPath: replacement))
        chmod(replacement, 0o755)
        try #require(rename(replacement, host) == 0)
        let started = try run(agent, in: host, "read", "-", "shop", "kim")
        #expect(started.status == 1 && !started.text.contains("hunter2"), "\(started.text)")
        // Nor has what the first one had started: it is not the file at that path any more.
        running.write("\n")
        let line = running.line()
        #expect(line?.hasPrefix("failed: ") == true, "\(line ?? "")")
    }

    /// The system service, and the process of it that serves a user, refuse to start that way; so does a host that would be every script.
    @Test(arguments: [
        ["--system", "--test-host", "/usr/bin/timeout"],
        ["--serve-user", "1000", "--directory", "/nowhere", "--test-host", "/usr/bin/timeout"],
        ["--test-host", "/bin/sh"], ["--test-host", "/nowhere/TestHost"], ["--test-host", "timeout"],
    ])
    func anAgentThatMustNotDoesNotStart(options: [String]) throws {
        let (text, status) = try AgentProcess.run(
            BuiltPrograms.path("chatelaine-agent"), options, home: directory("home"))
        #expect(status != 0 && !text.contains("listening"), "\(text)")
        #expect(text.contains("--test-host") || text.contains("TestHost"), "\(text)")
    }
}
