import DBus
import Glibc
import LinuxSupport

/// A connection to fprintd over the bus: it identifies and authenticates fprintd, and exchanges messages with it.
///
/// Any program can connect to the bus, and can send signals to this connection. The chain of trust: the socket of the bus, if root made it;
/// then the bus, for the sender of a message and the sender's user; then the owner of fprintd's name, if it runs as root.
final class FprintConnection {
    static let name = "net.reactivated.Fprint"
    static let deviceInterface = "net.reactivated.Fprint.Device"

    /// The time limit for the bus to start fprintd, in microseconds.
    private static let activationTimeout: UInt64 = 25_000_000
    /// The time limit of a call, in microseconds.
    static let callTimeout: UInt64 = 10_000_000
    /// The maximum number of pending signals; a reader sends a few for each finger.
    private static let signalLimit = 256

    let bus: BusConnection
    /// The unique name of fprintd's connection, once it is known.
    private var owner: String?
    /// The reader whose signals are received, once it is known.
    private var device: String?
    private var signals: [BusMessage] = []
    /// The deadline of the final calls.
    private var lastDeadline: UInt64?
    /// Whether fprintd could not stop the reader.
    private(set) var couldNotStop = false

    /// Connects, starts fprintd if it does not run, and checks whether it can be trusted.
    init(_ settings: FingerprintReader, _ cancellation: Cancellation?) throws(ReaderError) {
        if let cancellation, cancellation.event < 0 { throw ReaderError(.failed, "there are too many open files") }
        guard settings.bus.isLocal else {
            throw ReaderError(
                .untrusted, "“\(UntrustedText.forPrompt(settings.bus.address, limit: 200))” is not a local socket")
        }
        do {
            bus = try BusConnection(
                address: settings.bus.address, trustedUser: settings.trustedUser, cancellation: cancellation,
                timeout: Self.callTimeout)
        } catch { throw ReaderError(error) }
        try ask("AddMatch", "type='signal',sender='\(BusCall.busDaemon)',member='NameOwnerChanged',arg0='\(Self.name)'")
        let found = try findOwner()
        guard try ask("GetConnectionUnixUser", found).number() == settings.trustedUser else {
            throw ReaderError(
                .untrusted, "the service that claims to be fprintd does not belong to the system: another user runs it")
        }
        owner = found
    }

    /// Returns the unique name of fprintd's connection. The bus processes requests in order, so its answer is valid until it signals a
    /// change.
    private func findOwner() throws(ReaderError) -> String {
        let started = try answer(
            to: .toDaemon("StartServiceByName", [.string(Self.name), .number(0)]), within: Self.activationTimeout)
        let answer = try answer(to: .toDaemon("GetNameOwner", [.string(Self.name)]), within: Self.callTimeout)
        if let owner = answer.string(), owner.hasPrefix(":") { return owner }
        let why = started.errorText
        throw ReaderError(.noDaemon, "fprintd is not running" + (why.isEmpty ? "" : " (\(why))"))
    }

    /// Returns the object path of fprintd's default reader.
    func defaultDevice() throws(ReaderError) -> String {
        guard let path = try call(manager("GetDefaultDevice")).objectPath() else { throw .noAnswer }
        return path
    }

    /// Whether fprintd still has a reader; true unless it says otherwise.
    func has(_ device: String) -> Bool {
        do throws(ReaderError) {
            return try call(manager("GetDevices"), within: Self.callTimeout / 10).list(of: "o")?.contains(device)
                ?? true
        } catch { return true }
    }

    /// Subscribes to the signals of a reader.
    func listen(to device: String) throws(ReaderError) {
        guard let owner, device.utf8.count <= 200 else { throw .noAnswer }
        try ask("AddMatch", "type='signal',sender='\(owner)',interface='\(Self.deviceInterface)',path='\(device)'")
        self.device = device
    }

    /// Discards the pending signals, which belong to an earlier use of the reader.
    func forgetSignals() { signals = [] }

    /// Waits for the reader's next signal.
    func nextSignal() throws(ReaderError) -> BusMessage {
        while signals.isEmpty {
            if let message = try next(until: nil) { try note(message) }
        }
        return signals.removeFirst()
    }

    /// Calls a method of fprintd.
    ///
    /// - Throws: the error reply of fprintd or the bus.
    @discardableResult
    func call(_ call: BusCall, within timeout: UInt64 = callTimeout) throws(ReaderError) -> BusMessage {
        let answer = try answer(to: call, within: timeout)
        if let refusal = ReaderError(refusal: answer) { throw refusal }
        return answer
    }

    /// Waits for the answer to a call, which may be an error.
    func answer(to call: BusCall, within timeout: UInt64) throws(ReaderError) -> BusMessage {
        let deadline = MonotonicTime.now &+ timeout
        let cookie: UInt64
        do { cookie = try bus.send(call) } catch { throw ReaderError(error) }
        while let message = try next(until: deadline) {
            // The bus may send an error in place of fprintd; an error forged by another program only ends this attempt.
            if message.answers(cookie), message.sender == call.destination || message.errorName != nil {
                return message
            }
            try note(message)
        }
        throw .noAnswer
    }

    /// Makes a final call, whose failure no longer matters: fprintd also stops and releases the reader when the connection ends.
    func finish(_ call: BusCall, within timeout: UInt64) {
        bus.cancellation = nil
        let deadline = lastDeadline ?? MonotonicTime.now &+ timeout
        lastDeadline = deadline
        let now = MonotonicTime.now
        do throws(ReaderError) {
            let answer = try answer(to: call, within: deadline > now ? deadline - now : 0)
            if answer.errorName != nil { couldNotStop = true }
        } catch {}
    }

    private func next(until deadline: UInt64?) throws(ReaderError) -> BusMessage? {
        do { return try bus.next(until: deadline) } catch { throw ReaderError(error) }
    }

    /// Keeps a signal of the reader, and detects the end of fprintd.
    private func note(_ message: BusMessage) throws(ReaderError) {
        guard let owner, let sender = message.sender else { return }
        if sender == BusCall.busDaemon, message.isSignal(BusCall.busDaemon, "NameOwnerChanged"),
            message.string() == Self.name,
            message.string() != nil, message.string() != owner
        {
            throw .daemonIsGone
        }
        guard sender == owner, let device, message.path == device else { return }
        guard signals.count < Self.signalLimit else { throw ReaderError(.failed, "fprintd sends too many signals") }
        signals.append(message)
    }

    @discardableResult
    private func ask(_ member: String, _ argument: String) throws(ReaderError) -> BusMessage {
        try call(.toDaemon(member, [.string(argument)]))
    }

    private func manager(_ member: String) -> BusCall {
        BusCall(
            destination: owner ?? Self.name, path: "/net/reactivated/Fprint/Manager",
            interface: "net.reactivated.Fprint.Manager", member: member)
    }

    /// Returns a call of a reader's method.
    func method(
        _ member: String, of device: String, _ arguments: [String], allowsInteractiveAuthorization: Bool = false
    ) -> BusCall {
        BusCall(
            destination: owner ?? Self.name, path: device, interface: Self.deviceInterface, member: member,
            arguments: arguments.map { .string($0) }, allowsInteractiveAuthorization: allowsInteractiveAuthorization)
    }

    /// Returns a property of a reader, or `nil` if it has none with this name.
    func property(_ name: String, of device: String) throws(ReaderError) -> BusMessage? {
        let get = BusCall(
            destination: owner ?? Self.name, path: device, interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [.string(Self.deviceInterface), .string(name)])
        let answer = try answer(to: get, within: Self.callTimeout)
        return answer.errorName == nil ? answer : nil
    }
}
