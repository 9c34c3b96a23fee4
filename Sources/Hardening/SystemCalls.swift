import CSeccomp
import Glibc

/// Calls of the system that a process gives up for good, so that a flaw in it is worth less.
public enum SystemCalls {
    /// Calls by which a process looks into others, or changes the system. What serves a keychain needs none of them: who asks is
    /// found out by reading `/proc`.
    public static let intrusive = [
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "userfaultfd",
        "bpf", "perf_event_open", "io_uring_setup", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount",
        "fsconfig", "pivot_root", "chroot", "unshare", "setns", "init_module", "finit_module", "delete_module",
        "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "settimeofday", "clock_settime",
        "sethostname", "setdomainname", "iopl", "ioperm", "personality", "add_key", "request_key", "keyctl",
    ]

    /// Calls by which a process starts programs, reaches others, or changes files. What only looks needs none of them.
    public static let active = [
        "execve", "execveat", "socket", "connect", "bind", "listen", "creat", "mkdir", "mkdirat", "mknod", "mknodat",
        "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2",
        "truncate", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr",
        "fsetxattr", "kill", "tkill",
    ]

    /// Refuses calls to all threads from now on, and to every program that is started (seccomp(2), libseccomp).
    ///
    /// - Parameter names: as the manual pages have them.
    /// - Returns: nil, or why it could not be done.
    public static func refuse(_ names: [String]) -> String? {
        guard let filter = seccomp_init(chatelaine_seccomp_allow) else { return "libseccomp cannot make a filter" }
        defer { seccomp_release(filter) }
        guard seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 else { return "the kernel is too old" }
        for name in names {
            let number = seccomp_syscall_resolve_name(name)
            // A call that this libseccomp does not know is none that it could refuse; one that the machine does not have
            // has a negative number.
            guard number != __NR_SCMP_ERROR, number >= 0 else { continue }
            guard seccomp_rule_add_array(filter, chatelaine_seccomp_refuse, number, 0, nil) == 0 else {
                return "libseccomp has no rule for “\(name)”"
            }
        }
        let result = seccomp_load(filter)
        return result == 0 ? nil : String(cString: strerror(-result))
    }
}
