import Foundation
import Glibc
import Testing
import TestSupport

/// Programs that are started without some of the standard descriptors: none ends by a signal, and none writes into its files.
@Suite struct ClosedDescriptorTests {
    let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    private static let programs: [[String]] = [
        ["chatelaine", "list"], ["chatelaine", "set", "other", "bob"], ["chatelaine", "get", "mail", "alice"],
        ["chatelaine", "nosuch"], ["chatelaine", "--help"], ["chatelaine", "doctor"],
        ["chatelaine-agent", "--nosuch"], ["chatelaine-agent", "--help"], ["chatelaine-clipboard", "10"],
        ["chatelaine-clipboard"], ["chatelaine-pam-helper"], ["chatelaine-pam-helper", "nosuch"],
        ["chatelaine-identify"],
    ]

    /// - Parameter closed: a bit for each of the three that is closed.
    private func start(_ words: [String], closed: Int) throws -> ChildProcess {
        func stream(_ number: Int) -> ChildProcess.Stream { closed & 1 << number == 0 ? .null : .closed }
        return try ChildProcess(
            [BuiltPrograms.path(words[0])] + words.dropFirst(), variables: tool.variables, input: stream(0),
            output: stream(1), errors: stream(2), leadsSession: true)
    }

    @Test(arguments: programs) func noneEndsByASignal(words: [String]) throws {
        #expect(try tool.run("set", "mail", "alice", input: "secret").status == 0)
        for closed in 0..<8 {
            let status = try start(words, closed: closed).waitForEnd()
            #expect(status >= 0, "\(words), closed \(closed): signal \(-status)")
        }
        #expect(try tool.run("get", "mail", "alice").text == "secret\n")
        #expect(try tool.run("doctor").status == 0)
    }

    /// A second agent says why it does not start; the first one has other files open under the missing numbers.
    @Test(arguments: 0..<8) func agentServesAndSaysWhyASecondOneDoesNot(closed: Int) throws {
        #expect(try tool.run("set", "mail", "alice", input: "secret").status == 0)
        let ready = try ReadySocket(tool.home.appendingPathComponent("ready").path)
        tool.environment["NOTIFY_SOCKET"] = ready.path
        let agent = try start(["chatelaine", "agent"], closed: closed)
        #expect(ready.waits())
        tool.environment["NOTIFY_SOCKET"] = .some(nil)
        #expect(try tool.run("get", "mail", "alice").text == "secret\n")
        let second = try start(["chatelaine", "agent"], closed: closed)
        #expect(try second.waitForEnd() == 1)
        agent.send(SIGTERM)
        #expect(try agent.waitForEnd() == 0)
        #expect(try tool.run("doctor").status == 0)
    }

    /// The kernel says of a directory in /proc what it says of one whose parent is missing.
    @Test(arguments: ["/proc/nope", "/proc/self/nope/deeper"]) func homeThatCannotBeMadeIsAnError(home: String) throws {
        tool.environment["CHATELAINE_HOME"] = home
        let output = try tool.run("list")
        #expect(output.status == 1 && output.complaint.contains("next: "), "\(output.status) \(output.complaint)")
    }
}

/// The socket on which a service manager hears that a service is ready (sd_notify(3)).
private final class ReadySocket {
    let path: String
    private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

    init(_ path: String) throws {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw TestFailure("\(path) is too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestFailure("\(path) cannot be bound: \(errno)") }
    }

    deinit { close(descriptor) }

    /// Waits at most a minute for the message.
    func waits() -> Bool {
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 && String(decoding: bytes[..<count], as: UTF8.self).contains("READY=1")
    }
}
