import Foundation
import TestSupport

/// Starts a program that sees no display, and no bus that tells of locks.
///
/// - Parameters:
///   - environment: its environment in addition to `PATH`.
///   - input: its standard input.
///   - stream: the stream that can be read, 1 for output or 2 for errors; the other goes nowhere.
package func start(
    _ words: [String], _ environment: [String: String] = [:], input: Data = Data(), reading stream: Int32 = 1
) throws -> ChildProcess {
    var variables = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:", "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
    ]
    variables.merge(environment) { $1 }
    return try ChildProcess(
        words, variables: variables, input: .bytes(input), output: stream == 1 ? .piped : .null,
        errors: stream == 2 ? .piped : .null)
}
