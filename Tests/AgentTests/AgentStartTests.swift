import Foundation
import Glibc
import TestSupport
import Testing

/// The messages of an agent to the process that started it.
@Suite struct AgentStartTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// As when a window starts it and is closed at once.
    @Test func servesEvenIfItsFirstLineIsNotRead() throws {
        let manager = try ServiceManagerSocket(directory("manager"))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        close(ends[0])
        defer { close(ends[1]) }
        let process = try ChildProcess(
            [Built.chatelaine, "agent"],
            variables: AgentProcess.environment(home: directory("home"))
                .merging(["NOTIFY_SOCKET": manager.path]) { $1 }, output: .descriptor(ends[1]))
        // Sent after the line that is not read.
        #expect(manager.message()?.hasPrefix("READY=1") == true)
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }
}

/// Where a service manager hears of its services (sd_notify(3)).
private final class ServiceManagerSocket {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes.
    func message() -> String? {
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&awaited, 1, 300_000) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
