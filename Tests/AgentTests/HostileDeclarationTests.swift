import CLinux
import Foundation
import Glibc
import KeychainServices
import TestSupport
import Testing

/// Files next to a program that the agent must not wait for.
@Suite struct HostileDeclarationTests {
    private let directory: TemporaryDirectory
    private let program: String
    private var list: String { program + ".entitlements" }

    init() throws {
        directory = try TemporaryDirectory()
        program = directory("probe")
        try ChildProcess.linkOrCopy(Built.probe, to: program)
    }

    private func agent() throws -> AgentProcess { try AgentProcess(home: directory("home")) }

    private func add(_ agent: AgentProcess, group: String = "-") throws -> (text: String, status: Int32) {
        try AgentProcess.run(program, ["add", group, "service", UUID().uuidString, "secret"], home: agent.home)
    }

    /// Starts programs that connect and whose looks never end: more than the agent has threads that serve all.
    ///
    /// They are small: on a busy machine the looks at six large programs, which are hashed, end for their time before they come to the file.
    private func startHangingPrograms(_ file: SilentFile, _ agent: AgentProcess) throws -> [ChildProcess] {
        let (source, frame) = (directory("greeter.c"), directory("hello"))
        try Self.greeter.write(toFile: source, atomically: true, encoding: .utf8)
        try Data(RawClient.frame(try RawClient.hello().serializedBytes() as [UInt8])).write(
            to: URL(fileURLWithPath: frame))
        // In place of the probe, beside which the file is.
        unlink(program)
        try #require(try ChildProcess.run(["/usr/bin/cc", "-O1", "-o", program, source]).status == 0)
        let programs = try (0..<6).map { _ in
            try ChildProcess([program, agent.socketPath, frame], errors: .piped)
        }
        // The fifth is asked only by an agent that has a thread left for it.
        do {
            try file.expectQuestions(programs.count)
        } catch {
            file.end()
            throw TestFailure("\(error); the programs say: \(programs.map { $0.text() })")
        }
        return programs
    }

    /// Connects to the socket of its first argument, sends the file of its second one, and says how the answer begins.
    private static let greeter = #"""
        #include <fcntl.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/un.h>
        #include <unistd.h>

        int main(int count, char **arguments) {
            struct sockaddr_un address = {.sun_family = AF_UNIX};
            char bytes[4096];
            int connection = socket(AF_UNIX, SOCK_STREAM, 0), file = count > 2 ? open(arguments[2], O_RDONLY) : -1;
            ssize_t size = read(file, bytes, sizeof bytes);
            strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
            if (size <= 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return 1;
            if (write(connection, bytes, size) != size) return 1;
            size = read(connection, bytes, sizeof bytes);
            printf("answered with %zd bytes\n", size);
            return 0;
        }
        """#

    // MARK: - A file system that never answers

    @Test(.enabled(if: SilentFile.canBeMade, "needs root, /dev/fuse and cc, to mount a file system"))
    func aFileSystemThatNeverAnswersHarmsNoOtherProgram() throws {
        let agent = try agent()
        defer { agent.end() }
        let file = try SilentFile(list, in: directory)
        let programs = try startHangingPrograms(file, agent)
        // As a program of its own, which a limit ends: an agent that waits never answers.
        let others = ["/usr/bin/timeout", "300", Built.chatelaine]
        let (text, status) = try AgentProcess.run(others[0], Array(others[1...]) + ["status"], home: agent.home)
        #expect(status == 0, "\(text)")
        withExtendedLifetime(programs) { file.end() }
    }

    @Test(.enabled(if: SilentFile.canBeMade, "needs root, /dev/fuse and cc, to mount a file system"))
    func theAgentEndsInTimeWhileAFileSystemDoesNotAnswer() throws {
        let agent = try agent()
        let file = try SilentFile(list, in: directory)
        let programs = try startHangingPrograms(file, agent)
        expectTimelyEnd(of: agent)
        // The programs read the file themselves now, and cannot be ended before it answers.
        withExtendedLifetime(programs) { file.end() }
    }

    // MARK: - Pipes

    @Test func aPipeOfTheOwnersIsRefusedAtOnce() throws {
        let agent = try agent()
        try #require(mkfifo(list, 0o644) == 0)
        let (text, status) = try add(agent)
        #expect(status != 0)
        #expect(text.contains("it is not a regular file"), "\(text)")
        expectTimelyEnd(of: agent)
    }

    /// In a directory in which all users may make files.
    @Test(.enabled(if: isRoot, "needs root, to give a file away"), arguments: [".entitlements", "/Info.plist"])
    func aPipeOfAnotherUserIsIgnored(name: String) throws {
        let agent = try agent()
        defer { agent.end() }
        let path = name.hasPrefix(".") ? program + name : directory.path + name
        try #require(mkfifo(path, 0o666) == 0 && chown(path, 61_238, 61_238) == 0)
        let (text, status) = try add(agent, group: "probe")
        #expect(status == 0, "\(text)")
    }

    @Test(.enabled(if: isRoot, "needs root, to give a file away"))
    func aListOfAnotherUserIsIgnored() throws {
        let agent = try agent()
        defer { agent.end() }
        try Self.list.write(toFile: list, atomically: false, encoding: .utf8)
        #expect(try add(agent, group: "com.example.listed").status == 0)
        let other = try HostileDeclarationTests()
        try Self.list.write(toFile: other.list, atomically: false, encoding: .utf8)
        try #require(chown(other.list, 61_238, 61_238) == 0)
        #expect(try other.add(agent, group: "com.example.listed").status != 0)
        withExtendedLifetime(other) {}
    }

    private static let list = """
        <plist version="1.0"><dict>
          <key>keychain-access-groups</key><array><string>com.example.listed</string></array>
        </dict></plist>
        """

    // MARK: - The end of the agent

    /// Ends it as a service manager does, which kills what takes longer.
    private func expectTimelyEnd(of agent: AgentProcess) {
        let begun = ContinuousClock.now
        agent.end()
        // It takes two seconds; the rest is for a busy machine.
        #expect(ContinuousClock.now - begun < .seconds(30))
    }

    /// One after the other.
    @Test func theAgentEndsInTimeWhileKeysAreDerived() throws {
        let agent = try agent()
        #expect(try agent.run("passcode", "set", "--stdin", input: "some passcode\n").status == 0)
        let clients = try (0..<24).map { _ in
            try ChildProcess(
                [Built.chatelaine, "passcode", "verify", "--stdin"],
                variables: AgentProcess.environment(home: agent.home), input: .text("another\n"), errors: .piped)
        }
        // The others wait.
        clients[0].wait()
        expectTimelyEnd(of: agent)
    }

    /// Another process writes, and does not get to an end of it.
    @Test func theAgentEndsInTimeWhileAWriteWaits() throws {
        let agent = try agent()
        #expect(try agent.run("set", "one", "kim", input: "a secret\n").status == 0)
        let lock = open(
            KeychainRoot(path: agent.home + "/data").keychainPath(named: "default") + ".lock", O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && clinux_ofd_lock(lock, false) == 0)
        defer { close(lock) }
        let writer = try ChildProcess(
            [Built.chatelaine, "set", "two", "kim"], variables: AgentProcess.environment(home: agent.home),
            input: .text("a secret\n"), errors: .piped)
        expectTimelyEnd(of: agent)
        // It goes on without the agent, and would wait for half a minute.
        writer.send(SIGTERM)
        #expect(writer.wait() != 0)
    }
}
