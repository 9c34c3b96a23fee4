import CLinux
import Dispatch
import Glibc
import LinuxSupport
import Synchronization

/// A running helper and our end of the connection to it.
///
/// The helper has nothing of ours: no environment, no descriptor but its end of the connection, no terminal.
final class HelperProcess: Sendable {
    /// The helper itself, whatever becomes of its number; nil if another process has started it.
    private let pidfd: Descriptor?
    let socket: Descriptor

    /// -1 if another process has started it.
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
        let start = HelperStart(command: command, socket: ends.theirs.number)
        guard start.run(), start.pidfd >= 0 else { throw .unanswered }
        pidfd = Descriptor(start.pidfd)
        socket = ends.takeOurs()
    }

    /// One that another process has started, at the other end of a connection.
    init(socket: consuming Descriptor) {
        pidfd = nil
        self.socket = socket
    }

    deinit { kill() }

    /// Ends the helper, even in the middle of a file that it cannot read to the end. One that another process has started ends
    /// by itself, when the connection is closed and its time for the question is over.
    func kill() { if pidfdNumber >= 0 { _ = clinux_pidfd_send_signal(pidfdNumber, SIGKILL) } }

    /// Sends a packet with a descriptor; whether it could be sent.
    func send(_ bytes: [UInt8], with descriptor: Int32) -> Bool {
        clinux_send_packet(socket.number, bytes, bytes.count, descriptor) == bytes.count
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
        guard QuietThread.start({ self.spawnAndWait() }) else { return false }
        started.wait()
        return true
    }

    private func spawnAndWait() {
        let pid = ChildStart.spawn(command, descriptors: [socket])
        // Not waited for yet, the number is still its own.
        if let pid { result.withLock { $0 = clinux_pidfd_open(pid) } }
        started.signal()
        if let pid { _ = retrying { waitpid(pid, nil, 0) } }
    }
}
