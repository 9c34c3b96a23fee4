import Glibc

/// A connection to a Wayland compositor. One dispatcher receives all events.
final class WaylandConnection {
    typealias Proxy = WaylandLibrary.Proxy
    typealias Argument = WaylandLibrary.Argument

    private let library: WaylandLibrary
    private let display: WaylandLibrary.Display
    private var isOpen = true
    private let dispatcher: WaylandLibrary.Dispatcher
    private var context: UnsafeRawPointer?
    private var wantsToWrite = false

    /// - Parameter dispatcher: is called with `context` while `dispatch()` or `roundtrip()` runs.
    init(dispatcher: @escaping WaylandLibrary.Dispatcher) throws(ClipboardError) {
        do {
            library = try WaylandLibrary()
        } catch {
            throw ClipboardError(
                .missingLibrary, "\(error.name) 1.20 or later is not installed",
                remedy: "install it (Debian: libwayland-client0)")
        }
        guard let display = library.connect(nil) else {
            throw ClipboardError(
                .noDisplay, "the Wayland compositor of WAYLAND_DISPLAY cannot be reached",
                remedy: "check that WAYLAND_DISPLAY and XDG_RUNTIME_DIR are those of your session")
        }
        self.display = display
        self.dispatcher = dispatcher
    }

    deinit { close() }

    /// Sets the context that the dispatcher receives; it has to live until `close()`.
    func dispatch(to context: UnsafeRawPointer) { self.context = context }

    /// Closes the connection. The compositor destroys this client's objects; a selection is empty then.
    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = library.flush(display)
        library.disconnect(display)
    }

    // MARK: - Objects

    /// Returns the registry, which lists the global objects.
    func registry() throws(ClipboardError) -> Proxy {
        // The display is a proxy as well: request number 1 is get_registry.
        guard let registry = make(library.registryInterface, by: display, 1, [Argument(UInt32(0))]) else {
            throw .connectionLost
        }
        return registry
    }

    /// Binds a global object of the registry.
    ///
    /// - Parameter interface: `nil` for a seat.
    func bind(_ interface: WaylandLibrary.Interface?, name: UInt32, version: UInt32, _ registry: Proxy) -> Proxy? {
        let interface = interface ?? library.seatInterface
        // The structure's first field is the interface's name.
        let text = interface.load(as: UnsafeRawPointer.self)
        return make(
            interface, by: registry, 0, [Argument(name), Argument(text), Argument(version), Argument(UInt32(0))],
            version: version)
    }

    /// Sends a request that creates an object. Its events go to the dispatcher.
    func make(
        _ interface: WaylandLibrary.Interface, by proxy: Proxy, _ request: UInt32, _ arguments: [Argument],
        version: UInt32 = 1
    ) -> Proxy? {
        var arguments = arguments
        guard let made = library.marshal(proxy, request, interface, version, 0, &arguments) else { return nil }
        guard library.addDispatcher(made, dispatcher, context, nil) == 0 else { return nil }
        return made
    }

    func request(_ proxy: Proxy, _ request: UInt32, _ arguments: [Argument]) {
        var arguments = arguments
        _ = library.marshal(proxy, request, nil, 1, 0, &arguments)
    }

    /// Sends the request that destroys an object.
    func destroy(_ proxy: Proxy, _ request: UInt32) {
        _ = library.marshal(proxy, request, nil, 1, WaylandLibrary.destroys, nil)
    }

    // MARK: - Events

    /// Waits until the compositor has answered all requests.
    func roundtrip() throws(ClipboardError) {
        guard library.roundtrip(display) >= 0 else { throw .connectionLost }
    }

    /// The descriptor and the events to wait for before `dispatch(_:)`.
    var awaited: pollfd {
        let events = wantsToWrite ? POLLIN | POLLOUT : POLLIN
        return pollfd(fd: library.descriptor(display), events: Int16(events), revents: 0)
    }

    /// Reads the available events and dispatches them. Never waits.
    func dispatch(_ ready: pollfd) throws(ClipboardError) {
        if ready.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 {
            while library.prepareRead(display) != 0 {
                guard library.dispatchPending(display) >= 0 else { throw .connectionLost }
            }
            guard library.readEvents(display) == 0 else { throw .connectionLost }
        }
        guard library.dispatchPending(display) >= 0 else { throw .connectionLost }
        let result = library.flush(display)
        wantsToWrite = result < 0 && errno == EAGAIN
        guard result >= 0 || wantsToWrite else { throw .connectionLost }
    }
}
