import KeychainServices
import Synchronization

/// The source of new connections: a listening socket of this process, or another process that hands them over.
final class ConnectionSource: Sendable {
    private let path: String
    private let isInherited: Bool
    private let poller: Poller
    /// `nil` once the server has ended, so that another can take its place.
    private let listener: Mutex<Listener?>
    /// `nil` if this process listens itself.
    private let handover: Handover?
    private let socketWatch: SocketWatch
    /// Runs while a socket that was taken away cannot be made again.
    private let relisten: Timer

    /// - Throws: `.notAvailable` if another agent is there, or the socket cannot be made.
    init(_ configuration: AgentServer.Configuration, _ poller: Poller) throws(KeychainError) {
        path = configuration.socketPath
        isInherited = configuration.inheritedSocket != nil
        self.poller = poller
        let handover = configuration.handover.map { Handover(descriptor: $0) }
        self.handover = handover
        let listener: Listener? =
            if handover == nil { try Listener(path: path, inherited: configuration.inheritedSocket) } else { nil }
        socketWatch = try SocketWatch(path: handover == nil ? path : "")
        relisten = try Timer()
        if let source = listener?.descriptor ?? handover?.descriptor {
            try poller.add(source, id: ServerEvent.listener, once: true)
        }
        try poller.add(socketWatch.descriptor, id: ServerEvent.socketWatch, once: true)
        try poller.add(relisten.descriptor, id: ServerEvent.relisten, once: true)
        self.listener = Mutex(listener)
    }

    /// Takes all connections that wait.
    ///
    /// - Returns: false if no more will ever come.
    func acceptAll(_ admit: (Int32) -> Void) -> Bool {
        if let handover { return takeAll(from: handover, admit) }
        listener.withLock { listener in
            guard let listener else { return }
            while let descriptor = listener.accept() { admit(descriptor) }
            poller.rearm(listener.descriptor, id: ServerEvent.listener)
        }
        return true
    }

    private func takeAll(from handover: Handover, _ admit: (Int32) -> Void) -> Bool {
        while true {
            switch handover.next() {
            case .connection(let descriptor): admit(descriptor)
            case .nothing:
                poller.rearm(handover.descriptor, id: ServerEvent.listener)
                return true
            case .end: return false
            }
        }
    }

    /// Whether another process accepts the connections.
    var isHandedOver: Bool { handover != nil }

    /// Tells the process that accepts connections that nothing is left to do.
    func offerToEnd() { handover?.offerToEnd() }

    /// Gives up the socket.
    func close() { listener.withLock { $0 = nil } }

    // MARK: - Sockets that were taken away

    /// Handles the event of the watch.
    func socketHasChanged() {
        socketWatch.acknowledge()
        listenAgain()
        poller.rearm(socketWatch.descriptor, id: ServerEvent.socketWatch)
    }

    /// Handles the event of the timer.
    func retryListening() {
        relisten.acknowledge()
        listenAgain()
        poller.rearm(relisten.descriptor, id: ServerEvent.relisten)
    }

    /// Makes the socket again if it was taken away. The socket of a service manager is that one's business.
    private func listenAgain() {
        guard !isInherited, handover == nil else { return }
        listener.withLock { listener in
            guard let gone = listener, !gone.isOurs else { return }
            poller.remove(gone.descriptor)
            do throws(KeychainError) {
                let made = try Listener(path: path, replacing: gone)
                try poller.add(made.descriptor, id: ServerEvent.listener, once: true)
                listener = made
                socketWatch.renew()
            } catch {
                // A full disk, or a directory that cannot be made: again after a time, until the cause has gone.
                relisten.set(after: Self.relistenPause)
            }
        }
    }

    /// In nanoseconds.
    private static let relistenPause: UInt64 = 2_000_000_000
}
