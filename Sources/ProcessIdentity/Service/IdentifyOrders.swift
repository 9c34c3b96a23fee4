import CLinux
import Glibc
import LinuxSupport

/// The helper as the origin of further helpers, for an agent that may not start any once it has confined itself, or that has
/// given up the capabilities which the helper needs.
///
/// An order is one packet: one byte that says what is wanted, and with it the end of a connection. Each order is carried out by a
/// child of its own, which lives until the other end is closed. What is no order is dropped.
public enum IdentifyOrders {
    enum Order: UInt8 {
        /// Answer questions there, as `IdentifyLoop` does.
        case answerQuestions = 1
        /// Take orders there.
        case takeOrders = 2
    }

    /// The argument with which the helper's program takes orders in place of questions.
    public static let argument = "--orders"

    /// Seconds that a question may take before the child that is at it ends. More than anybody waits for the answer.
    private static let mostTime: UInt32 = 10

    /// Carries out orders until the other end is closed. Must be the only thread of its process.
    ///
    /// - Parameter socket: the helper's end of the connection.
    public static func run(socket: Int32 = IdentifyLoop.socket) {
        // Children leave nothing behind to be waited for.
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
            case .answerQuestions: IdentifyLoop.run(socket: end, timeOfQuestion: mostTime)
            case .takeOrders: run(socket: end)
            }
            exit(0)
        }
    }
}

/// The way to a helper that takes orders.
///
/// The helper lives as long as something has a way to it, and its children as long as somebody has a connection to them.
public final class IdentifyHelper: Sendable {
    private let process: HelperProcess
    /// Of the helper, if this object has started it.
    private let pid: pid_t?

    /// Starts a helper. It gets what this process has in ambient capabilities (capabilities(7)), and is killed when the calling thread
    /// ends.
    ///
    /// - Parameter helper: absolute path of `chatelaine-identify`.
    /// - Throws: `.unanswered` if it cannot be started.
    public init(starting helper: String) throws(IdentificationFailure) {
        let ends = try PacketPair.made()
        // No thread of its own waits for it, which would be there before this process restricts itself.
        guard let pid = ChildStart.spawn([helper, IdentifyOrders.argument], descriptors: [ends.theirs.number]) else {
            throw .unanswered
        }
        self.pid = pid
        process = HelperProcess(socket: ends.takeOurs())
    }

    deinit {
        // Not waited for yet, the number is still its own.
        guard let pid, kill(pid, SIGKILL) == 0 else { return }
        _ = retrying { waitpid(pid, nil, 0) }
    }

    /// A way that another process has handed over.
    ///
    /// - Parameter descriptor: belongs to this object from now on.
    public init?(descriptor: Int32) {
        guard let descriptor = Descriptor(descriptor) else { return nil }
        pid = nil
        process = HelperProcess(socket: descriptor)
    }

    /// A child of the helper's that answers questions.
    func makeChild() throws(IdentificationFailure) -> HelperProcess {
        HelperProcess(socket: try order(.answerQuestions))
    }

    /// Makes a further way to the helper, to be handed to another process.
    ///
    /// - Returns: a descriptor that belongs to the caller.
    /// - Throws: `.unanswered` if the helper has ended.
    public func makeWay() throws(IdentificationFailure) -> Int32 {
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
