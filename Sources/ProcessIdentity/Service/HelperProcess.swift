import CLinux
import Dispatch
import Glibc
import LinuxSupport
import Synchronization

/// A running helper and this process's end of the connection to it.
///
/// The helper inherits nothing: no environment, no descriptor except its end of the connection, no terminal.
final class HelperProcess: Sendable {
    /// A descriptor of the helper that stays valid if its process id is reused; `nil` if another process has started it.
    private let pidfd: Descriptor?
    let socket: Descriptor

    /// The pidfd of the helper; -1 if another process has started it.
    var pidfdNumber: Int32 {
        switch pidfd {
        case .some(let pidfd): pidfd.number
        case .none: -1
        }
    }

    /// Starts a program.
    ///
    /// - Parameter command: absolute path and arguments.
    /// - Throws: `.unanswered` if it cannot be started.
    init(command: [String]) throws(IdentificationFailure) {
        let ends = try PacketPair.made()
        let start = HelperThread(command: command, socket: ends.theirs.number)
        guard start.run(), start.pidfd >= 0 else { throw .unanswered }
        pidfd = Descriptor(start.pidfd)
        socket = ends.takeOurs()
    }

    /// Connects to a helper that another process has started, at the other end of a connection.
    init(socket: consuming Descriptor) {
        pidfd = nil
        self.socket = socket
    }

    deinit { kill() }

    /// Ends the helper, even in the middle of a file that it cannot read to the end. One that another process has started ends
    /// by itself, when its end of the connection has nothing more to read and its time for the question is over.
    func kill() {
        if pidfdNumber >= 0 { _ = clinux_pidfd_send_signal(pidfdNumber, SIGKILL) }
        shutdown(socket.number, Int32(SHUT_WR))
    }

    /// Whether it has ended. One that was killed goes on as long as a file system has it wait.
    var hasEnded: Bool {
        var question = pollfd(fd: socket.number, events: 0, revents: 0)
        return retrying { poll(&question, 1, 0) } > 0 && question.revents & Int16(POLLHUP) != 0
    }

    /// Sends a packet with a descriptor; returns whether it could be sent.
    func send(_ bytes: [UInt8], with descriptor: Int32) -> Bool {
        clinux_send_packet(socket.number, bytes, bytes.count, descriptor) == bytes.count
    }

    /// Waits until the helper has sent a packet or has ended; returns false if the deadline passes before.
    func waitForPacket(until deadline: DispatchTime) -> Bool {
        while true {
            let now = DispatchTime.now()
            guard now < deadline else { return false }
            // Rounded up: else the loop would spin during the last part of a millisecond.
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
/// A helper asks the kernel to be killed when its parent dies, and its parent is the thread that started it. That thread therefore lives as
/// long as the helper, and reaps it.
private final class HelperThread: Sendable {
    private let command: [String]
    private let socket: Int32
    private let started = DispatchSemaphore(value: 0)
    private let result = Mutex<Int32>(-1)

    init(command: [String], socket: Int32) {
        self.command = command
        self.socket = socket
    }

    /// The pidfd of the helper, or -1.
    var pidfd: Int32 { result.withLock { $0 } }

    /// Returns when the helper has been started, or could not be started.
    func run() -> Bool {
        guard QuietThread.start({ self.spawnAndWait() }) else { return false }
        started.wait()
        return true
    }

    private func spawnAndWait() {
        let pid = ChildStart.spawn(command, descriptors: [socket])
        // The child has not been waited for, so its process id cannot have been reused.
        if let pid { result.withLock { $0 = clinux_pidfd_open(pid) } }
        started.signal()
        if let pid { waitForChild(pid) }
    }
}
