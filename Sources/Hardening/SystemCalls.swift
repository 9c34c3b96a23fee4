import CSeccomp
import Glibc

/// A permanent restriction of system calls, which limits the damage of a vulnerability in the process.
public enum SystemCalls {
    /// System calls by which a process inspects others, or changes the system. A server of keychains needs none of them: it identifies
    /// callers by reading `/proc`.
    public static let intrusive = [
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "userfaultfd",
        "bpf", "perf_event_open", "io_uring_setup", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount",
        "fsconfig", "pivot_root", "chroot", "unshare", "setns", "init_module", "finit_module", "delete_module",
        "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "settimeofday", "clock_settime",
        "sethostname", "setdomainname", "iopl", "ioperm", "personality", "add_key", "request_key", "keyctl",
    ]

    /// System calls by which a process starts programs, reaches others, or changes files. A process that only inspects needs none of them.
    public static let active = [
        "execve", "execveat", "socket", "connect", "bind", "listen", "creat", "mkdir", "mkdirat", "mknod", "mknodat",
        "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2",
        "truncate", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr",
        "fsetxattr", "kill", "tkill",
    ]

    /// Refuses system calls for all threads from now on, and for every program that is started (seccomp(2), libseccomp).
    ///
    /// - Parameter names: the names in the manual pages.
    /// - Returns: `nil`, or the reason for a failure.
    public static func refuse(_ names: [String]) -> String? {
        guard let filter = seccomp_init(chatelaine_seccomp_allow) else { return "libseccomp cannot make a filter" }
        defer { seccomp_release(filter) }
        guard seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 else { return "the kernel is too old" }
        for name in names {
            let number = seccomp_syscall_resolve_name(name)
            // A call that this libseccomp does not know cannot be refused by it; one that the architecture lacks has a negative number.
            guard number != __NR_SCMP_ERROR, number >= 0 else { continue }
            guard seccomp_rule_add_array(filter, chatelaine_seccomp_refuse, number, 0, nil) == 0 else {
                return "libseccomp has no rule for “\(name)”"
            }
        }
        let result = seccomp_load(filter)
        return result == 0 ? nil : String(cString: strerror(-result))
    }
}
