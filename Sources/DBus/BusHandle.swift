import CLinux
import Glibc
import LinuxSupport

/// One connection to one bus, from the attempt to connect to its end. None of its functions blocks.
///
/// Not thread-safe: it belongs to the thread that made it.
package final class BusHandle {
    package enum State {
        /// There is no socket, or no process listens on it: the directories above it are watched (inotify(7)).
        case waitingForSocket
        case connecting
        case ready
        case ended
    }

    private let bus: OpaquePointer
    private let systemd: Systemd

    /// The number of messages that are handled before other connections have their turn.
    private static let batch = 64

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: a D-Bus server address.
    ///   - takesDescriptors: whether other programs may send descriptors along with their messages.
    ///   - waitsForSocket: whether to wait for the bus's socket if it does not exist yet.
    package init(address: String, takesDescriptors: Bool, waitsForSocket: Bool) throws(BusError) {
        guard case .success(let systemd) = Systemd.shared else { throw BusError(code: ELIBACC) }
        self.systemd = systemd
        var new: OpaquePointer?
        try BusError.check(systemd.busNew(&new))
        guard let new else { throw BusError(code: ENOMEM) }
        bus = new
        try BusError.check(systemd.setAddress(bus, address))
        try BusError.check(systemd.setBusClient(bus, 1))
        try BusError.check(systemd.setWatchBind(bus, waitsForSocket ? 1 : 0))
        try BusError.check(systemd.negotiateDescriptors(bus, takesDescriptors ? 1 : 0))
        try BusError.check(systemd.start(bus))
    }

    deinit { _ = systemd.closeUnref(bus) }

    package var state: State {
        guard isOpen else { return .ended }
        if isReady { return .ready }
        var status = stat()
        let isSocket = fstat(systemd.descriptor(bus), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
        return isSocket ? .connecting : .waitingForSocket
    }

    package var isOpen: Bool { systemd.isOpen(bus) > 0 }

    /// Whether the handshake with the bus is complete.
    package var isReady: Bool { systemd.isReady(bus) > 0 }

    /// The user whose process made the socket that this is connected to; nil if the kernel does not say.
    package var peer: uid_t? {
        var credentials = clinux_credentials()
        return clinux_peer(systemd.descriptor(bus), &credentials) == 0 ? credentials.uid : nil
    }

    /// The descriptor and the events for poll(2). They have to be read again after each ``process()``.
    package var awaited: pollfd {
        pollfd(
            fd: max(systemd.descriptor(bus), -1), events: Int16(truncatingIfNeeded: max(systemd.events(bus), 0)),
            revents: 0)
    }

    /// The time at which ``process()`` must be called even without input, in microseconds of the monotonic clock; `nil` for none.
    package var deadline: UInt64? {
        var deadline = UInt64.max
        guard systemd.timeout(bus, &deadline) >= 0, deadline != .max else { return nil }
        return deadline
    }

    /// Handles received messages and sends pending ones.
    package func process() throws(BusError) {
        for _ in 0..<Self.batch where try !processOne(nil) { return }
    }

    /// Takes one step: sends, receives, or returns a message that has no handler.
    ///
    /// - Parameter message: receives the message, if there is one.
    /// - Returns: false if there is nothing to do until poll(2) reports an event or ``deadline`` has come.
    package func step(_ message: inout BusMessage?) throws(BusError) -> Bool {
        var pointer: OpaquePointer?
        let result = try processOne(&pointer)
        message = pointer.map { BusMessage($0, systemd) }
        return result
    }

    private func processOne(_ message: UnsafeMutablePointer<OpaquePointer?>?) throws(BusError) -> Bool {
        let result = systemd.process(bus, message)
        try BusError.check(result)
        return result > 0
    }

    /// Sends a call and does not wait for the answer.
    ///
    /// - Returns: the number that the answer refers to (``BusMessage/answers(_:)``).
    package func send(_ call: BusCall) throws(BusError) -> UInt64 {
        let message = try message(call)
        defer { _ = systemd.messageUnref(message) }
        var cookie: UInt64 = 0
        try BusError.check(systemd.send(bus, message, &cookie))
        return cookie
    }

    private func message(_ call: BusCall) throws(BusError) -> OpaquePointer? {
        var message: OpaquePointer?
        var result = systemd.newMethodCall(bus, &message, call.destination, call.path, call.interface, call.member)
        for argument in call.arguments where result >= 0 { result = argument.append(to: message, systemd) }
        if result >= 0, call.allowsInteractiveAuthorization {
            result = systemd.setAllowInteractiveAuthorization(message, 1)
        }
        guard result < 0 else { return message }
        _ = systemd.messageUnref(message)
        throw BusError(code: -result)
    }

    /// Subscribes to messages and calls `body` with each.
    ///
    /// It is also called with other messages: the bus delivers messages to this connection without a subscription, too, and libsystemd
    /// accepts any unique name for any well-known one. So `body` has to check the sender itself.
    ///
    /// - Parameter rule: a match rule of the D-Bus specification.
    package func match(_ rule: String, _ body: @escaping (BusMessage) -> Void) throws(BusError) {
        try attach(body) { slot, context in
            systemd.addMatch(bus, &slot, rule, Handler.dispatch, nil, context)
        }
    }

    /// Sends a call and passes the answer to `body`.
    ///
    /// - Parameters:
    ///   - timeout: the time in microseconds after which the call fails.
    ///   - body: receives the answer, or `nil` if the call failed or a sender other than `destination` answered.
    package func call(
        _ call: BusCall, timeout: UInt64, _ body: @escaping (BusMessage?) -> Void
    ) throws(BusError) {
        let message = try message(call)
        defer { _ = systemd.messageUnref(message) }
        let answer = { (answer: BusMessage) in
            body(answer.isError || answer.sender != call.destination ? nil : answer)
        }
        try attach(answer) { slot, context in
            systemd.callAsync(bus, &slot, message, Handler.dispatch, context, timeout)
        }
    }

    /// Binds a handler to the slot that `make` creates; the bus keeps both for as long as it needs them.
    private func attach(
        _ body: @escaping (BusMessage) -> Void, _ make: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
    ) throws(BusError) {
        let handler = Unmanaged.passRetained(Handler(systemd, body))
        var slot: OpaquePointer?
        let result = make(&slot, handler.toOpaque())
        guard result >= 0, slot != nil else {
            handler.release()
            throw BusError(code: result < 0 ? -result : ENOMEM)
        }
        _ = systemd.slotSetDestroyCallback(slot, Handler.destroy)
        _ = systemd.slotSetFloating(slot, 1)
        _ = systemd.slotUnref(slot)
    }
}

/// A closure in the form of a C callback.
private final class Handler {
    private let systemd: Systemd
    private let body: (BusMessage) -> Void

    init(_ systemd: Systemd, _ body: @escaping (BusMessage) -> Void) { (self.systemd, self.body) = (systemd, body) }

    private func handle(_ message: OpaquePointer) {
        guard let message = systemd.messageRef(message) else { return }
        body(BusMessage(message, systemd))
    }

    static let dispatch: Systemd.MessageHandler = { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().handle(message)
        return 0
    }

    static let destroy: Systemd.Release = { context in
        guard let context else { return }
        Unmanaged<Handler>.fromOpaque(context).release()
    }
}
