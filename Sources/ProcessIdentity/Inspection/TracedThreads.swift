import Glibc
import LinuxSupport

extension ProcessDirectory {
    /// Whether a thread of the process is traced: the kernel says it for each of them, and for the process only if it is the first.
    func hasTracedThread() -> Bool {
        let directory = openat(descriptor.number, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        guard let stream = fdopendir(directory) else {
            close(directory)
            return false
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if let thread = name.decimal(pid_t.self), isTraced(thread) { return true }
        }
        return false
    }

    /// One that has ended meanwhile is not.
    private func isTraced(_ thread: pid_t) -> Bool {
        guard let status = try? prefix("task/\(thread)/status", 4096) else { return false }
        return StatusLines(status).numbers("TracerPid").contains { $0 != 0 }
    }
}
