import DBus
import Dispatch
import Glibc

/// The signals of the desktop that require locking the keychains.
///
/// It listens to logind on the system bus (the computer suspends; a session of the user is locked) and to the screen savers of
/// freedesktop.org and GNOME on the session bus. A signal counts only if it comes from the owner of the name that it belongs to. Before
/// suspend, a delay inhibitor of logind is held until the callback has returned.
///
/// A missing bus is not an error: it is used as soon as it appears. Until then, the directories above its socket are watched, and only
/// changes in them wake the thread. Timers run only for some seconds after a new socket has appeared on which no process listens yet, and
/// if the process that answers is not a bus: then the pauses grow from 1 s to 60 s. In the idle state, nothing wakes the thread.
package final class LockSignals: Sendable {
    /// The buses.
    package enum Bus: String, CaseIterable, Sendable {
        case system, session
    }

    /// The reasons for locking keychains.
    package enum Cause: Hashable, Sendable {
        /// The computer is about to suspend; it waits until the callback has returned.
        case sleep
        /// A session of the user is locked, or one whose owner is unknown.
        case sessionLock
        /// The screen is locked.
        case screenSaver
    }

    /// The time for which the start waits for slow buses.
    private static let startTimeout = DispatchTimeInterval.seconds(2)

    private let availability: Availability
    private let loop: BusLoop?

    /// Begins to listen. Returns when the availability of each bus is known, after 2 s at most.
    ///
    /// - Parameters:
    ///   - systemBusAddress: a D-Bus address of local sockets; `nil` for `DBUS_SYSTEM_BUS_ADDRESS`, or the standard address.
    ///   - sessionBusAddress: the same; `nil` for `DBUS_SESSION_BUS_ADDRESS`, or `bus` in `XDG_RUNTIME_DIR`.
    ///   - user: the user whose sessions count.
    ///   - onAvailability: called each time the availability of a bus becomes known or changes.
    ///   - onLock: called to lock. Both closures are called on a single thread of this object, never two at a time; events that arrive
    ///     meanwhile are queued.
    package convenience init(
        systemBusAddress: String? = nil, sessionBusAddress: String? = nil, user: uid_t = getuid(),
        onAvailability: @escaping @Sendable (Bus, Bool) -> Void = { _, _ in },
        onLock: @escaping @Sendable (Cause) -> Void
    ) {
        let addresses: [Bus: BusAddress?] = [
            .system: systemBusAddress.map(BusAddress.init) ?? .system(),
            .session: sessionBusAddress.map(BusAddress.init) ?? .session(),
        ]
        self.init(
            addresses.compactMapValues { $0 }, user: user, onAvailability: onAvailability, onLock: onLock,
            willWait: { _ in })
    }

    /// - Parameter willWait: receives before each wait its maximum length in microseconds; `nil` for no limit.
    init(
        _ addresses: [Bus: BusAddress], user: uid_t, onAvailability: @escaping @Sendable (Bus, Bool) -> Void,
        onLock: @escaping @Sendable (Cause) -> Void, willWait: @escaping @Sendable (UInt64?) -> Void
    ) {
        let availability = Availability(changed: onAvailability)
        let addresses = addresses.filter(\.value.isLocal)
        let connections = addresses.map { bus, address in
            // Only logind sends descriptors. On the session bus any program could exhaust the descriptor table with them.
            ReconnectingBus(
                address: address, takesDescriptors: bus == .system,
                listen: { (handle) throws(BusError) in try Self.listen(to: bus, on: handle, user, onLock) },
                report: { availability.set(bus, isAvailable: $0) })
        }
        self.availability = availability
        loop = connections.isEmpty ? nil : BusLoop(connections, willWait: willWait)
        for bus in Bus.allCases where loop == nil || addresses[bus] == nil {
            availability.set(bus, isAvailable: false)
        }
        loop?.start()
        availability.wait(atMost: Self.startTimeout)
    }

    deinit { loop?.stop() }

    /// The buses that are unavailable at the moment.
    package var missing: [Bus] { availability.missing }

    /// Stops listening and releases the inhibitor.
    ///
    /// After it has returned, no closure is called any more, and none is running, except the one that it was called from. It waits for a
    /// running closure: the caller must not hold a lock that the closure needs.
    package func cancel() {
        loop?.stop()
        loop?.join()
    }

    private static func listen(
        to bus: Bus, on handle: BusHandle, _ user: uid_t, _ onLock: @escaping (Cause) -> Void
    ) throws(BusError) -> ReconnectingBus.Listener {
        switch bus {
        case .system:
            let manager = try LoginManager(bus: handle, user: user, onLock: onLock)
            return ReconnectingBus.Listener(object: manager, connectionEnded: manager.connectionEnded)
        case .session:
            let screenSaver = try ScreenSaver(bus: handle, onLock: onLock)
            return ReconnectingBus.Listener(object: screenSaver, connectionEnded: {})
        }
    }
}
