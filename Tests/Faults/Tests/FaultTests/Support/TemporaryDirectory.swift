import Foundation
import Glibc

/// A directory of a test's own, removed when the test lets go of it.
final class TemporaryDirectory: Sendable {
    /// Without symbolic links, so that it compares with what the kernel says of open files.
    let path: String

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/chatelaine-faults-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        } ?? path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path below the directory.
    func callAsFunction(_ name: String) -> String { path + "/" + name }
}

/// Whether this process may mount file systems and become other users.
let isRoot = geteuid() == 0
