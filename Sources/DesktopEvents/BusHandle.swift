import CSystemd
import Glibc

/// One connection to one bus, from the attempt to connect to its end. None of its functions blocks.
///
/// Not thread-safe: it belongs to the thread that made it.
final class BusHandle {
    enum State {
        /// There is no socket, or no process listens on it: the directories above it are watched (inotify(7)).
        case waitingForSocket
        case connecting
        case ready
        case ended
    }

    private let bus: OpaquePointer

    /// The number of messages that are handled before other connections have their turn.
    private static let batch = 64

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: a D-Bus server address.
    ///   - takesDescriptors: whether other programs may send descriptors along with their messages.
    init(address: String, takesDescriptors: Bool) throws(BusError) {
        var new: OpaquePointer?
        try BusError.check(sd_bus_new(&new))
        guard let new else { throw BusError(code: ENOMEM) }
        bus = new
        try BusError.check(sd_bus_set_address(bus, address))
        try BusError.check(sd_bus_set_bus_client(bus, 1))
        try BusError.check(sd_bus_set_watch_bind(bus, 1))
        try BusError.check(sd_bus_negotiate_fds(bus, takesDescriptors ? 1 : 0))
        try BusError.check(sd_bus_start(bus))
    }

    deinit { sd_bus_close_unref(bus) }

    var state: State {
        guard sd_bus_is_open(bus) > 0 else { return .ended }
        if sd_bus_is_ready(bus) > 0 { return .ready }
        var status = stat()
        let isSocket = fstat(sd_bus_get_fd(bus), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
        return isSocket ? .connecting : .waitingForSocket
    }

    /// The descriptor and the events for poll(2). They have to be read again after each ``process()``.
    var awaited: pollfd {
        pollfd(
            fd: max(sd_bus_get_fd(bus), -1), events: Int16(truncatingIfNeeded: max(sd_bus_get_events(bus), 0)),
            revents: 0)
    }

    /// The time at which ``process()`` must be called even without input, in microseconds of the monotonic clock; `nil` for none.
    var deadline: UInt64? {
        var deadline = UInt64.max
        guard sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max else { return nil }
        return deadline
    }

    /// Handles received messages and sends pending ones.
    func process() throws(BusError) {
        for _ in 0..<Self.batch {
            let result = sd_bus_process(bus, nil)
            try BusError.check(result)
            if result == 0 { return }
        }
    }

    /// Subscribes to messages and calls `body` with each.
    ///
    /// It is also called with other messages: the bus delivers messages to this connection without a subscription, too, and libsystemd
    /// accepts any unique name for any well-known one. So `body` has to check the sender itself.
    ///
    /// - Parameter rule: a match rule of the D-Bus specification.
    func match(_ rule: String, _ body: @escaping (Message) -> Void) throws(BusError) {
        try attach(body) { slot, context in
            sd_bus_add_match_async(bus, &slot, rule, Handler.dispatch, nil, context)
        }
    }

    /// Calls a method whose arguments are strings.
    ///
    /// - Parameters:
    ///   - timeout: the time in microseconds after which the call fails.
    ///   - body: receives the answer, or `nil` if the call failed or a sender other than `destination` answered.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String],
        timeout: UInt64, _ body: @escaping (Message?) -> Void
    ) throws(BusError) {
        var message: OpaquePointer?
        defer { sd_bus_message_unref(message) }
        try BusError.check(sd_bus_message_new_method_call(bus, &message, destination, path, interface, member))
        for argument in arguments {
            let result = argument.withCString {
                sd_bus_message_append_basic(message, CChar(truncatingIfNeeded: UInt8(ascii: "s")), $0)
            }
            try BusError.check(result)
        }
        let answer = { (answer: Message) in body(answer.isError || answer.sender != destination ? nil : answer) }
        try attach(answer) { slot, context in
            sd_bus_call_async(bus, &slot, message, Handler.dispatch, context, timeout)
        }
    }

    /// Binds a handler to the slot that `make` creates; the bus keeps both for as long as it needs them.
    private func attach(
        _ body: @escaping (Message) -> Void,
        _ make: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
    ) throws(BusError) {
        let handler = Unmanaged.passRetained(Handler(body))
        var slot: OpaquePointer?
        let result = make(&slot, handler.toOpaque())
        guard result >= 0, slot != nil else {
            handler.release()
            throw BusError(code: result < 0 ? -result : ENOMEM)
        }
        sd_bus_slot_set_destroy_callback(slot, Handler.destroy)
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
    }
}

/// A closure in the form of a C callback.
private final class Handler {
    private let body: (Message) -> Void

    init(_ body: @escaping (Message) -> Void) { self.body = body }

    static let dispatch: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().body(Message(message))
        return 0
    }

    static let destroy: sd_bus_destroy_t = { context in
        guard let context else { return }
        Unmanaged<Handler>.fromOpaque(context).release()
    }
}
