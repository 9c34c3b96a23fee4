/// The connection that owns a well-known name at the moment.
///
/// Any program can broadcast any signal, and send one directly to this connection. So a signal counts only if it comes from the owner of
/// the name, and only the bus daemon is trusted to name the owner.
package final class NameOwner {
    /// The time limit for the bus daemon to answer, in microseconds.
    static let timeout: UInt64 = 10_000_000

    package let name: String
    /// The owner's unique name; `nil` if the name has no owner, or the owner is not known yet.
    package private(set) var current: String?

    private let bus: BusHandle
    private let changed: (NameOwner) -> Void

    /// Begins to follow a name.
    ///
    /// - Parameter changed: called after the owner has become known, has gone, or has changed.
    package init(_ name: String, on bus: BusHandle, changed: @escaping (NameOwner) -> Void = { _ in }) throws(BusError)
    {
        self.name = name
        self.bus = bus
        self.changed = changed
        let rule = "type='signal',sender='\(BusCall.busDaemon)',path='/org/freedesktop/DBus',"
        try bus.match(rule + "interface='\(BusCall.busDaemon)',member='NameOwnerChanged',arg0='\(name)'") {
            [weak self] in
            self?.ownerChanged($0)
        }
        // The daemon sends messages in order: its answer is valid until the first signal about the name.
        try bus.call(
            .toDaemon("GetNameOwner", [.string(name)]), timeout: Self.timeout
        ) { [weak self] answer in
            if let owner = answer?.string() { self?.set(owner) }
        }
    }

    /// Calls `body` with each signal of the owner.
    package func onSignal(_ interface: String, _ member: String, _ body: @escaping (BusMessage) -> Void)
        throws(BusError)
    {
        // The daemon filters out most signals of other senders: it compares the sender with the owner of the name.
        let rule = "type='signal',sender='\(name)',interface='\(interface)',member='\(member)'"
        try bus.match(rule) { [weak self] message in
            guard let owner = self?.current, message.sender == owner else { return }
            body(message)
        }
    }

    private func ownerChanged(_ message: BusMessage) {
        guard message.sender == BusCall.busDaemon, message.string() == name, message.string() != nil,
            let owner = message.string()
        else { return }
        set(owner.isEmpty ? nil : owner)
    }

    private func set(_ owner: String?) {
        guard owner != current else { return }
        current = owner
        changed(self)
    }
}
