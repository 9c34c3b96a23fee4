import Glibc

/// A connection to an X server, with one invisible window.
///
/// Requests do not wait for the server unless a method says so; an error that one causes, because another client's window is gone, arrives
/// as an event.
final class X11Connection {
    typealias Number = XCBLibrary.Number

    private let library: XCBLibrary
    private let connection: XCBLibrary.Connection
    private var isOpen = true
    /// The window of this client.
    let window: Number

    /// Predefined atoms of the protocol.
    enum Atom {
        static let atom: Number = 4
        static let integer: Number = 19
    }

    /// The bits of event masks.
    enum Mask {
        static let structure: UInt32 = 1 << 17
        static let property: UInt32 = 1 << 22
    }

    private static let (inputOnly, eventMask, currentTime): (UInt16, UInt32, Number) = (2, 1 << 11, 0)

    /// - Parameter display: its name; `nil` for the one in `DISPLAY`.
    init(display: String? = nil) throws(ClipboardError) {
        do {
            library = try XCBLibrary()
        } catch {
            throw ClipboardError(
                .missingLibrary, "\(error.name) is not installed", remedy: "install it (Debian: libxcb1)")
        }
        // nil only if memory is exhausted; a failed connection has an error.
        guard let connection = library.connect(display, nil) else { throw Self.unreachable }
        guard library.hasError(connection) == 0, let root = Self.root(library.setup(connection)) else {
            library.disconnect(connection)
            throw Self.unreachable
        }
        self.connection = connection
        window = library.makeID(connection)
        _ = library.createWindow(
            connection, 0, window, root, 0, 0, 1, 1, 0, Self.inputOnly, 0, Self.eventMask, [Mask.property])
    }

    deinit { close() }

    /// Closes the connection. The server destroys this client's window, and a selection that it owns has no owner then.
    func close() {
        guard isOpen else { return }
        isOpen = false
        library.disconnect(connection)
    }

    private static var unreachable: ClipboardError {
        ClipboardError(
            .noDisplay, "the X server of DISPLAY cannot be reached, or denies access to this user",
            remedy: "check that DISPLAY and XAUTHORITY are those of your session")
    }

    /// Returns the root window of the first screen; the screens follow the vendor's name and the pixel formats.
    private static func root(_ setup: UnsafeRawPointer?) -> Number? {
        guard let setup else { return nil }
        let size = 8 + 4 * Int(setup.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        guard size >= 40 else { return nil }
        let vendor = (Int(setup.loadUnaligned(fromByteOffset: 24, as: UInt16.self)) + 3) & ~3
        let formats = 8 * Int(setup.load(fromByteOffset: 29, as: UInt8.self))
        let screen = 40 + vendor + formats
        guard screen + 4 <= size else { return nil }
        return setup.loadUnaligned(fromByteOffset: screen, as: Number.self)
    }

    // MARK: - Events

    /// The descriptor; -1 after the connection was closed.
    var descriptor: Int32 { isOpen ? library.descriptor(connection) : -1 }

    /// Returns the next event in the queue, or `nil` if there is none.
    func nextEvent() throws(ClipboardError) -> X11Event? {
        guard let event = library.nextEvent(connection) else {
            guard library.hasError(connection) == 0 else { throw .connectionLost }
            return nil
        }
        return Self.take(event)
    }

    /// Waits for the next event.
    func waitForEvent() throws(ClipboardError) -> X11Event {
        flush()
        guard let event = library.waitForEvent(connection) else { throw .connectionLost }
        return Self.take(event)
    }

    private static func take(_ event: XCBLibrary.Memory) -> X11Event {
        defer { free(event) }
        return X11Event(UnsafeRawBufferPointer(start: event, count: X11Event.size))
    }

    func flush() { _ = library.flush(connection) }

    // MARK: - Requests

    /// Returns the atoms of names. Waits for the server, once for all names.
    func atoms(_ names: [String]) throws(ClipboardError) -> [Number] {
        let cookies = names.map { library.internAtom(connection, 0, UInt16(clamping: $0.utf8.count), $0) }
        var atoms: [Number] = []
        for cookie in cookies {
            guard let atom = reply(cookie, library.internAtomReply, { $0.load(fromByteOffset: 8, as: Number.self) })
            else { throw .connectionLost }
            atoms.append(atom)
        }
        return atoms
    }

    /// Replaces a property; `elements` have 8 or 32 bits each.
    func setProperty(_ name: Number, of window: Number, type: Number, bits: UInt8, _ elements: UnsafeRawBufferPointer) {
        let count = UInt32(clamping: elements.count / Int(bits / 8))
        _ = library.changeProperty(connection, 0, window, name, type, bits, count, elements.baseAddress)
    }

    /// Returns the elements of 32 bits of a property. Waits for the server.
    ///
    /// - Parameter most: the maximum number of elements; the result is `nil` if there are more, or none, or if they have another size.
    func numbers(_ name: Number, of window: Number, type: Number, most: UInt32) -> [Number]? {
        let cookie = library.getProperty(connection, 0, window, name, type, 0, most)
        return reply(cookie, library.getPropertyReply) { reply in
            let count = reply.load(fromByteOffset: 16, as: UInt32.self)
            guard reply.load(fromByteOffset: 1, as: UInt8.self) == 32, (1...most).contains(count),
                reply.load(fromByteOffset: 8, as: Number.self) == type,
                reply.load(fromByteOffset: 12, as: UInt32.self) == 0
            else { return nil }
            return (0..<Int(count)).map { reply.load(fromByteOffset: 32 + 4 * $0, as: Number.self) }
        } ?? nil
    }

    /// Selects the events of another client's window that this client receives.
    func listen(to window: Number, _ mask: UInt32) {
        _ = library.changeWindowAttributes(connection, window, Self.eventMask, [mask])
    }

    func send(_ event: [UInt8], to window: Number) { _ = library.sendEvent(connection, 0, window, 0, event) }

    func own(_ selection: Number, since time: Number) {
        _ = library.setSelectionOwner(connection, window, selection, time)
    }

    /// Returns the owner of a selection. Waits for the server.
    func owner(of selection: Number) throws(ClipboardError) -> Number {
        let cookie = library.getSelectionOwner(connection, selection)
        let owner = reply(cookie, library.getSelectionOwnerReply) { $0.load(fromByteOffset: 8, as: Number.self) }
        guard let owner else { throw .connectionLost }
        return owner
    }

    private func reply<Value>(
        _ cookie: XCBLibrary.Cookie, _ function: XCBLibrary.Reply, _ body: (UnsafeRawPointer) -> Value
    ) -> Value? {
        var error: XCBLibrary.Memory?
        defer { free(error) }
        guard let reply = function(connection, cookie, &error) else { return nil }
        defer { free(reply) }
        return body(reply)
    }
}
