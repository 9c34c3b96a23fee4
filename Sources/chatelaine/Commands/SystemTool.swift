import Foundation
import Glibc

/// Programs of the system that an installation runs, from fixed directories rather than from `PATH`.
enum SystemTool {
    private static let directories = ["/usr/bin", "/usr/sbin", "/bin", "/sbin"]

    /// Runs a program without showing its output, and waits for it.
    ///
    /// - Returns: whether the program exists and exited with 0.
    static func run(_ name: String, _ arguments: [String]) -> Bool {
        let places = directories.map { "\($0)/\(name)" }
        guard let path = places.first(where: { access($0, X_OK) == 0 }) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
