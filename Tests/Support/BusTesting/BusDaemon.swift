import Foundation
import Glibc
import TestSupport

/// A message bus of a test's own, as the real dbus-daemon serves it; it ends with this object.
public final class BusDaemon: @unchecked Sendable {
    // Sendable: a test uses it from one thread at a time.

    /// Whether this machine has dbus-daemon.
    public static var isInstalled: Bool { ChildProcess.isInstalled("dbus-daemon") }

    private let configuration: BusConfiguration
    private let user: uid_t?
    private let variables: [String: String]
    private let directory: TemporaryDirectory
    private var process: ChildProcess?

    /// The address, as `DBUS_SESSION_BUS_ADDRESS` or `DBUS_SYSTEM_BUS_ADDRESS` names it.
    public private(set) var address: String

    /// - Parameters:
    ///   - configuration: the rules of the bus.
    ///   - user: the user that it runs as; `nil`: that of this process.
    ///   - variables: its environment besides `PATH`, which the services find that it starts.
    ///   - starts: whether it runs from the beginning.
    public init(
        _ configuration: BusConfiguration, as user: uid_t? = nil, variables: [String: String] = [:],
        starts: Bool = true
    ) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        (self.configuration, self.user) = (configuration, user)
        self.variables = ["PATH": path].merging(variables) { $1 }
        directory = try TemporaryDirectory(mode: user == nil ? 0o755 : 0o777)
        address = "unix:path=\(directory.path)/sockets/bus"
        if starts { try start() }
    }

    deinit { end() }

    /// Starts the daemon and waits until it takes connections.
    public func start() throws {
        // It complains about limits that do not matter here.
        let process = try ChildProcess(try words(), variables: variables, errors: .null)
        guard let line = process.line(), line.hasPrefix("unix:") else { throw TestFailure("there is no message bus") }
        if case .standardSession = configuration { address = line }
        self.process = process
    }

    private func words() throws -> [String] {
        var words = ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=1"]
        if let user { words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words }
        guard let text = configuration.text(address: address) else { return words + ["--session"] }
        let (sockets, file) = (directory("sockets"), directory("bus.conf"))
        try FileManager.default.createDirectory(atPath: sockets, withIntermediateDirectories: true)
        if user != nil { chmod(sockets, 0o777) }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return words + ["--config-file=\(file)"]
    }

    /// Ends the daemon; its socket stays where it is, as after a crash.
    public func end(_ signal: Int32 = SIGKILL) { process?.end(signal) }

    /// Has the daemon hang, until ``resume()``.
    public func pause() { process?.send(SIGSTOP) }

    /// Has the daemon go on.
    public func resume() { process?.send(SIGCONT) }

    /// Removes the socket and its directory.
    public func removeSocket() throws { try FileManager.default.removeItem(atPath: directory("sockets")) }
}
