import Foundation
import Glibc

/// Programs of the system that an installation calls, found where the system has them and not by `PATH`.
enum SystemTool {
    private static let directories = ["/usr/bin", "/usr/sbin", "/bin", "/sbin"]

    /// Runs a program and waits for it; what it says is not shown.
    ///
    /// - Returns: whether it is there and said that all went well.
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
