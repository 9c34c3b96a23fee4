import Glibc
import TestSupport

extension TemporaryDirectory {
    /// Creates a directory in memory where that is possible: for tests that open thousands of files and do not care whether they survive a
    /// power cut.
    static func inMemory() throws -> TemporaryDirectory {
        let memory = "/dev/shm"
        return try TemporaryDirectory(in: access(memory, W_OK) == 0 ? memory : nil)
    }
}

/// Whether this process may mount file systems and become other users.
let isRoot = geteuid() == 0
