import Glibc

/// The connection to one bus, which is re-established when it was lost. It belongs to the loop's thread.
package final class ReconnectingBus {
    /// The subscriber of a connection.
    package struct Listener {
        /// The object that is retained until the connection ends.
        let object: AnyObject
        /// Called when the connection ends unexpectedly.
        let connectionEnded: () -> Void

        package init(object: AnyObject, connectionEnded: @escaping () -> Void) {
            self.object = object
            self.connectionEnded = connectionEnded
        }
    }

    private let address: BusAddress
    private let takesDescriptors: Bool
    private let listen: (BusHandle) throws(BusError) -> Listener
    private let report: (Bool) -> Void

    private var handle: BusHandle?
    private var listener: Listener?
    private var isWaitingForSocket = false
    private var knownSockets: [SocketFile] = []
    private var availableSince: UInt64?
    private var isRefused = false
    private var schedule = RetrySchedule()

    /// Makes a connection that is not established yet.
    ///
    /// - Parameters:
    ///   - listen: subscribes to signals on a new connection.
    ///   - report: called each time the availability of the bus becomes known or changes.
    package init(
        address: BusAddress, takesDescriptors: Bool, listen: @escaping (BusHandle) throws(BusError) -> Listener,
        report: @escaping (Bool) -> Void
    ) {
        self.address = address
        self.takesDescriptors = takesDescriptors
        self.listen = listen
        self.report = report
    }

    var awaited: pollfd { handle?.awaited ?? pollfd(fd: -1, events: 0, revents: 0) }

    /// The time at which ``advance(at:hasInput:)`` must be called even without input.
    var deadline: UInt64? { [handle?.deadline, schedule.due].compactMap { $0 }.min() }

    /// Makes the first attempt to connect.
    func start(at now: UInt64) { connect(at: now) }

    /// Processes input and expired deadlines.
    ///
    /// - Parameters:
    ///   - now: microseconds of the monotonic clock.
    ///   - hasInput: whether poll(2) has reported an event for this bus.
    func advance(at now: UInt64, hasInput: Bool) {
        if let due = schedule.due, due <= now { return connect(at: now) }
        if isWaitingForSocket, hasInput { lookForSocket(at: now) }
        proceed(at: now)
    }

    private func connect(at now: UInt64) {
        handle = nil
        schedule.attemptBegins(at: now)
        do throws(BusError) {
            handle = try BusHandle(address: address.address, takesDescriptors: takesDescriptors, waitsForSocket: true)
        } catch {
            return error.isPermanent ? abandon() : end(at: now)
        }
        proceed(at: now)
    }

    private func proceed(at now: UInt64) {
        guard let handle else { return }
        do throws(BusError) {
            try handle.process()
            switch handle.state {
            case .ended: throw BusError(code: ECONNRESET)
            case .waitingForSocket: waitForSocket(at: now)
            case .connecting: socketAnswers()
            case .ready:
                socketAnswers()
                if listener == nil { try subscribe(handle, at: now) }
                if isRefused { throw BusError(code: EACCES) }
            }
        } catch {
            end(at: now)
        }
    }

    private func waitForSocket(at now: UInt64) {
        guard !isWaitingForSocket else { return }
        isWaitingForSocket = true
        lookForSocket(at: now)
        report(false)
    }

    /// Checks for a new socket, since most changes in the directories are unrelated.
    private func lookForSocket(at now: UInt64) {
        let sockets = address.socketPaths.compactMap { SocketFile(at: $0) }
        defer { knownSockets = sockets }
        if !sockets.isEmpty, sockets != knownSockets { schedule.socketAppeared(at: now) }
    }

    private func socketAnswers() {
        isWaitingForSocket = false
        schedule.connected()
    }

    /// Subscribes to signals. The bus daemon processes calls in order: its answer to the last call shows that it has
    /// processed all calls before.
    private func subscribe(_ handle: BusHandle, at now: UInt64) throws(BusError) {
        listener = try listen(handle)
        try handle.call(.toDaemon("GetId"), timeout: NameOwner.timeout) { [weak self] answer in
            guard let self else { return }
            guard answer != nil else { return isRefused = true }
            availableSince = now
            report(true)
        }
    }

    private func end(at now: UInt64) {
        let since = availableSince
        handle = nil
        listener?.connectionEnded()
        listener = nil
        isWaitingForSocket = false
        availableSince = nil
        isRefused = false
        schedule.failed(at: now, availableSince: since)
        report(false)
    }

    private func abandon() {
        schedule.abandon()
        report(false)
    }
}
