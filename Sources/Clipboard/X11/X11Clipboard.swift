import Glibc

/// The selection CLIPBOARD of an X server.
///
/// Specified in: Inter-Client Communication Conventions Manual, version 2.0, section 2.
final class X11Clipboard: ClipboardBackend {
    private typealias Number = X11Connection.Number

    /// The size of a part in bytes. Every server accepts requests of 16 KiB.
    private static let part = 16_000
    /// The maximum number of conversions in one request of a client.
    private static let mostConversions: UInt32 = 32
    /// The number of events that are served before the timer is checked again.
    private static let mostEvents = 256

    private let content: ClipboardContent
    private let connection: X11Connection
    private var transfers = IncrementalTransfers()
    private var atoms = Atoms()
    /// The time when this client acquired the selection, in the server's milliseconds.
    private var since: Number = 0
    private var isOurs = false

    private struct Atoms {
        var (clipboard, targets, timestamp, multiple, pair, incremental):
            (Number, Number, Number, Number, Number, Number) =
                (0, 0, 0, 0, 0, 0)
        /// The names of formats, by their atoms.
        var formats: [(number: Number, name: String)] = []
        var text: Number = 0
        var utf8: Number = 0
    }

    /// - Throws: `noDisplay`, `missingLibrary`.
    init(_ content: ClipboardContent) throws(ClipboardError) {
        self.content = content
        connection = try X11Connection()
    }

    func take() throws(ClipboardError) {
        let names = ["CLIPBOARD", "TARGETS", "TIMESTAMP", "MULTIPLE", "ATOM_PAIR", "INCR"]
        let numbers = try connection.atoms(names + content.formats)
        (atoms.clipboard, atoms.targets, atoms.timestamp) = (numbers[0], numbers[1], numbers[2])
        (atoms.multiple, atoms.pair, atoms.incremental) = (numbers[3], numbers[4], numbers[5])
        atoms.formats = zip(numbers.dropFirst(names.count), content.formats).map { ($0, $1) }
        atoms.text = atoms.formats.first { $0.name == "TEXT" }?.number ?? 0
        atoms.utf8 = atoms.formats.first { $0.name == "UTF8_STRING" }?.number ?? 0
        since = try serverTime()
        connection.own(atoms.clipboard, since: since)
        guard try connection.owner(of: atoms.clipboard) == connection.window else {
            throw ClipboardError(.connectionLost, "another program took the clipboard", remedy: "copy it again")
        }
        isOurs = true
    }

    /// Returns the server's time, which is part of the event for a changed property.
    private func serverTime() throws(ClipboardError) -> UInt32 {
        connection.setProperty(
            atoms.timestamp, of: connection.window, type: X11Connection.Atom.integer, bits: 32,
            UnsafeRawBufferPointer(start: nil, count: 0))
        while true {
            if case .property(connection.window, atoms.timestamp, let time, false) = try connection.waitForEvent() {
                return time
            }
        }
    }

    var awaited: [pollfd] { [pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)] }

    /// Whether events may be queued in libxcb, which also reads them while it writes and while it waits for a reply;
    /// poll(2) does not report those.
    private(set) var hasMore = true

    func serve(_ ready: [pollfd]) throws(ClipboardError) -> Bool {
        for _ in 0..<Self.mostEvents where isOurs {
            guard let event = try nextEvent() else {
                hasMore = false
                return isOurs
            }
            handle(event)
        }
        hasMore = true
        return isOurs
    }

    private func nextEvent() throws(ClipboardError) -> X11Event? {
        if let event = try connection.nextEvent() { return event }
        connection.flush()
        return try connection.nextEvent()
    }

    func clear() { connection.close() }

    private func handle(_ event: X11Event) {
        switch event {
        case .request(let request): answer(request)
        case .lost(atoms.clipboard): isOurs = false
        case .property(let window, let name, _, true): sendPart(to: window, name)
        case .windowGone(let window): transfers.windowGone(window)
        case .lost, .property, .other: break
        }
    }

    // MARK: - Requests

    private func answer(_ request: SelectionRequest) {
        let property = request.property == 0 ? request.target : request.property
        // Nothing is served to this client's own window.
        let isServed =
            request.owner == connection.window && request.requestor != connection.window
            && request.selection == atoms.clipboard
            && (request.target == atoms.multiple
                ? convertSeveral(into: property, of: request.requestor)
                : convert(to: request.target, into: property, of: request.requestor))
        connection.send(request.answer(isServed ? property : 0), to: request.requestor)
    }

    /// Converts a list of targets and properties; those that cannot be converted are marked in it (ICCCM, section
    /// 2.6.2).
    private func convertSeveral(into property: UInt32, of window: UInt32) -> Bool {
        let most = 2 * Self.mostConversions
        guard var pairs = connection.numbers(property, of: window, type: atoms.pair, most: most),
            pairs.count.isMultiple(of: 2)
        else { return false }
        for index in stride(from: 0, to: pairs.count, by: 2) {
            let isServed =
                pairs[index] != atoms.multiple && pairs[index + 1] != 0
                && convert(to: pairs[index], into: pairs[index + 1], of: window)
            if !isServed { pairs[index + 1] = 0 }
        }
        set(property, of: window, type: atoms.pair, to: pairs)
        return true
    }

    private func convert(to target: UInt32, into property: UInt32, of window: UInt32) -> Bool {
        switch target {
        case atoms.targets:
            let own = [atoms.targets, atoms.timestamp, atoms.multiple]
            set(property, of: window, type: X11Connection.Atom.atom, to: own + atoms.formats.map(\.number))
        case atoms.timestamp:
            set(property, of: window, type: X11Connection.Atom.integer, to: [since])
        default:
            guard let format = atoms.formats.first(where: { $0.number == target })?.name else { return false }
            // TEXT lets the owner choose the encoding, which the type then names.
            let type = target == atoms.text ? atoms.utf8 : target
            content.withBytes(as: format) { send($0, as: format, type, into: property, of: window) }
        }
        return true
    }

    private func set(_ property: UInt32, of window: UInt32, type: UInt32, to numbers: [UInt32]) {
        numbers.withUnsafeBytes { connection.setProperty(property, of: window, type: type, bits: 32, $0) }
    }

    // MARK: - Values

    private func send(
        _ bytes: UnsafeRawBufferPointer, as format: String, _ type: UInt32, into property: UInt32, of window: UInt32
    ) {
        guard bytes.count > Self.part else {
            return connection.setProperty(property, of: window, type: type, bits: 8, bytes)
        }
        let transfer = IncrementalTransfers.Transfer(window: window, property: property, format: format, type: type)
        for forgotten in transfers.begin(transfer) { connection.listen(to: forgotten, 0) }
        connection.listen(to: window, X11Connection.Mask.property | X11Connection.Mask.structure)
        set(property, of: window, type: atoms.incremental, to: [UInt32(clamping: bytes.count)])
    }

    /// Sends the next part; after the last one an empty part, which ends the transfer.
    private func sendPart(to window: UInt32, _ property: UInt32) {
        guard let transfer = transfers.transfer(window: window, property: property) else { return }
        content.withBytes(as: transfer.format) { bytes in
            let end = min(transfer.sent + Self.part, bytes.count)
            let part = UnsafeRawBufferPointer(rebasing: bytes[transfer.sent..<end])
            connection.setProperty(property, of: window, type: transfer.type, bits: 8, part)
            if part.isEmpty {
                transfers.end(transfer)
                if transfers.isIdle(window) { connection.listen(to: window, 0) }
            } else {
                transfers.advance(transfer, by: part.count)
            }
        }
    }
}
