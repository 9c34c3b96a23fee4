import Glibc

/// A connection to a bus that is made again whenever the bus appears. It belongs to the thread of its ``BusLoop``.
package final class ReconnectingBus {
    /// The object that uses one connection.
    package struct Listener {
        /// Kept alive until the connection ends.
        let object: AnyObject
        /// Called when the connection ends by itself.
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
    private var wasWaiting = false
    private var knownSockets: [SocketFile] = []
    private var heardSince: UInt64?
    private var isRefused = false
    private var schedule = RetrySchedule()

    /// - Parameters:
    ///   - listen: subscribes to signals on a connection that has just been made.
    ///   - report: told whether the bus is heard, each time this becomes known or changes.
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

    /// When ``advance(at:hasInput:)`` must be called even if nothing comes.
    var deadline: UInt64? { [handle?.deadline, schedule.due].compactMap { $0 }.min() }

    /// Makes the first attempt.
    func start(at now: UInt64) { connect(at: now) }

    /// Does what there is to do.
    ///
    /// - Parameters:
    ///   - now: microseconds of the monotonic clock.
    ///   - hasInput: whether poll(2) has found something for this bus.
    func advance(at now: UInt64, hasInput: Bool) {
        if let due = schedule.due, due <= now { return connect(at: now) }
        if wasWaiting, hasInput { lookForSocket(at: now) }
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
        guard !wasWaiting else { return }
        wasWaiting = true
        lookForSocket(at: now)
        report(false)
    }

    /// Most of what happens in the directories has nothing to do with us.
    private func lookForSocket(at now: UInt64) {
        let sockets = address.socketPaths.compactMap { SocketFile(at: $0) }
        defer { knownSockets = sockets }
        if !sockets.isEmpty, sockets != knownSockets { schedule.socketAppeared(at: now) }
    }

    private func socketAnswers() {
        wasWaiting = false
        schedule.connected()
    }

    /// The bus daemon works in order: once it has answered a last call, it has done all that was asked before.
    private func subscribe(_ handle: BusHandle, at now: UInt64) throws(BusError) {
        listener = try listen(handle)
        try handle.call(NameOwner.daemonCall("GetId"), timeout: NameOwner.patience) { [weak self] answer in
            guard let self else { return }
            guard answer != nil else { return isRefused = true }
            heardSince = now
            report(true)
        }
    }

    private func end(at now: UInt64) {
        let since = heardSince
        handle = nil
        listener?.connectionEnded()
        listener = nil
        wasWaiting = false
        heardSince = nil
        isRefused = false
        schedule.failed(at: now, heardSince: since)
        report(false)
    }

    private func abandon() {
        schedule.abandon()
        report(false)
    }
}
