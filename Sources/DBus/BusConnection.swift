import Glibc
import LinuxSupport

/// A private connection to the bus, which ends with this object. Its functions wait on the calling thread, until a deadline if there is
/// one.
///
/// libsystemd could match answers and signals by callbacks itself, but it accepts any unique name for any well-known one, and an answer
/// from any sender. So every message is checked here.
package final class BusConnection {
    /// The reason for which the connection cannot be used.
    package enum Failure: Error {
        /// There is no bus at the address.
        case noBus(Int32)
        /// The connection has ended.
        case ended
        case cancelled
        /// A user other than the trusted one made the socket.
        case untrusted
    }

    private let bus: BusHandle
    /// The flag that ends waiting early; `nil` during the final calls, which have to be made.
    package var cancellation: Cancellation?

    /// Connects to the bus.
    ///
    /// - Parameters:
    ///   - address: the address of the bus.
    ///   - trustedUser: the user who has to have made the socket; with any other the handshake is not completed.
    ///   - cancellation: ends the waiting.
    ///   - timeout: the time limit for the bus to greet, in microseconds.
    package init(
        address: String, trustedUser: uid_t, cancellation: Cancellation?, timeout: UInt64
    ) throws(Failure) {
        self.cancellation = cancellation
        do throws(BusError) {
            bus = try BusHandle(address: address, takesDescriptors: false, waitsForSocket: false)
        } catch {
            throw .noBus(error.code)
        }
        let deadline = MonotonicTime.now &+ timeout
        while !bus.isReady {
            guard bus.peer == trustedUser else { throw .untrusted }
            do throws(Failure) { _ = try step(until: deadline) } catch {
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
    /// - Returns: the cookie by which the answer is recognized.
    package func send(_ call: BusCall) throws(Failure) -> UInt64 {
        do throws(BusError) { return try bus.send(call) } catch { throw .ended }
    }

    /// Waits for the next message.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; `nil` waits until the connection ends.
    /// - Returns: `nil` if no message arrived in time.
    package func next(until deadline: UInt64?) throws(Failure) -> BusMessage? {
        while true {
            if let deadline, MonotonicTime.now >= deadline { return nil }
            if let message = try step(until: deadline) { return message }
        }
    }

    /// Runs one step of libsystemd, or one wait for the next.
    private func step(until deadline: UInt64?) throws(Failure) -> BusMessage? {
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
