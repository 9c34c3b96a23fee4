import Foundation
import Glibc
import TestSupport

/// The programs that were built with these tests.
enum Programs {
    static let chatelaine = BuiltPrograms.path("chatelaine")
    static let areBuilt = access(chatelaine, X_OK) == 0

    /// Starts the command line with the keychain of a machine, and without another agent than the test's.
    ///
    /// - Parameter executable: another program, which starts the command line.
    static func start(
        _ machine: Machine, _ arguments: [String], input: ChildProcess.Stream = .null,
        errors: ChildProcess.Stream = .null, executable: String = chatelaine
    ) throws -> ChildProcess {
        let places = ["CHATELAINE_HOME": machine.home, "XDG_RUNTIME_DIR": machine.home + "/run"]
        return try ChildProcess(
            [executable] + arguments, variables: ProcessInfo.processInfo.environment.merging(places) { $1 },
            input: input, errors: errors)
    }
}
