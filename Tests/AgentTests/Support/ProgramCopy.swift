import Foundation
import Testing

/// Copies an executable, to be started.
///
/// Not by this process: what another test starts at that moment would have the file open for writing until it runs its own program,
/// and a file that is open so cannot be executed.
func copyProgram(_ path: String, to copy: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/cp")
    process.arguments = ["--", path, copy]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "cp \(path) \(copy)")
}
