import CLinux
import Glibc
import LinuxSupport

/// The directory of one process in `/proc`.
///
/// Once open, it stays bound to that process: after the end of the process every access fails, and a later process with the same id is not
/// visible through it.
final class ProcessDirectory: Sendable {
    let descriptor: Descriptor
    /// The process id in the inspector's pid namespace.
    let pid: pid_t

    /// Opens the directory of the process that a pidfd refers to.
    ///
    /// - Throws: `.gone` if the process has exited, `.malformed` if the descriptor is not a pidfd, `.denied` if `/proc` hides the process.
    convenience init(pidfd: Int32) throws(IdentificationFailure) {
        let pid = try ProcessDirectory.pid(of: pidfd)
        try self.init(pid: pid)
        // The process id may have been reused before the directory was opened, but not if the first process is still alive.
        try ProcessDirectory.requireAlive(pidfd)
    }

    /// Opens the directory of the process that has this process id now.
    init(pid: pid_t) throws(IdentificationFailure) {
        guard let descriptor = Descriptor(Array("/proc/\(pid)".utf8), O_RDONLY | O_DIRECTORY) else {
            throw ProcessDirectory.failure()
        }
        self.descriptor = descriptor
        self.pid = pid
    }

    /// Returns the contents of a file. `/proc` returns at most a page at a time, so this reads until the end.
    ///
    /// - Throws: `.tooLarge` for more than `limit` bytes; `.denied`, `.gone`.
    func contents(_ name: String, limit: Int) throws(IdentificationFailure) -> [UInt8] {
        let bytes = try prefix(name, limit + 1)
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }

    /// Returns the first bytes of a file.
    func prefix(_ name: String, _ limit: Int) throws(IdentificationFailure) -> [UInt8] {
        let file = try open(name)
        guard let bytes = file.bytes(limit: limit) else { throw ProcessDirectory.failure() }
        return bytes
    }

    /// Opens a file for reading.
    func open(_ name: String) throws(IdentificationFailure) -> Descriptor {
        guard let file = Descriptor(at: descriptor.number, Array(name.utf8), O_RDONLY) else {
            throw ProcessDirectory.failure()
        }
        return file
    }

    /// Returns the target of a symbolic link, which for the magic links of `/proc` is only a text.
    func link(_ name: String) throws(IdentificationFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: InspectionLimits.path + 1)
        let count = readlinkat(descriptor.number, name, &bytes, bytes.count)
        guard count >= 0 else { throw errno == ENAMETOOLONG ? .tooLarge : ProcessDirectory.failure() }
        guard count > 0, count <= InspectionLimits.path else { throw .tooLarge }
        return Array(bytes[..<count])
    }

    /// Returns a reference (`O_PATH`) to the file that a magic link leads to, without opening it.
    func follow(_ name: String) throws(IdentificationFailure) -> Descriptor {
        guard let file = Descriptor(at: descriptor.number, Array(name.utf8), O_PATH) else {
            throw ProcessDirectory.failure()
        }
        return file
    }

    /// - Throws: `.gone` if the process of the pidfd has exited, even if its parent has not waited for it yet; `.malformed` if the
    ///   descriptor is not a pidfd.
    static func requireAlive(_ pidfd: Int32) throws(IdentificationFailure) {
        switch clinux_pidfd_send_signal(pidfd, 0) {
        case 0, EPERM: break
        case ESRCH: throw .gone
        default: throw .malformed
        }
        var question = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        if retrying({ poll(&question, 1, 0) }) != 0 { throw .gone }
    }

    private static func pid(of pidfd: Int32) throws(IdentificationFailure) -> pid_t {
        try requireAlive(pidfd)
        guard let file = Descriptor(Array("/proc/self/fdinfo/\(pidfd)".utf8), O_RDONLY),
            let text = file.bytes(limit: 4096)
        else { throw .malformed }
        guard let pid = StatusLines(text).numbers("Pid").first.flatMap({ Int32(exactly: $0) }) else { throw .malformed }
        // -1 after the end of the process, 0 if it is in a pid namespace that is neither ours nor below ours.
        guard pid >= 0 else { throw .gone }
        guard pid > 0 else { throw .denied }
        return pid
    }

    /// Returns the failure for `errno` if the process is alive; whether it is, is checked at the end.
    private static func failure() -> IdentificationFailure { errno == ESRCH ? .gone : .denied }
}

extension Descriptor {
    /// Returns at most `limit` bytes from the current position, or `nil` if reading fails.
    borrowing func bytes(limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: min(limit, 1 << 14))
        var count = 0
        while count < limit {
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: min(count, limit - count))) }
            let number = number
            let got = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return retrying { Glibc.read(number, rest.baseAddress, rest.count) }
            }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
