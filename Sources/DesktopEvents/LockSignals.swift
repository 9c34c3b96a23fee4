import DBus
import Dispatch
import Glibc

/// Tells when the desktop says that keychains should lock.
///
/// It listens to logind on the system bus (the machine goes to sleep; a session of the user's locks) and to the screen savers of
/// freedesktop.org and GNOME on the session bus. A signal counts only if it comes from the owner of the name that it
/// belongs to. Before sleep a delay inhibitor of logind's is held until the callback has returned.
///
/// A bus that is not there is no error: it is heard as soon as it appears. Until then the directories above its socket are watched,
/// and only changes in them wake up. There are timers only for some seconds after a new socket has appeared at which nobody
/// answers yet, and where something answers but is no bus: then pauses grow from 1 s to 60 s. At rest nothing wakes up.
public final class LockSignals: Sendable {
    /// Who is listened to.
    public enum Bus: String, CaseIterable, Sendable {
        case system, session
    }

    /// Why keychains should lock.
    public enum Cause: Hashable, Sendable {
        /// The machine is about to sleep; it waits until the callback has returned.
        case sleep
        /// A session of the user's locks, or one of which nobody says whose it is.
        case sessionLock
        /// The screen is locked.
        case screenSaver
    }

    /// How long the start waits for buses that are slow.
    private static let patience = DispatchTimeInterval.seconds(2)

    private let availability: Availability
    private let loop: BusLoop?

    /// Begins to listen. Returns when each bus is heard or known to be missing, after 2 s at most.
    ///
    /// - Parameters:
    ///   - systemBusAddress: a D-Bus address of local sockets; nil: what `DBUS_SYSTEM_BUS_ADDRESS` says, or the standard place.
    ///   - sessionBusAddress: the same; nil: what `DBUS_SESSION_BUS_ADDRESS` says, or `bus` in `XDG_RUNTIME_DIR`.
    ///   - user: whose sessions count.
    ///   - onAvailability: told each time it becomes known, or changes, whether a bus is heard.
    ///   - onLock: told to lock. Both closures are called on one thread of this object's own, never two at a time; what
    ///     comes meanwhile waits.
    public convenience init(
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

    /// - Parameter willWait: told before each wait how many microseconds it lasts if nothing comes; nil: for ever.
    init(
        _ addresses: [Bus: BusAddress], user: uid_t, onAvailability: @escaping @Sendable (Bus, Bool) -> Void,
        onLock: @escaping @Sendable (Cause) -> Void, willWait: @escaping @Sendable (UInt64?) -> Void
    ) {
        let availability = Availability(changed: onAvailability)
        let addresses = addresses.filter(\.value.isLocal)
        let connections = addresses.map { bus, address in
            // Only logind sends descriptors. On the session bus anybody could fill our table with them.
            ReconnectingBus(
                address: address, takesDescriptors: bus == .system,
                listen: { (handle) throws(BusError) in try Self.listen(to: bus, on: handle, user, onLock) },
                report: { availability.set(bus, isHeard: $0) })
        }
        self.availability = availability
        loop = connections.isEmpty ? nil : BusLoop(connections, willWait: willWait)
        for bus in Bus.allCases where loop == nil || addresses[bus] == nil {
            availability.set(bus, isHeard: false)
        }
        loop?.start()
        availability.wait(atMost: Self.patience)
    }

    deinit { loop?.stop() }

    /// The buses that are not heard at the moment.
    public var missing: [Bus] { availability.missing }

    /// Stops listening and gives the inhibitor back.
    ///
    /// After it has returned no closure is called any more, and none runs, except the one that it was called from. It waits for a
    /// closure that runs: the caller must not hold a lock that the closure needs.
    public func cancel() {
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
