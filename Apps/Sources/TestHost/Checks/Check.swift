import Foundation
import Glibc

/// Something about the library that holds for this program, as one with an identity of its own.
struct Check: Sendable {
    /// Why one does not hold.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// What holds, in a few words.
    let name: String
    /// Finds out; throws why it does not hold. May return what was found, for the line that is printed.
    let body: @Sendable () async throws -> String?

    init(_ name: String, _ body: @escaping @Sendable () async throws -> String?) {
        (self.name, self.body) = (name, body)
    }

    /// All of them.
    static let all = identity + keychain + authentication + passwordManager + files

    /// Runs all, and prints a line for each. A check that fails does not keep the others from being run.
    ///
    /// - Returns: whether all hold.
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

    /// Prints a line at once: whoever reads along sees where it has come to.
    static func say(_ line: String, to descriptor: Int32 = 1) {
        let visible = line.replacing("\n", with: " ") + "\n"
        try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(visible.utf8))
    }

    /// - Throws: a ``Failure`` unless something is so.
    static func expect(_ isSo: Bool, _ reason: @autoclosure () -> String) throws {
        guard isSo else { throw Failure(reason()) }
    }
}
