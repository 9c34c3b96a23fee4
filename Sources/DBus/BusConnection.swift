import Glibc
import LinuxSupport

/// A private connection to the bus, which ends with this object. Its functions block the calling thread, each with a deadline.
///
/// libsystemd would match answers and signals with callbacks by itself, but takes any unique name for any well-known one and
/// an answer from any connection. So every message is examined here.
package final class BusConnection {
    /// The reason why the connection cannot be used any more.
    package enum Failure: Error {
        /// There is no bus at the address; an errno value.
        case noBus(Int32)
        /// The connection has ended.
        case ended
        case cancelled
        /// Another user than the trusted one made the socket.
        case untrusted
    }

    private let bus: BusHandle
    /// Ends the waiting before its time; nil while work is done that has to be finished.
    package var cancellation: Cancellation?

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: of the bus.
    ///   - trustedUser: the user who has to have made the socket. Nothing is said to any other.
    ///   - cancellation: ends the waiting.
    ///   - patience: microseconds that the bus has to greet us.
    package init(
        address: String, trustedUser: uid_t, cancellation: Cancellation?, patience: UInt64
    ) throws(Failure) {
        self.cancellation = cancellation
        do throws(BusError) {
            bus = try BusHandle(address: address, takesDescriptors: false, waitsForSocket: false)
        } catch {
            throw .noBus(error.code)
        }
        let deadline = MonotonicTime.now &+ patience
        while !bus.isReady {
            guard bus.peer == trustedUser else { throw .untrusted }
            do throws(Failure) { _ = try turn(until: deadline) } catch {
                if case .ended = error { throw .noBus(ECONNRESET) }
                throw error
            }
            guard MonotonicTime.now < deadline else { throw .noBus(ETIMEDOUT) }
        }
        // libsystemd may have gone on to another of the addresses.
        guard bus.peer == trustedUser else { throw .untrusted }
    }

    /// Sends a call and does not wait for the answer.
    ///
    /// - Returns: the number that the answer refers to (``BusMessage/answers(_:)``).
    package func send(_ call: BusCall) throws(Failure) -> UInt64 {
        do throws(BusError) { return try bus.send(call) } catch { throw .ended }
    }

    /// Waits for the next message.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; nil: waits until the connection ends.
    /// - Returns: nil if nothing came in time.
    package func next(until deadline: UInt64?) throws(Failure) -> BusMessage? {
        while true {
            if let deadline, MonotonicTime.now >= deadline { return nil }
            if let message = try turn(until: deadline) { return message }
        }
    }

    /// Takes one step of libsystemd's, or waits once for the next.
    private func turn(until deadline: UInt64?) throws(Failure) -> BusMessage? {
        if let cancellation, cancellation.isCancelled { throw .cancelled }
        var message: BusMessage?
        let hasWorked: Bool
        do throws(BusError) { hasWorked = try bus.step(&message) } catch { throw .ended }
        if let message { return message }
        guard bus.isOpen else { throw .ended }
        if !hasWorked { wait(until: deadline) }
        return nil
    }

    private func wait(until deadline: UInt64?) {
        var wanted = [bus.awaited, pollfd(fd: cancellation?.event ?? -1, events: Int16(POLLIN), revents: 0)]
        let earliest = min(bus.deadline ?? .max, deadline ?? .max)
        _ = poll(&wanted, nfds_t(wanted.count), MonotonicTime.milliseconds(until: earliest))
    }
}
