import CBus
import CLinux
import Glibc

/// A private connection to the bus, which ends with this object. All calls wait on the calling thread, with a time limit.
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

    private let bus: OpaquePointer
    /// The flag that ends waiting early; `nil` during the final calls, which have to be made.
    package var cancellation: Cancellation?

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the address of the bus.
    ///   - trustedUser: the user who has to have made the socket; with any other the handshake is not completed.
    ///   - cancellation: ends the waiting.
    ///   - patience: the time limit for the bus to greet, in microseconds.
    package init(
        address: String, trustedUser: uid_t, cancellation: Cancellation?, patience: UInt64
    ) throws(Failure) {
        self.cancellation = cancellation
        guard cbus_load() == 0 else { throw .noBus(ELIBACC) }
        var new: OpaquePointer?
        guard cbus_new(&new) >= 0, let new else { throw .noBus(ENOMEM) }
        bus = new
        for result in [
            cbus_set_address(bus, address), cbus_set_bus_client(bus, 1), cbus_negotiate_fds(bus, 0),
            cbus_start(bus),
        ] where result < 0 { throw .noBus(-result) }
        let deadline = MonotonicTime.now &+ patience
        while cbus_is_ready(bus) <= 0 {
            guard peer == trustedUser else { throw .untrusted }
            do throws(Failure) { _ = try turn(until: deadline) } catch {
                if case .ended = error { throw .noBus(ECONNRESET) }
                throw error
            }
            guard MonotonicTime.now < deadline else { throw .noBus(ETIMEDOUT) }
        }
        // libsystemd may have continued with another of the addresses.
        guard peer == trustedUser else { throw .untrusted }
    }

    deinit { cbus_close_unref(bus) }

    /// The user who made the socket that this process is connected to; `nil` if the kernel does not report it.
    private var peer: uid_t? {
        var credentials = clinux_credentials()
        return clinux_peer(cbus_get_fd(bus), &credentials) == 0 ? credentials.uid : nil
    }

    /// Sends a call and does not wait for the answer.
    ///
    /// - Returns: the cookie by which the answer is recognized.
    package func send(_ call: BusCall) throws(Failure) -> UInt64 {
        var message: OpaquePointer?
        defer { cbus_message_unref(message) }
        var result = cbus_message_new_method_call(
            bus, &message, call.destination, call.path, call.interface, call.member)
        for argument in call.arguments where result >= 0 { result = argument.append(to: message) }
        if result >= 0, call.mayAskPerson { result = cbus_message_set_allow_interactive_authorization(message, 1) }
        var cookie: UInt64 = 0
        if result >= 0 { result = cbus_send(bus, message, &cookie) }
        guard result >= 0 else { throw .ended }
        return cookie
    }

    /// Waits for the next message.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; `nil` waits until the connection ends.
    /// - Returns: `nil` if no message arrived in time.
    package func next(until deadline: UInt64?) throws(Failure) -> BusMessage? {
        while true {
            if let deadline, MonotonicTime.now >= deadline { return nil }
            if let message = try turn(until: deadline) { return message }
        }
    }

    /// Runs one step of libsystemd, or one wait for the next.
    private func turn(until deadline: UInt64?) throws(Failure) -> BusMessage? {
        if let cancellation, cancellation.isCancelled { throw .cancelled }
        var message: OpaquePointer?
        let result = cbus_process(bus, &message)
        if let message { return BusMessage(message) }
        guard result >= 0, cbus_is_open(bus) > 0 else { throw .ended }
        if result == 0 { wait(until: deadline) }
        return nil
    }

    private func wait(until deadline: UInt64?) {
        var wanted = [
            pollfd(fd: cbus_get_fd(bus), events: Int16(clamping: max(cbus_get_events(bus), 0)), revents: 0),
            pollfd(fd: cancellation?.event ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var own = UInt64.max
        if cbus_get_timeout(bus, &own) < 0 { own = .max }
        let earliest = min(own, deadline ?? .max)
        _ = poll(&wanted, nfds_t(wanted.count), MonotonicTime.milliseconds(until: earliest))
    }
}

/// A method call.
package struct BusCall {
    package let destination: String
    package let path: String
    package let interface: String
    package let member: String
    package var arguments: [BusArgument] = []
    /// Whether polkit may ask the user for a password.
    package var mayAskPerson = false

    /// Creates a call of the method `member` of an object.
    ///
    /// - Parameters:
    ///   - destination: the bus name of the object's owner.
    ///   - path: the path of the object.
    package init(
        destination: String, path: String, interface: String, member: String, arguments: [BusArgument] = [],
        mayAskPerson: Bool = false
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.mayAskPerson = mayAskPerson
    }
}

/// The monotonic clock, in microseconds.
package enum MonotonicTime {
    /// Microseconds since an unspecified moment.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000 &+ UInt64(time.tv_nsec) / 1000
    }

    /// Returns the timeout for poll(2) in milliseconds; -1 for none.
    package static func milliseconds(until time: UInt64) -> Int32 {
        guard time != .max else { return -1 }
        let now = now
        guard time > now else { return 0 }
        return Int32(clamping: (time - now).addingReportingOverflow(999).partialValue / 1000)
    }
}
