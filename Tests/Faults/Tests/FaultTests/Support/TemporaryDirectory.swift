import Foundation
import Glibc

/// A directory of a test's own, removed when the test lets go of it.
final class TemporaryDirectory: Sendable {
    /// Without symbolic links, so that it compares with what the kernel says of open files.
    let path: String

    /// - Parameter inMemory: for tests that open thousands of files and do not care whether they survive a power cut.
    init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let parent = inMemory && access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        let path = parent + "/chatelaine-faults-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path =
            realpath(path, nil).map { pointer in
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
