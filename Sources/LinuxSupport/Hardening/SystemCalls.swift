import Glibc

/// A permanent restriction of system calls, which limits the damage of a vulnerability in the process.
package enum SystemCalls {
    /// System calls by which a process inspects others, or changes the system. A server of keychains needs none of them: it identifies
    /// callers by reading `/proc`.
    package static let intrusive = [
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "userfaultfd",
        "bpf", "perf_event_open", "io_uring_setup", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount",
        "fsconfig", "pivot_root", "chroot", "unshare", "setns", "init_module", "finit_module", "delete_module",
        "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "settimeofday", "clock_settime",
        "sethostname", "setdomainname", "iopl", "ioperm", "personality", "add_key", "request_key", "keyctl",
    ]

    /// System calls by which a process starts programs, reaches others, or changes files. A process that only inspects needs none of them.
    package static let active = [
        "execve", "execveat", "socket", "connect", "bind", "listen", "creat", "mkdir", "mkdirat", "mknod", "mknodat",
        "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2",
        "truncate", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr",
        "fsetxattr", "kill", "tkill", "ftruncate", "fallocate", "fchmodat2", "removexattr", "lremovexattr",
        "fremovexattr", "setxattrat", "removexattrat", "utime", "utimes", "futimesat", "utimensat", "ioctl", "mq_open",
        // What they open for is where a filter does not see it.
        "openat2", "open_by_handle_at",
    ]

    /// Refuses system calls for all threads from now on, and for every program that is started (seccomp(2), libseccomp).
    ///
    /// - Parameters:
    ///   - names: the names in the manual pages.
    ///   - refusesWriting: whether open(2) and openat(2) may no longer open a file for writing, make one or cut one off.
    /// - Returns: `nil`, or the reason for a failure.
    package static func refuse(_ names: [String], refusesWriting: Bool = false) -> String? {
        guard let library = try? Seccomp() else { return "libseccomp is not installed" }
        guard let filter = library.create(Seccomp.allow) else { return "libseccomp cannot make a filter" }
        defer { library.release(filter) }
        guard library.setAttribute(filter, Seccomp.allThreads, 1) == 0 else { return "the kernel is too old" }
        for name in names {
            let number = library.number(name)
            // libseccomp returns a negative number for a call that it does not know, or that this machine does not have.
            guard number >= 0 else { continue }
            guard library.addRule(filter, Seccomp.refuse, number, 0, nil) == 0 else {
                return "libseccomp has no rule for “\(name)”"
            }
        }
        if refusesWriting, let problem = refuseWriting(library, filter) { return problem }
        let result = library.load(filter)
        return result == 0 ? nil : String(cString: strerror(-result))
    }
}

extension SystemCalls {
    /// Refuses each flag with which a file changes: of the two bits of the access mode, either one. The number of the argument is that of
    /// the flags.
    private static func refuseWriting(_ library: Seccomp, _ filter: OpaquePointer) -> String? {
        // `__O_TMPFILE` of the kernel's headers, for a file without a name.
        let unnamed: Int32 = 0o20_000_000
        for (name, argument): (String, UInt32) in [("open", 1), ("openat", 2)] {
            let number = library.number(name)
            guard number >= 0 else { continue }
            for flag in [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, unnamed] {
                var condition = Seccomp.Condition(argument, has: UInt64(UInt32(bitPattern: flag)))
                guard library.addRule(filter, Seccomp.refuse, number, 1, &condition) == 0 else {
                    return "libseccomp has no rule for the flags of “\(name)”"
                }
            }
        }
        return nil
    }
}

/// The functions of libseccomp 2 that make a filter (seccomp_init(3) and the pages that it names). The library is loaded when a process
/// restricts its system calls: programs that use a keychain without such a restriction need it neither to build nor to run.
private struct Seccomp {
    /// `SCMP_ACT_ALLOW`.
    static let allow: UInt32 = 0x7fff_0000
    /// `SCMP_ACT_ERRNO(EPERM)`.
    static let refuse: UInt32 = 0x0005_0000 | UInt32(EPERM)
    /// `SCMP_FLTATR_CTL_TSYNC`.
    static let allThreads: UInt32 = 4

    /// `struct scmp_arg_cmp`.
    struct Condition {
        private let argument: UInt32
        private let comparison: UInt32
        private let mask, value: UInt64

        /// Creates the condition that an argument has some bits (`SCMP_CMP_MASKED_EQ`).
        init(_ argument: UInt32, has bits: UInt64) {
            (self.argument, comparison, mask, value) = (argument, 7, bits, bits)
        }
    }

    let create: @convention(c) (_ action: UInt32) -> OpaquePointer?
    let release: @convention(c) (OpaquePointer) -> Void
    let setAttribute: @convention(c) (OpaquePointer, _ attribute: UInt32, _ value: UInt32) -> Int32
    let number: @convention(c) (_ name: UnsafePointer<CChar>) -> Int32
    let addRule:
        @convention(c) (OpaquePointer, _ action: UInt32, _ call: Int32, _ count: UInt32, UnsafeRawPointer?) -> Int32
    let load: @convention(c) (OpaquePointer) -> Int32

    init() throws(MissingLibrary) {
        let library = try SharedLibrary("libseccomp.so.2")
        create = try library.function("seccomp_init")
        release = try library.function("seccomp_release")
        setAttribute = try library.function("seccomp_attr_set")
        number = try library.function("seccomp_syscall_resolve_name")
        addRule = try library.function("seccomp_rule_add_array")
        load = try library.function("seccomp_load")
    }
}
