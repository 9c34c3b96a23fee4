import Glibc

/// Resource limits for a process that holds keys.
package enum ProcessLimits {
    /// Disables core files.
    package static func forbidCores() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Raises the limit of open files to the maximum that the system allows, for many connections.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// The size of a keychain's keys in bytes, with room for passcodes.
    private static let lockedBytes = 1 << 20

    /// Checks that memory for keys can be locked.
    ///
    /// - Returns: `nil`, or the reason for which keys could be written to swap space.
    package static func problemWithLockedMemory() -> String? {
        guard let memory = mmap(nil, lockedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { return nil }
        defer { munmap(memory, lockedBytes) }
        guard mlock(memory, lockedBytes) != 0 else { return nil }
        return "keys cannot be kept out of swap space: \(String(cString: strerror(errno)))"
    }
}
