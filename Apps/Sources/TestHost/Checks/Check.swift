import Foundation
import Glibc

/// A check of the library in this program, which has an identity of its own.
struct Check: Sendable {
    /// The reason why a check fails.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The checked behaviour, in a few words.
    let name: String
    /// Runs the check, and throws if it fails. May return a finding for the printed line.
    let body: @Sendable () async throws -> String?

    init(_ name: String, _ body: @escaping @Sendable () async throws -> String?) {
        (self.name, self.body) = (name, body)
    }

    /// All checks.
    static let all = identity + keychain + authentication + passwordManager + files

    /// Runs all checks, and prints a line for each. A check that fails does not stop the others.
    ///
    /// - Returns: whether all succeed.
    static func runAll() async -> Bool {
        var isGood = true
        for check in all {
            do {
                let found = try await check.body()
                say("ok \(check.name)" + (found.map { " (\($0))" } ?? ""))
            } catch {
                say("not ok \(check.name) – \(error)")
                isGood = false
            }
        }
        return isGood
    }

    /// Prints a line at once, so that a reader of the output sees the progress.
    static func say(_ line: String, to descriptor: Int32 = 1) {
        let visible = line.replacing("\n", with: " ") + "\n"
        try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(visible.utf8))
    }

    /// Throws a ``Failure`` unless a condition is true.
    static func expect(_ isSo: Bool, _ reason: @autoclosure () -> String) throws {
        guard isSo else { throw Failure(reason()) }
    }
}
