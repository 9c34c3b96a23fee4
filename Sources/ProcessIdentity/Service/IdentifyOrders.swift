import CLinux
import Glibc
import LinuxSupport

/// The helper as a source of further helpers, for an agent that may not start any after it has confined itself, or that has given up the
/// capabilities which the helper needs.
///
/// An order is one packet: one byte with the kind of order, accompanied by the end of a connection. A child process carries out each order
/// and lives until the other end is closed. Packets that are not orders are dropped.
package enum IdentifyOrders {
    enum Order: UInt8 {
        /// Answer requests on the connection, as `IdentifyLoop` does.
        case answerRequests = 1
        /// Take orders on the connection.
        case takeOrders = 2
    }

    /// The argument with which the helper's program takes orders instead of requests.
    package static let argument = "--orders"

    /// The number of seconds that a request may take before the child that handles it ends; longer than any caller waits for the answer.
    private static let requestTimeLimit: UInt32 = 10

    /// Carries out orders until the other end is closed. The process must have only one thread.
    ///
    /// - Parameter socket: the helper's end of the connection.
    package static func run(socket: Int32 = IdentifyLoop.socket) {
        // Children leave no zombies.
        signal(SIGCHLD, SIG_IGN)
        while true {
            var (byte, end): (UInt8, Int32) = (0, -1)
            let length = clinux_receive_packet(socket, &byte, 1, &end)
            guard length > 0 else { return }
            guard end >= 0 else { continue }
            guard length == 1, let order = Order(rawValue: byte), clinux_fork() == 0 else {
                close(end)
                continue
            }
            close(socket)
            switch order {
            case .answerRequests: IdentifyLoop.run(socket: end, requestTimeLimit: requestTimeLimit)
            case .takeOrders: run(socket: end)
            }
            exit(0)
        }
    }
}

/// A connection to a helper that takes orders.
///
/// The helper lives as long as a connection to it is open, and each of its children as long as the connection to that child.
package final class IdentifyHelper: Sendable {
    private let process: HelperProcess
    /// The process id of the helper, if this object has started it.
    private let pid: pid_t?

    /// Starts a helper. It inherits the ambient capabilities of this process (capabilities(7)), and is killed when the calling thread ends.
    ///
    /// - Parameter helper: absolute path of `chatelaine-identify`.
    /// - Throws: `.unanswered` if it cannot be started.
    package init(starting helper: String) throws(IdentificationFailure) {
        let ends = try PacketPair.made()
        // No separate thread waits for it: such a thread would exist before this process restricts itself.
        guard let pid = ChildStart.spawn([helper, IdentifyOrders.argument], descriptors: [ends.theirs.number]) else {
            throw .unanswered
        }
        self.pid = pid
        process = HelperProcess(socket: ends.takeOurs())
    }

    deinit {
        // The child has not been waited for, so its process id cannot have been reused.
        guard let pid, kill(pid, SIGKILL) == 0 else { return }
        waitForChild(pid)
    }

    /// Takes over a connection from another process.
    ///
    /// - Parameter descriptor: belongs to this object from now on.
    package init?(descriptor: Int32) {
        guard let descriptor = Descriptor(descriptor) else { return nil }
        pid = nil
        process = HelperProcess(socket: descriptor)
    }

    /// Makes a child of the helper that answers requests.
    func makeChild() throws(IdentificationFailure) -> HelperProcess {
        HelperProcess(socket: try order(.answerRequests))
    }

    /// Makes a further connection to the helper, to be passed to another process.
    ///
    /// - Returns: a descriptor that belongs to the caller.
    /// - Throws: `.unanswered` if the helper has ended.
    package func makeConnection() throws(IdentificationFailure) -> Int32 {
        let end = try order(.takeOrders)
        let copy = fcntl(end.number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .unanswered }
        return copy
    }

    private func order(_ order: IdentifyOrders.Order) throws(IdentificationFailure) -> Descriptor {
        let ends = try PacketPair.made()
        guard process.send([order.rawValue], with: ends.theirs.number) else { throw .unanswered }
        return ends.takeOurs()
    }
}
