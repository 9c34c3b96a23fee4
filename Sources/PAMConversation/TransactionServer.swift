import AccountPassword
import CLinux
import Glibc
import LinuxSupport

/// A server that takes orders for transactions, and starts a child process for each.
///
/// A child is killed, together with the processes in its process group, when the caller closes its end of the connection, when it takes too
/// long, and when this process ends for any reason. The child cannot ensure this itself: modules may block anywhere, and replace signal
/// handlers.
package struct TransactionServer {
    /// One running child. Contains plain descriptor numbers, because a new child closes all those of the others.
    private struct Running {
        let pid: pid_t
        let pidfd: Int32
        /// The child's end of the connection, to detect that the other end is closed; -1 if the child was killed.
        var connection: Int32
        let deadline: ContinuousClock.Instant
    }

    /// The descriptor of the helper's end of the connection for orders.
    package static let socket = ChildStart.firstDescriptor
    /// The maximum number of simultaneous transactions.
    package static let most = 16
    /// The time limit of a transaction. The caller's limit is shorter, so that it can report the reason.
    private static let limit = Duration.seconds(HelperMessage.timeLimit + 5)

    private let service: PAMService
    private let socket: Int32
    private var running: [Running] = []

    /// - Parameter socket: the helper's end.
    package init(_ service: PAMService, socket: Int32 = socket) {
        self.service = service
        self.socket = socket
    }

    /// Carries out orders until the other end is closed. The process must have only one thread.
    package mutating func run() {
        while true {
            var events = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
            for child in running {
                events.append(pollfd(fd: child.pidfd, events: Int16(POLLIN), revents: 0))
                // Only the end of this connection is of interest here.
                events.append(pollfd(fd: child.connection, events: 0, revents: 0))
            }
            guard poll(&events, nfds_t(events.count), timeout) >= 0 || errno == EINTR else { break }
            // In reverse order, so that removal does not move the remaining entries.
            for index in running.indices.reversed() {
                if events[2 * index + 1].revents != 0 {
                    reap(index)
                } else if events[2 * index + 2].revents != 0 || running[index].deadline <= .now {
                    kill(index)
                }
            }
            if events[0].revents != 0, !takeOrder() { break }
        }
        for index in running.indices { kill(index) }
    }

    /// The time in milliseconds until the first child has taken too long; -1 if there is none.
    private var timeout: Int32 {
        let first = running.filter { $0.connection >= 0 }.map(\.deadline).min()
        return first.map { Int32(clamping: max(0, ($0 - .now).components.seconds) + 1) * 1000 } ?? -1
    }

    /// Takes an order; returns false at the end of the connection.
    private mutating func takeOrder() -> Bool {
        let capacity = 1 + HelperMessage.maximumNameLength
        guard let packet = Packet(from: socket, capacity: capacity) else { return false }
        let (bytes, length) = (packet.bytes, packet.length)
        guard let end = packet.takeAttached() else { return true }
        guard length <= capacity, bytes.first == HelperMessage.order, running.count < Self.most else { return true }
        start(String(decoding: bytes.dropFirst(), as: UTF8.self), end)
        return true
    }

    private mutating func start(_ user: String, _ connection: borrowing Descriptor) {
        let parent = getpid()
        let end = fcntl(connection.number, F_DUPFD_CLOEXEC, 0)
        guard end >= 0 else { return }
        let pid = clinux_fork()
        if pid == 0 {
            closeAll()
            close(connection.number)
            carryOut(user, end, parent)
        }
        // Parent and child both set the process group, because either may run first.
        if pid > 0 { setpgid(pid, pid) }
        let pidfd = pid > 0 ? clinux_pidfd_open(pid) : -1
        guard pidfd >= 0 else {
            close(end)
            if pid > 0 { Self.end(pid) }
            return
        }
        running.append(Running(pid: pid, pidfd: pidfd, connection: end, deadline: .now + Self.limit))
    }

    /// Closes the parent's descriptors in a child. Connections that the child kept open would hide that their other ends were closed.
    private func closeAll() {
        close(socket)
        for other in running {
            close(other.pidfd)
            if other.connection >= 0 { close(other.connection) }
        }
    }

    /// Runs a transaction in a child.
    private func carryOut(_ user: String, _ connection: Int32, _ parent: pid_t) -> Never {
        guard clinux_kill_with_parent(parent) == 0 else { _exit(1) }
        let outcome = HelperReply.outcome(PAMTransaction(service, user: user).run(connection: connection)).bytes
        _ = clinux_send_packet(connection, outcome, outcome.count, -1)
        _exit(0)
    }

    private mutating func kill(_ index: Int) {
        let child = running[index]
        guard child.connection >= 0 else { return }
        Self.killGroup(child.pid)
        close(child.connection)
        // Its end may take some time; it is reaped afterwards.
        running[index].connection = -1
    }

    private mutating func reap(_ index: Int) {
        let child = running.remove(at: index)
        Self.end(child.pid)
        close(child.pidfd)
        if child.connection >= 0 { close(child.connection) }
    }

    /// Kills a child and the processes that its modules have left running. The child has not been waited for, so its process id cannot have
    /// been reused.
    private static func killGroup(_ pid: pid_t) {
        Glibc.kill(-pid, SIGKILL)
        Glibc.kill(pid, SIGKILL)
    }

    private static func end(_ pid: pid_t) {
        killGroup(pid)
        waitForChild(pid)
    }
}
