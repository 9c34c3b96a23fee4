import Glibc

/// The selection of a Wayland compositor's first seat, through the data-control protocol.
final class WaylandClipboard: ClipboardBackend {
    private typealias Proxy = WaylandLibrary.Proxy
    private typealias Argument = WaylandLibrary.Argument

    private let content: ClipboardContent
    private let connection: WaylandConnection
    private var transfers = PipeTransfers()

    /// The names of global objects from the registry.
    private var managers: [String: UInt32] = [:]
    private var seatName: UInt32?

    private var control: DataControl?
    private var registry: Proxy?
    private var device: Proxy?
    private var source: Proxy?
    private var isOurs = false

    /// - Throws: `noDisplay`, `missingLibrary`.
    init(_ content: ClipboardContent) throws(ClipboardError) {
        self.content = content
        connection = try WaylandConnection { context, proxy, number, _, arguments in
            guard let context, let proxy, let arguments else { return 0 }
            let clipboard = Unmanaged<WaylandClipboard>.fromOpaque(context).takeUnretainedValue()
            clipboard.handle(number, of: OpaquePointer(proxy), arguments)
            return 0
        }
        // This object ends the connection before it is freed, so that no event arrives afterwards.
        connection.dispatch(to: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit { clear() }

    func take() throws(ClipboardError) {
        let registry = try connection.registry()
        self.registry = registry
        try connection.roundtrip()
        guard let control = DataControl.all.first(where: { managers[$0.managerName] != nil }),
            let managerName = managers[control.managerName]
        else { throw Self.noDataControl }
        guard let seatName else {
            throw ClipboardError(
                .noDisplay, "the Wayland compositor has no seat, so it has no clipboard",
                remedy: "run it in a graphical session")
        }
        self.control = control
        guard let seat = connection.bind(nil, name: seatName, version: 1, registry),
            let manager = connection.bind(
                control.manager, name: managerName, version: DataControl.version, registry),
            let source = connection.make(
                control.source, by: manager, DataControl.Request.managerMakesSource, [Argument(UInt32(0))]),
            let device = connection.make(
                control.device, by: manager, DataControl.Request.managerMakesDevice,
                [Argument(UInt32(0)), Argument(seat)])
        else { throw .connectionLost }
        (self.source, self.device, isOurs) = (source, device, true)
        offer(source)
        connection.request(device, DataControl.Request.deviceSetsSelection, [Argument(source)])
        try connection.roundtrip()
    }

    private func offer(_ source: Proxy) {
        for format in content.formats {
            format.withCString { name in
                connection.request(
                    source, DataControl.Request.sourceOffers, [Argument(UnsafeRawPointer(name))])
            }
        }
    }

    private static var noDataControl: ClipboardError {
        ClipboardError(
            .noDataControl,
            "this desktop allows only programs with a window to set the clipboard (its compositor does not support data control)",
            remedy: "copy it in one of Chatelaine's windows, or print it with: chatelaine get")
    }

    let hasMore = false

    var awaited: [pollfd] { [connection.awaited] + transfers.awaited }

    func serve(_ ready: [pollfd]) throws(ClipboardError) -> Bool {
        transfers.advance(ready.dropFirst(), content)
        if let first = ready.first { try connection.dispatch(first) }
        return isOurs
    }

    /// Clears the selection. Destroying the source empties the selection only if it still belongs to the source: another program's
    /// selection cannot be emptied by mistake.
    func clear() {
        if let source { connection.destroy(source, DataControl.Request.sourceDestroys) }
        source = nil
        transfers.end()
        connection.close()
    }

    // MARK: - Events

    private func handle(_ event: UInt32, of proxy: Proxy, _ arguments: UnsafeRawPointer) {
        switch proxy {
        case registry: handleRegistry(event, arguments)
        case source: handleSource(event, arguments)
        case device: handleDevice(event, arguments)
        // Events of seats and offers are ignored.
        default: break
        }
    }

    private func handleRegistry(_ event: UInt32, _ arguments: UnsafeRawPointer) {
        // 0: a global object, by name, interface and version. 1: a global object was removed, which ends the objects made from it.
        guard event == 0, let interface = Argument(arguments, at: 1).text else { return }
        let name = String(cString: interface)
        if name == "wl_seat" {
            seatName = seatName ?? Argument(arguments, at: 0).number
        } else if DataControl.all.contains(where: { $0.managerName == name }) {
            managers[name] = Argument(arguments, at: 0).number
        }
    }

    private func handleSource(_ event: UInt32, _ arguments: UnsafeRawPointer) {
        switch event {
        case DataControl.Event.sourceSends:
            // The descriptor is owned by this process in any case.
            transfers.begin(
                Argument(arguments, at: 1).descriptor,
                format: Argument(arguments, at: 0).text.map { String(cString: $0) } ?? "")
        case DataControl.Event.sourceCancelled: isOurs = false
        default: break
        }
    }

    private func handleDevice(_ event: UInt32, _ arguments: UnsafeRawPointer) {
        switch event {
        case DataControl.Event.deviceOffers:
            // Each selection arrives as an object, including our own; unless destroyed, they would accumulate.
            guard let offer = Argument(arguments, at: 0).proxy else { return }
            connection.destroy(offer, DataControl.Request.offerDestroys)
        case DataControl.Event.deviceFinished: isOurs = false
        default: break
        }
    }
}
