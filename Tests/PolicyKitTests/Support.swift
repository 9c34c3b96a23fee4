import FingerprintTesting
import Foundation
import Glibc
import Testing

@testable import PolicyKit

/// The error that something ends with; nil if it goes well.
func kind(_ body: () throws(PolkitError) -> Void) -> PolkitError.Kind? {
    do throws(PolkitError) {
        try body()
        return nil
    } catch { return error.kind }
}

/// A user who is not root and has done nothing.
let ordinaryUser: uid_t = getuid() == 0 ? 65534 : getuid()

/// A program of an ordinary user that waits.
final class Program {
    let asking: AskingProcess
    private let program: ServerProcess

    init() throws {
        program = try ServerProcess(words(["sh", "-c", "echo ready; exec cat"], as: ordinaryUser))
        try #require(program.line() == "ready")
        let start = try #require(AskingProcess.startTime(of: program.id))
        asking = AskingProcess(pid: program.id, startTime: start, uid: ordinaryUser)
    }

    deinit { program.end() }

    /// The same process, as one that runs another program.
    func running(_ name: String) -> AskingProcess {
        AskingProcess(pid: asking.pid, startTime: asking.startTime, uid: asking.uid, program: name)
    }

    /// Kills it; its parent does not look.
    func kill() throws {
        program.send(SIGKILL)
        var information = siginfo_t()
        var result: Int32
        repeat {
            result = waitid(P_PID, id_t(program.id), &information, WEXITED | WNOWAIT)
        } while result == -1 && errno == EINTR
        try #require(result == 0)
    }

    /// The number is free again.
    func end() { program.end() }
}

/// What starts a program as a user.
func words(_ words: [String], as user: uid_t) -> [String] {
    user == getuid() ? words : ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
}

/// python-dbusmock in polkit's place, on a bus of its own.
final class MockPolkit {
    enum Behaviour {
        /// python-dbusmock's own template.
        case template
        /// An answer, as an expression of Python: `flags` are those of the call.
        case answers(String)
        /// Nothing of the name.
        case absent
    }

    static let isAvailable =
        ["/usr/bin/python3", "/usr/bin/dbus-daemon", "/usr/bin/gdbus"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        } && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock/templates/polkitd.py")

    private static let name = "org.freedesktop.PolicyKit1"
    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"

    private let directory: URL
    private let daemon: ServerProcess
    private var mock: ServerProcess?
    let address: String

    /// - Parameter user: as whom polkit runs.
    init(_ behaviour: Behaviour = .template, user: uid_t = getuid()) throws {
        let temporary = FileManager.default.temporaryDirectory
        directory = temporary.appendingPathComponent("polkit-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
        address = "unix:path=\(directory.path)/bus"
        let configuration = directory.appendingPathComponent("bus.conf")
        try """
        <busconfig>
          <type>system</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_destination="*"/>
            <allow receive_sender="*"/>
          </policy>
        </busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        daemon = try ServerProcess([
            "dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(configuration.path)", "--print-address=1",
        ])
        try #require(daemon.line()?.hasPrefix("unix:") == true)
        let python = ["/usr/bin/python3", "-u", "-m", "dbusmock"]
        switch behaviour {
        case .absent: return
        case .template: try start(python + ["--template", "polkitd"], user)
        case .answers(let answer):
            try start(python + ["--system", Self.name, Self.path, Self.interface], user)
            try add("CheckAuthorization", "(sa{sv})sa{ss}us", "(bba{ss})", "flags = args[3]; ret = \(answer)")
        }
        try add("CancelCheckAuthorization", "s", "", "")
    }

    deinit {
        mock?.end()
        daemon.end()
        try? FileManager.default.removeItem(at: directory)
    }

    private var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": address] }

    private func start(_ command: [String], _ user: uid_t) throws {
        mock = try ServerProcess(words(command, as: user), environment: environment)
        let waiting = try ServerProcess(
            ["gdbus", "wait", "--system", "--timeout", "20", Self.name], environment: environment)
        try #require(waiting.wait() == 0)
    }

    private func add(_ method: String, _ takes: String, _ gives: String, _ code: String) throws {
        try tell("AddMethod", Self.interface, method, takes, gives, code)
    }

    /// Calls a method of the mock's own.
    ///
    /// - Returns: the answer, as gdbus writes it.
    @discardableResult func tell(_ method: String, _ arguments: String...) throws -> String {
        let call = try ServerProcess(
            [
                "gdbus", "call", "--system", "--dest", Self.name, "--object-path", Self.path, "--method",
                "org.freedesktop.DBus.Mock.\(method)",
            ] + arguments, environment: environment)
        let answer = call.line()
        try #require(call.wait() == 0)
        return answer ?? ""
    }

    /// The next question that somebody asks or takes back, without the time.
    func nextCall() -> String? {
        if let call = called {
            called = nil
            return call
        }
        while let line = mock?.line() {
            let call = String(line.drop { $0 != " " }.dropFirst())
            if call.prefix(while: { $0 != " " }).hasSuffix("CheckAuthorization") { return call }
        }
        return nil
    }

    /// What ``waitUntilAsked()`` has read, for ``nextCall()``.
    private var called: String?

    /// Waits until somebody is being asked.
    func waitUntilAsked() throws {
        let call = try #require(nextCall())
        called = call
        try #require(call.hasPrefix("CheckAuthorization"))
        // The mock does one thing after the other: what it is told now, it does after what it has just written.
        try #require(try tell("HaveHangingCalls").contains("true"))
    }

    /// Kills polkit.
    func endMock() { mock?.end() }

    func authority(patience: Double = 60) -> PolkitAuthority {
        PolkitAuthority(
            bus: .init(address), busUser: getuid(), authorityUsers: [getuid()], patience: patience)
    }
}

/// Something that goes on on another thread.
final class Running<Result: Sendable>: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var result: Result?

    init(_ body: @escaping @Sendable () -> Result) {
        Thread.detachNewThread { [self] in
            result = body()
            done.signal()
        }
    }

    func value() throws -> Result {
        try #require(done.wait(timeout: .now() + 30) == .success)
        return try #require(result)
    }
}
