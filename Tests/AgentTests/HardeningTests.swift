import Foundation
import Glibc
import TestSupport
import Testing

/// The data of the agent's process that other processes of its user can read. Root is refused nothing, so the agent runs as another user.
@Suite(.enabled(if: isRoot, "needs root, to become another user")) struct HardeningTests {
    private static let user = 61_237
    private let directory = try? TemporaryDirectory()

    private func home() throws -> String {
        let directory = try #require(directory)
        let home = directory("home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        chown(home, uid_t(Self.user), gid_t(Self.user))
        chmod(directory.path, 0o755)
        return home
    }

    /// Runs a tool as the agent's user.
    private func tool(_ words: String..., home: String) throws -> (text: String, status: Int32) {
        let user = ["--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
        return try AgentProcess.run("/usr/bin/setpriv", user + words, home: home)
    }

    @Test(arguments: ["environ", "maps", "mem", "auxv", "stack"])
    func anotherProcessOfTheUserCannotRead(file: String) throws {
        let agent = try AgentProcess(home: home(), user: Self.user)
        defer { agent.end() }
        // setpriv has become the agent.
        let path = "/proc/\(agent.process.id)/\(file)"
        let (text, status) = try tool("/usr/bin/head", "-c", "1", path, home: agent.home)
        #expect(status != 0, "\(text)")
        #expect(text.contains("Permission denied"), "\(text)")
    }

    /// The control: the same user may read these of a process that does not forbid it.
    @Test(arguments: ["environ", "maps"]) func anOrdinaryProcessCanBeRead(file: String) throws {
        let process = try ChildProcess(
            [
                "/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups", "/bin/sh", "-c",
                "echo ready; exec cat",
            ], input: .piped)
        #expect(process.line() == "ready")
        let path = "/proc/\(process.id)/\(file)"
        let (text, status) = try tool("/usr/bin/head", "-c", "1", path, home: try home())
        #expect(status == 0, "\(text)")
    }

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3, to attach"))
    func noDebuggerOfTheUserCanAttach() throws {
        let agent = try AgentProcess(home: home(), user: Self.user)
        defer { agent.end() }
        let script = """
            import ctypes, sys
            libc = ctypes.CDLL(None, use_errno=True)
            PTRACE_ATTACH = 16
            ok = libc.ptrace(PTRACE_ATTACH, int(sys.argv[1]), None, None) == 0
            print("attached" if ok else "refused")
            """
        let (text, _) = try tool(
            "/usr/bin/python3", "-c", script, "\(agent.process.id)", home: agent.home)
        #expect(text.contains("refused"), "\(text)")
    }

    @Test func itHasGivenUpWhatItDoesNotNeed() throws {
        let agent = try AgentProcess(home: home(), user: Self.user)
        defer { agent.end() }
        let process = agent.process.id
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2"), "no filter of system calls")
        #expect(status.contains("NoNewPrivs:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(core)")
    }
}
