import CIdentify
import Dispatch
import Glibc
import Synchronization

/// A running helper and our end of the connection to it.
///
/// The helper has nothing of ours: no environment, no descriptor but its end of the connection, no terminal.
final class HelperProcess: Sendable {
    /// The helper itself, whatever becomes of its number.
    let pidfd: Descriptor
    let socket: Descriptor

    /// Starts a program.
    ///
    /// - Parameter command: absolute path and arguments.
    /// - Throws: `.unanswered` if it cannot be started.
    init(command: [String]) throws(IdentificationFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let ours = Descriptor(ends[0]), let theirs = Descriptor(ends[1])
        else { throw .unanswered }
        let start = HelperStart(command: command, socket: theirs.number)
        guard start.run(), let pidfd = Descriptor(start.pidfd) else { throw .unanswered }
        self.pidfd = pidfd
        socket = ours
    }

    deinit { kill() }

    /// Ends the helper, even in the middle of a file that it cannot read to the end.
    func kill() { _ = cidentify_pidfd_send_signal(pidfd.number, SIGKILL) }

    /// Sends a packet with a descriptor; whether it could be sent.
    func send(_ bytes: [UInt8], with descriptor: Int32) -> Bool {
        cidentify_send(socket.number, bytes, bytes.count, descriptor) == bytes.count
    }

    /// Waits until the helper has sent something or has ended; false if the time passes before.
    func waitForPacket(until deadline: DispatchTime) -> Bool {
        while true {
            let now = DispatchTime.now()
            guard now < deadline else { return false }
            // Rounded up: else the last part of a millisecond is spent asking again and again.
            let left = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1
            var question = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            let answer = poll(&question, 1, Int32(clamping: left))
            if answer > 0 { return true }
            if answer < 0, errno != EINTR { return false }
        }
    }
}

/// The thread that starts a helper and waits for its end.
///
/// A helper asks the kernel to be killed when its parent dies, and its parent is the thread that started it. So that thread
/// lives as long as the helper, and leaves no zombie of it.
private final class HelperStart: Sendable {
    private let command: [String]
    private let socket: Int32
    private let started = DispatchSemaphore(value: 0)
    private let result = Mutex<Int32>(-1)

    init(command: [String], socket: Int32) {
        self.command = command
        self.socket = socket
    }

    /// Of the helper, or -1.
    var pidfd: Int32 { result.withLock { $0 } }

    /// Returns when the helper has been started, or could not be.
    func run() -> Bool {
        // The program's signals are for its own threads.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let failure = pthread_create(
            &thread, nil,
            { box in
                box.map { Unmanaged<HelperStart>.fromOpaque($0).takeRetainedValue().spawnAndWait() }
                return nil
            }, box.toOpaque())
        guard failure == 0 else {
            box.release()
            return false
        }
        pthread_detach(thread)
        started.wait()
        return true
    }

    private func spawnAndWait() {
        let pid = spawn()
        // Not waited for yet, the number is still its own.
        if let pid { result.withLock { $0 = cidentify_pidfd_open(pid) } }
        started.signal()
        if let pid { _ = retrying { waitpid(pid, nil, 0) } }
    }

    private func spawn() -> pid_t? {
        guard let path = command.first else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, IdentifyLoop.socket)
        for stream: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0) }
        cidentify_spawn_close_from(&actions, IdentifyLoop.socket + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | cidentify_spawn_session
        posix_spawnattr_setflags(&attributes, flags)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var pid: pid_t = 0
        return posix_spawn(&pid, path, &actions, &attributes, &arguments, &environment) == 0 ? pid : nil
    }
}
