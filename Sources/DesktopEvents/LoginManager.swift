import DBus
import Glibc
import LinuxSupport

/// The signals of logind about suspend and locked sessions, for as long as one connection to the system bus lasts.
///
/// Specified in: org.freedesktop.login1(5).
final class LoginManager {
    private static let name = "org.freedesktop.login1"
    /// The time limit for logind to report the owner of a session, in microseconds.
    private static let queryTimeout: UInt64 = 2_000_000
    /// The time limit for logind to grant a delay, in microseconds.
    private static let inhibitorTimeout: UInt64 = 25_000_000

    private let bus: BusHandle
    private let user: uid_t
    private let onLock: (LockSignals.Cause) -> Void
    private var owner: NameOwner?

    /// While it is held, sleep waits for us, as long as logind's InhibitDelayMaxSec allows.
    private var inhibitor: Descriptor?
    private var isGoingToSleep = false
    private var pendingSessionQueries = 0

    init(bus: BusHandle, user: uid_t, onLock: @escaping (LockSignals.Cause) -> Void) throws(BusError) {
        self.bus = bus
        self.user = user
        self.onLock = onLock
        let owner = try NameOwner(Self.name, on: bus) { [weak self] in self?.loginManagerChanged($0) }
        self.owner = owner
        try owner.onSignal("\(Self.name).Manager", "PrepareForSleep") { [weak self] in self?.prepareForSleep($0) }
        try owner.onSignal("\(Self.name).Session", "Lock") { [weak self] in self?.sessionLocks($0) }
    }

    /// Handles the end of the connection. A pending question about a locked session can no longer be answered, so the
    /// session is treated as the user's.
    func connectionEnded() {
        if pendingSessionQueries > 0 { onLock(.sessionLock) }
        pendingSessionQueries = 0
    }

    private func loginManagerChanged(_ owner: NameOwner) {
        // A new logind does not know about a suspend that its predecessor had announced.
        isGoingToSleep = false
        if owner.current != nil { takeInhibitor() }
    }

    private func prepareForSleep(_ message: BusMessage) {
        guard let begins = message.bool() else { return }
        isGoingToSleep = begins
        guard begins else { return takeInhibitor() }
        onLock(.sleep)
        inhibitor = nil
    }

    /// Requests an inhibitor. Without one, the lock at suspend may take effect only after resume, so a failure is
    /// ignored.
    private func takeInhibitor() {
        guard let owner = owner?.current else { return }
        let arguments = ["sleep", "Chatelaine", "Locks keychains before the computer suspends", "delay"]
        let inhibit = BusCall(
            destination: owner, path: "/org/freedesktop/login1", interface: "\(Self.name).Manager", member: "Inhibit",
            arguments: arguments.map { .string($0) })
        try? bus.call(inhibit, timeout: Self.inhibitorTimeout) { [weak self] answer in
            guard let self, !isGoingToSleep, let descriptor = answer?.descriptor() else { return }
            inhibitor = Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
        }
    }

    /// Locks if the session is the user's, or if its owner is unknown: a needless lock does no harm.
    private func sessionLocks(_ message: BusMessage) {
        guard let owner = message.sender, let session = message.path else { return onLock(.sessionLock) }
        pendingSessionQueries += 1
        do {
            let get = BusCall(
                destination: owner, path: session, interface: "org.freedesktop.DBus.Properties", member: "Get",
                arguments: [.string("\(Self.name).Session"), .string("User")])
            try bus.call(get, timeout: Self.queryTimeout) { [weak self] in
                self?.sessionBelongs(to: $0.flatMap(Self.user))
            }
        } catch {
            sessionBelongs(to: nil)
        }
    }

    private func sessionBelongs(to owner: uid_t?) {
        pendingSessionQueries -= 1
        if owner == nil || owner == user { onLock(.sessionLock) }
    }

    private static func user(_ answer: BusMessage) -> uid_t? {
        answer.structureInVariant("uo") { answer.number() }
    }
}
