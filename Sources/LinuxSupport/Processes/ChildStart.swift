import CLinux
import Glibc

/// Starts programs that inherit nothing from this process except what they are given: no environment, no other descriptor, no terminal, no
/// blocked or ignored signal.
package enum ChildStart {
    /// The number of the first descriptor in the new process; the others follow.
    package static let firstDescriptor: Int32 = 3

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: absolute path and arguments.
    ///   - descriptors: remain owned by the caller.
    ///   - keepsErrors: whether the program's standard error is that of this process.
    /// - Returns: its process id, or `nil` if it cannot be started.
    package static func spawn(_ command: [String], descriptors: [Int32], keepsErrors: Bool = false) -> pid_t? {
        guard let path = command.first else { return nil }
        let next = firstDescriptor + Int32(descriptors.count)
        // Copies with numbers above those that the descriptors are to have.
        let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, next) }
        defer { for copy in copies where copy >= 0 { close(copy) } }
        guard !copies.contains(where: { $0 < 0 }) else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in 0...(keepsErrors ? 1 : 2) {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        for (index, copy) in copies.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, copy, firstDescriptor + Int32(index))
        }
        clinux_spawn_close_from(&actions, next)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | clinux_spawn_session
        posix_spawnattr_setflags(&attributes, flags)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var pid: pid_t = 0
        return posix_spawn(&pid, path, &actions, &attributes, &arguments, &environment) == 0 ? pid : nil
    }
}
