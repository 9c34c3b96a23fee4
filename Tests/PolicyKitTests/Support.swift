import BusTesting
import Foundation
import Glibc
import TestSupport
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
    let asking: RequestingProcess
    private let program: ChildProcess

    init() throws {
        program = try ChildProcess(words(["sh", "-c", "echo ready; exec cat"], as: ordinaryUser), input: .piped)
        try #require(program.line() == "ready")
        let start = try #require(RequestingProcess.startTime(of: program.id))
        asking = RequestingProcess(pid: program.id, startTime: start, uid: ordinaryUser)
    }

    deinit { program.end() }

    /// The same process, as one that runs another program.
    func running(_ name: String) -> RequestingProcess {
        RequestingProcess(pid: asking.pid, startTime: asking.startTime, uid: asking.uid, program: name)
    }

    /// Kills it; its parent does not look.
    func kill() {
        program.send(SIGKILL)
        #expect(program.waitWithoutReaping())
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
        ["python3", "dbus-daemon", "gdbus"].allSatisfy(ChildProcess.isInstalled)
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock/templates/polkitd.py")

    private static let name = "org.freedesktop.PolicyKit1"
    private static let path = "/org/freedesktop/PolicyKit1/Authority"
    private static let interface = "org.freedesktop.PolicyKit1.Authority"

    private let daemon: BusDaemon
    private var mock: ChildProcess?

    var address: String { daemon.address }

    /// - Parameter user: as whom polkit runs.
    init(_ behaviour: Behaviour = .template, user: uid_t = getuid()) throws {
        daemon = try BusDaemon(.open(.system))
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
    }

    private var variables: [String: String] {
        ChildProcess.inherited("PATH").merging(["DBUS_SYSTEM_BUS_ADDRESS": address]) { $1 }
    }

    private func start(_ command: [String], _ user: uid_t) throws {
        mock = try ChildProcess(words(command, as: user), variables: variables, errors: .null)
        try run("wait", "--system", "--timeout", "300", Self.name)
    }

    @discardableResult private func run(_ arguments: String...) throws -> String { try run(arguments) }

    /// Runs gdbus.
    @discardableResult private func run(_ arguments: [String]) throws -> String {
        let (output, status) = try ChildProcess.run(["gdbus"] + arguments, variables: variables, errors: .null)
        try #require(status == 0)
        return output
    }

    private func add(_ method: String, _ takes: String, _ gives: String, _ code: String) throws {
        try tell("AddMethod", Self.interface, method, takes, gives, code)
    }

    /// Calls a method of the mock's own.
    ///
    /// - Returns: the answer, as gdbus writes it.
    @discardableResult func tell(_ method: String, _ arguments: String...) throws -> String {
        try run(
            [
                "call", "--system", "--dest", Self.name, "--object-path", Self.path, "--method",
                "org.freedesktop.DBus.Mock.\(method)",
            ] + arguments)
    }

    /// The next question that a caller asks or cancels, without the time.
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

    /// Waits until a dialogue is shown.
    func waitUntilAsked() throws {
        let call = try #require(nextCall())
        called = call
        try #require(call.hasPrefix("CheckAuthorization"))
        // The mock does one thing after the other: what it is told now, it does after what it has just written.
        try #require(try tell("HaveHangingCalls").contains("true"))
    }

    /// Kills polkit.
    func endMock() { mock?.end() }

    func authority(timeout: Double = 60) -> PolkitAuthority {
        PolkitAuthority(
            bus: .init(address), busUser: getuid(), authorityUsers: [getuid()], timeout: timeout)
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
        try #require(done.wait(timeout: .now() + 300) == .success)
        return try #require(result)
    }
}
