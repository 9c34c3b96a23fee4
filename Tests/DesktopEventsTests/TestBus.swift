import Foundation
import Glibc
import Testing

/// A message bus of a test's own, as the real daemon serves it.
final class TestBus {
    private let directory: TemporaryDirectory
    private var daemon: ChildProcess?

    /// - Parameter starts: whether the daemon runs from the beginning.
    init(starts: Bool = true) throws {
        directory = try TemporaryDirectory()
        if starts { try start() }
    }

    var address: String { "unix:path=\(directory.path)/sockets/bus" }

    /// Starts the daemon and waits until it takes connections.
    func start() throws {
        let sockets = directory.path + "/sockets"
        try FileManager.default.createDirectory(atPath: sockets, withIntermediateDirectories: true)
        let configuration = """
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        let file = directory.path + "/bus.conf"
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        let words = ["dbus-daemon", "--config-file=\(file)", "--nofork", "--nopidfile", "--print-address=1"]
        // It complains about limits that do not matter here.
        let daemon = try ChildProcess(words, isQuiet: true)
        try #require(daemon.line()?.hasPrefix(address) == true)
        self.daemon = daemon
    }

    /// Kills the daemon; its socket stays where it is, as after a crash.
    func kill() { daemon?.end() }

    /// Has the daemon hang, and go on.
    func pause() { daemon?.send(SIGSTOP) }
    func resume() { daemon?.send(SIGCONT) }

    /// Takes the socket and its directory away.
    func removeDirectory() throws { try FileManager.default.removeItem(atPath: directory.path + "/sockets") }
}
