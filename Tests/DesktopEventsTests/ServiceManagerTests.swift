import Foundation
import Glibc
import Testing

@Suite struct ServiceManagerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The executable that was built beside these tests.
    private static let probe: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("activation-probe").path
    }()

    private func lines(_ probe: ChildProcess) -> [String] {
        var result: [String] = []
        while let line = probe.line() { result.append(line) }
        return result
    }

    @Test func withoutServiceManagerNothingIsFoundAndNobodyTold() throws {
        let probe = try ChildProcess([Self.probe])
        #expect(lines(probe) == ["again 0", "heard 0"])
        #expect(probe.wait() == 0)
    }

    @Test func readinessAndStatusReachTheServiceManager() throws {
        let path = directory.path + "/notify"
        let manager = try DatagramSocket(path)
        let probe = try ChildProcess([Self.probe], environment: ["NOTIFY_SOCKET": path])
        #expect(lines(probe) == ["again 0", "heard 3"])
        // A line break in a status adds no assignment to the message.
        #expect(try manager.receive() == "READY=1\nSTATUS=ready MAINPID=1")
        #expect(try manager.receive() == "STATUS=busy")
        #expect(try manager.receive() == "STOPPING=1")
    }

    @Test func socketsOfActivationComeWithTheirNames() throws {
        let paths = ["agent", "extra"].map { directory.path + "/" + $0 }
        let activator = try ChildProcess(
            ["systemd-socket-activate"] + paths.flatMap { ["-l", $0] }
                + [
                    "--fdname=agent:extra", "/bin/sh", "-c", "exec \"$0\" >\"$1\"", Self.probe, directory.path + "/out",
                ],
            reading: 2)
        for _ in paths { #expect(activator.line()?.contains("Listening on") == true) }
        let client = try StreamSocket(connectedTo: paths[0])
        #expect(activator.wait() == 0)
        let output = try String(contentsOfFile: directory.path + "/out", encoding: .utf8)
        #expect(output == "socket 3 agent private\nsocket 4 extra private\nagain 0\nheard 0\n")
        withExtendedLifetime(client) {}
    }

    @Test(arguments: [
        ["LISTEN_PID": "1", "LISTEN_FDS": "1"], ["LISTEN_PID": "self", "LISTEN_FDS": "1000000"],
        ["LISTEN_PID": "self", "LISTEN_FDS": "-1"], ["LISTEN_PID": "self", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "a:b"],
        ["LISTEN_PID": "self", "LISTEN_FDS": "99999999999999999999"],
    ])
    func announcementThatDoesNotFitIsIgnored(announcement: [String: String]) throws {
        // The shell becomes the probe: same process, same number.
        let script = "[ $LISTEN_PID = self ] && LISTEN_PID=$$; exec \"$0\""
        let probe = try ChildProcess(["/bin/sh", "-c", script, Self.probe], environment: announcement)
        #expect(lines(probe) == ["again 0", "heard 0"])
        #expect(probe.wait() == 0)
    }
}
