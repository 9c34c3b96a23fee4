import Glibc

/// The terminal of the requesting program, opened by another process of the same user.
struct CallerTerminal: ~Copyable {
    /// The non-blocking descriptor of the terminal: if its output is not read, this process does not hang.
    let descriptor: Int32

    /// Opens the terminal of a process.
    ///
    /// - Parameters:
    ///   - device: the device number from `/proc/PID/stat` (`tty_nr`, proc_pid_stat(5)).
    ///   - process: the process, which has to be in the terminal's foreground: otherwise the user's input is for
    ///     another program.
    /// - Returns: `nil` if it is not in the foreground, or if the terminal cannot be opened.
    init?(device: UInt64, process: Int32) {
        guard let device = UInt32(exactly: device), Self.isForeground(process, on: device),
            Self.isInNamespaceOfThisProcess(process), let descriptor = Self.open(device)
        else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func isForeground(_ process: Int32, on device: UInt32) -> Bool {
        guard let line = contents(of: "/proc/\(process)/stat"), let end = line.lastIndex(of: ")") else { return false }
        // After the name: state, parent, process group, session, terminal, the terminal's foreground process group.
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 5, let terminal = Int32(fields[4]) else { return false }
        return UInt32(bitPattern: terminal) == device && fields[2] == fields[5]
    }

    /// Returns whether a process is in this process's mount namespace: in another one, the same device number may be
    /// another terminal.
    private static func isInNamespaceOfThisProcess(_ process: Int32) -> Bool {
        var (own, other) = (stat(), stat())
        guard stat("/proc/self/ns/mnt", &own) == 0, stat("/proc/\(process)/ns/mnt", &other) == 0 else { return false }
        return own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    private static func open(_ device: UInt32) -> Int32? {
        // The kernel's encoding: include/linux/kdev_t.h, new_encode_dev().
        let major = device >> 8 & 0xfff
        let minor = device & 0xff | device >> 12 & 0xfff00
        let path =
            switch major {
            case 4: "/dev/tty\(minor)"
            case 136: "/dev/pts/\(minor)"
            default: ""
            }
        guard !path.isEmpty else { return nil }
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR, isatty(descriptor) == 1,
            status.st_rdev == UInt(device)
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func contents(of path: String) -> String? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
