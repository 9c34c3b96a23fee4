import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ServiceManagerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let probe = BuiltPrograms.path("activation-probe")

    private func start(
        _ words: [String] = [probe], _ variables: [String: String] = [:], errors: ChildProcess.Stream = .inherited
    ) throws -> ChildProcess {
        let variables = ChildProcess.inherited("PATH", "HOME").merging(variables) { $1 }
        let output: ChildProcess.Stream = if case .piped = errors { .inherited } else { .piped }
        return try ChildProcess(words, variables: variables, input: .inherited, output: output, errors: errors)
    }

    private func lines(_ probe: ChildProcess) -> [String] {
        var result: [String] = []
        while let line = probe.line() { result.append(line) }
        return result
    }

    @Test func missingServiceManagerIsHarmless() throws {
        let probe = try start()
        #expect(lines(probe) == ["again 0", "heard 0"])
        #expect(probe.wait() == 0)
    }

    @Test func readinessAndStatusReachTheServiceManager() throws {
        let path = directory.path + "/notify"
        let manager = try DatagramSocket(path)
        let probe = try start([Self.probe], ["NOTIFY_SOCKET": path])
        #expect(lines(probe) == ["again 0", "heard 3"])
        // A line break in a status adds no assignment to the message.
        #expect(try manager.receive() == "READY=1\nSTATUS=ready MAINPID=1")
        #expect(try manager.receive() == "STATUS=busy")
        #expect(try manager.receive() == "STOPPING=1")
    }

    @Test func socketsOfActivationComeWithTheirNames() throws {
        let paths = ["agent", "extra"].map { directory.path + "/" + $0 }
        let activator = try start(
            ["systemd-socket-activate"] + paths.flatMap { ["-l", $0] }
                + [
                    "--fdname=agent:extra", "/bin/sh", "-c", "exec \"$0\" >\"$1\"", Self.probe, directory.path + "/out",
                ],
            errors: .piped)
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
        let probe = try start(["/bin/sh", "-c", script, Self.probe], announcement)
        #expect(lines(probe) == ["again 0", "heard 0"])
        #expect(probe.wait() == 0)
    }
}
