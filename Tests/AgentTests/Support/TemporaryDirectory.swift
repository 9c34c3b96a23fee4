import Foundation
import Glibc

/// A directory of a test's own, removed when the test lets go of it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        // A socket's path has to be short (unix(7)).
        path = FileManager.default.temporaryDirectory.path + "/agent-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path below the directory.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// The text of all files below `name`, one after another.
    func contents(below name: String) throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: self(name)).map { self(name) + "/" + $0 }
        return paths.compactMap { FileManager.default.contents(atPath: $0) }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}

/// Whether this process may become other users and look into other processes.
let isRoot = geteuid() == 0
