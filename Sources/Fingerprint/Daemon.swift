import DBus
import Glibc
import LinuxSupport

/// fprintd, as one connection to the bus knows it: which connection it is, that it may be believed, and what it says.
///
/// Any program can connect to the bus, and address any signal to us without our asking. Three things are believed: the socket of
/// the bus if root made it, then the bus on who sent a message and as whom that runs, then the owner of fprintd's name if that
/// runs as root.
final class Daemon {
    static let name = "net.reactivated.Fprint"
    static let deviceInterface = "net.reactivated.Fprint.Device"
    private static let busName = "org.freedesktop.DBus"

    /// Microseconds that the bus has to start fprintd.
    private static let activationPatience: UInt64 = 25_000_000
    /// Microseconds that a call may take.
    static let patience: UInt64 = 10_000_000
    /// Signals that may wait; a reader has a few for each finger.
    private static let signalLimit = 256

    let bus: BusConnection
    /// The unique name of fprintd's connection, once it is known.
    private var owner: String?
    /// The reader whose signals are heard, once there is one.
    private var device: String?
    private var signals: [BusMessage] = []
    /// Until when the last calls may take.
    private var lastDeadline: UInt64?
    /// Whether fprintd could not bring the reader to rest.
    private(set) var isRestless = false

    /// Connects, starts fprintd if it does not run, and finds out whether it may be believed.
    init(_ settings: FingerprintReader, _ cancellation: Cancellation?) throws(ReaderError) {
        if let cancellation, cancellation.event < 0 { throw ReaderError(.failed, "there are too many open files") }
        guard settings.bus.isLocal else {
            throw ReaderError(.untrusted, "“\(UntrustedText.forPrompt(settings.bus.address, limit: 200))” is no local socket")
        }
        do {
            bus = try BusConnection(
                address: settings.bus.address, trustedUser: settings.trustedUser, cancellation: cancellation,
                patience: Self.patience)
        } catch { throw ReaderError(error) }
        try ask("AddMatch", "type='signal',sender='\(Self.busName)',member='NameOwnerChanged',arg0='\(Self.name)'")
        let found = try findOwner()
        guard try ask("GetConnectionUnixUser", found).number() == settings.trustedUser else {
            throw ReaderError(.untrusted, "what calls itself fprintd is not the system's: another user runs it")
        }
        owner = found
    }

    /// The bus does one thing after the other: what it answers is true until it signals a change.
    private func findOwner() throws(ReaderError) -> String {
        let start = BusCall(
            destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName,
            member: "StartServiceByName", arguments: [.string(Self.name), .number(0)])
        let started = try answer(to: start, within: Self.activationPatience)
        let answer = try answer(to: busCall("GetNameOwner", Self.name), within: Self.patience)
        if let owner = answer.string(), owner.hasPrefix(":") { return owner }
        let why = started.errorText
        throw ReaderError(.noDaemon, "fprintd does not run" + (why.isEmpty ? "" : " (\(why))"))
    }

    /// The path of the reader that fprintd would take.
    func defaultDevice() throws(ReaderError) -> String {
        guard let path = try call(manager("GetDefaultDevice")).objectPath() else { throw .noAnswer }
        return path
    }

    /// Whether fprintd still has a reader; it has as long as it does not say otherwise.
    func has(_ device: String) -> Bool {
        do throws(ReaderError) {
            return try call(manager("GetDevices"), within: Self.patience / 10).list(of: "o")?.contains(device) ?? true
        } catch { return true }
    }

    /// Hears what fprintd says of a reader from now on.
    func listen(to device: String) throws(ReaderError) {
        guard let owner, device.utf8.count <= 200 else { throw .noAnswer }
        try ask("AddMatch", "type='signal',sender='\(owner)',interface='\(Self.deviceInterface)',path='\(device)'")
        self.device = device
    }

    /// Forgets the signals that have come so far. They were for whoever had the reader before.
    func forgetSignals() { signals = [] }

    /// Waits for the reader's next signal.
    func nextSignal() throws(ReaderError) -> BusMessage {
        while signals.isEmpty {
            if let message = try next(until: nil) { try note(message) }
        }
        return signals.removeFirst()
    }

    /// Calls a method of fprintd's.
    ///
    /// - Throws: what fprintd or the bus says is wrong.
    @discardableResult
    func call(_ call: BusCall, within patience: UInt64 = patience) throws(ReaderError) -> BusMessage {
        let answer = try answer(to: call, within: patience)
        if let refusal = ReaderError(refusal: answer) { throw refusal }
        return answer
    }

    /// Waits for the answer to a call, which may be an error.
    func answer(to call: BusCall, within patience: UInt64) throws(ReaderError) -> BusMessage {
        let deadline = MonotonicTime.now &+ patience
        let cookie: UInt64
        do { cookie = try bus.send(call) } catch { throw ReaderError(error) }
        while let message = try next(until: deadline) {
            // An error may come from the bus in fprintd's place; anybody else's ends nothing but this attempt.
            if message.answers(cookie), message.sender == call.destination || message.errorName != nil {
                return message
            }
            try note(message)
        }
        throw .noAnswer
    }

    /// Makes a call that has to be made, whatever happened before; whether it goes well changes nothing any more. The end of the
    /// connection is what fprintd goes by in the end.
    func finish(_ call: BusCall, within patience: UInt64) {
        bus.cancellation = nil
        let deadline = lastDeadline ?? MonotonicTime.now &+ patience
        lastDeadline = deadline
        let now = MonotonicTime.now
        do throws(ReaderError) {
            let answer = try answer(to: call, within: deadline > now ? deadline - now : 0)
            if answer.errorName != nil { isRestless = true }
        } catch {}
    }

    private func next(until deadline: UInt64?) throws(ReaderError) -> BusMessage? {
        do { return try bus.next(until: deadline) } catch { throw ReaderError(error) }
    }

    /// Keeps a signal of the reader's, and notices when fprintd ends.
    private func note(_ message: BusMessage) throws(ReaderError) {
        guard let owner, let sender = message.sender else { return }
        if sender == Self.busName, message.isSignal(Self.busName, "NameOwnerChanged"), message.string() == Self.name,
            message.string() != nil, message.string() != owner
        {
            throw .daemonIsGone
        }
        guard sender == owner, let device, message.path == device else { return }
        guard signals.count < Self.signalLimit else { throw ReaderError(.failed, "fprintd says too much") }
        signals.append(message)
    }

    @discardableResult
    private func ask(_ member: String, _ argument: String) throws(ReaderError) -> BusMessage {
        try call(busCall(member, argument))
    }

    private func busCall(_ member: String, _ argument: String) -> BusCall {
        BusCall(
            destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: member,
            arguments: [.string(argument)])
    }

    private func manager(_ member: String) -> BusCall {
        BusCall(
            destination: owner ?? Self.name, path: "/net/reactivated/Fprint/Manager",
            interface: "net.reactivated.Fprint.Manager", member: member)
    }

    /// A call of a reader's method.
    func method(_ member: String, of device: String, _ arguments: [String], mayAskPerson: Bool = false) -> BusCall {
        BusCall(
            destination: owner ?? Self.name, path: device, interface: Self.deviceInterface, member: member,
            arguments: arguments.map { .string($0) }, mayAskPerson: mayAskPerson)
    }

    /// A property of a reader's; nil if it has none of this name.
    func property(_ name: String, of device: String) throws(ReaderError) -> BusMessage? {
        let get = BusCall(
            destination: owner ?? Self.name, path: device, interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [.string(Self.deviceInterface), .string(name)])
        let answer = try answer(to: get, within: Self.patience)
        return answer.errorName == nil ? answer : nil
    }
}
