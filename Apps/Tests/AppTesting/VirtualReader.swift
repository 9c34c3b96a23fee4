import Foundation
import Glibc

/// A fingerprint reader without hardware: the real fprintd and polkitd on a bus of the test's own (Scripts/virtual-reader.sh).
public final class VirtualReader: @unchecked Sendable {
    // Sendable: what a test does with it, it does one after the other.

    /// Whether this machine has what this takes.
    public static var isPossible: Bool { (try? shell("has_virtual_reader").status) == 0 }

    /// Where the bus is.
    public let address: String
    private let process: ChildProcess
    private let directory: String

    /// Starts the bus.
    public init() throws {
        let script = ". \(Stage.script); start_reader && echo $reader_directory && wait"
        process = try ChildProcess(["bash", "-c", script], variables: Self.variables, leadsSession: true)
        directory = process.line() ?? ""
        guard directory.hasPrefix("/") else { throw TestFailure("no fingerprint reader: install fprintd and polkitd") }
        address = "unix:path=\(directory)/bus"
    }

    deinit { end() }

    /// Ends the bus, and with it the reader.
    public func end() {
        // The bus and what it has started are in the session of that shell.
        kill(-process.id, SIGKILL)
        process.end()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static let variables = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]

    private static func shell(_ command: String) throws -> (output: String, status: Int32) {
        try ChildProcess.run(["bash", "-c", ". \(Stage.script); \(command)"], variables: variables)
    }

    /// Has the reader do something, as soon as a program has claimed it: `SCAN f1` (a finger), `RETRY 1` (too short).
    public func send(_ command: String) throws {
        let (_, status) = try Self.shell("reader_directory=\(directory); reader '\(command)'")
        guard status == 0 else { throw TestFailure("the reader does not take “\(command)”") }
    }

    /// Enrols root's right index finger, which the reader knows as `f1`.
    ///
    /// - Parameter program: the command line.
    public func enroll(_ program: String, variables: [String: String]) throws {
        let child = try ChildProcess(
            [program, "fingerprint", "enroll"], variables: variables, output: .null, leadsSession: true)
        // Not one more: it would wait for a program to claim the reader again.
        for _ in 1...5 where child.isRunning { try send("SCAN f1") }
        guard child.wait() == 0 else { throw TestFailure("the finger is not enrolled") }
    }
}

extension Stage {
    /// Sets up the reader, for shells.
    nonisolated static let script = repository + "/Scripts/virtual-reader.sh"
}
