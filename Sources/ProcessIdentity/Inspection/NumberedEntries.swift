import Glibc
import LinuxSupport

extension Descriptor {
    /// Returns the names in this directory that are numbers: processes in `/proc`, threads in `/proc/PID/task`. `nil` if it cannot be read.
    consuming func numberedEntries() -> [pid_t]? {
        let directory = release()
        guard let stream = fdopendir(directory) else {
            close(directory)
            return nil
        }
        defer { closedir(stream) }
        var found: [pid_t] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if let number = name.decimal(pid_t.self) { found.append(number) }
        }
        return found
    }
}

extension ProcessDirectory {
    /// Returns the threads of the process; `nil` if they cannot be listed.
    func threads() -> [pid_t]? {
        guard let directory = try? open("task") else { return nil }
        return directory.numberedEntries()
    }

    /// Whether a thread of the process is traced: the kernel says it for each of them, and for the process only if it is the first.
    func hasTracedThread() -> Bool { (threads() ?? []).contains(where: isTraced) }

    /// One that has ended meanwhile is not.
    private func isTraced(_ thread: pid_t) -> Bool {
        guard let status = try? prefix("task/\(thread)/status", 4096) else { return false }
        return StatusLines(status).numbers("TracerPid").contains { $0 != 0 }
    }
}
