import CSeccomp
import Glibc

/// What the agent gives up before it serves anybody, so that a flaw in it is worth less.
enum Confinement {
    /// Calls by which a process looks into others, or changes the system. The agent needs none of them: who its clients are is
    /// found out by reading `/proc`.
    private static let refused = [
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "userfaultfd",
        "bpf",
        "perf_event_open", "io_uring_setup", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount",
        "fsconfig",
        "pivot_root", "chroot", "unshare", "setns", "init_module", "finit_module", "delete_module", "kexec_load",
        "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "settimeofday", "clock_settime", "sethostname",
        "setdomainname", "iopl", "ioperm", "personality", "add_key", "request_key", "keyctl",
    ]

    /// Refuses these calls to all threads from now on, and to every program that is started (seccomp(2), libseccomp).
    ///
    /// - Returns: nil, or why it could not be done: the agent works without it.
    static func refuseCalls() -> String? {
        guard let filter = seccomp_init(chatelaine_seccomp_allow) else { return "libseccomp cannot make a filter" }
        defer { seccomp_release(filter) }
        guard seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 else { return "the kernel is too old" }
        for name in refused {
            let number = seccomp_syscall_resolve_name(name)
            // A call that this libseccomp does not know is none that it could refuse.
            guard number != __NR_SCMP_ERROR else { continue }
            guard seccomp_rule_add_array(filter, chatelaine_seccomp_refuse, number, 0, nil) == 0 else {
                return "libseccomp has no rule for “\(name)”"
            }
        }
        let result = seccomp_load(filter)
        return result == 0 ? nil : String(cString: strerror(-result))
    }

    /// No core file, whatever becomes of the process.
    static func forbidCores() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// As many connections as the system allows.
    static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Bytes that the keys of a keychain take, with room for passcodes.
    private static let lockedBytes = 1 << 20

    /// - Returns: nil, or why keys could be written to swap space.
    static func problemWithLockedMemory() -> String? {
        guard let memory = mmap(nil, lockedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { return nil }
        defer { munmap(memory, lockedBytes) }
        guard mlock(memory, lockedBytes) != 0 else { return nil }
        return "keys cannot be kept out of swap space: \(String(cString: strerror(errno)))"
    }
}
