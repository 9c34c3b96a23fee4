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
        "fsetxattr", "kill", "tkill",
    ]

    /// Refuses system calls for all threads from now on, and for every program that is started (seccomp(2), libseccomp).
    ///
    /// - Parameter names: the names in the manual pages.
    /// - Returns: `nil`, or the reason for a failure.
    package static func refuse(_ names: [String]) -> String? {
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
        let result = library.load(filter)
        return result == 0 ? nil : String(cString: strerror(-result))
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
