import AccessPolicy
import KeychainServices
import Synchronization

/// Gives sessions the access groups that the policy and the lock state allow now.
final class Admissions: Sendable {
    let gatekeeper: any Gatekeeper
    private let service: any KeychainService
    /// Incremented whenever the rights of programs can have changed: by the policy, or by a lock.
    private let decision = Atomic(0)
    /// Incremented at every lock: passcodes that were shown before it no longer count.
    private let lock = Atomic(0)
    /// Incremented whenever a group was reserved for secured programs.
    private let reservation = Atomic(0)

    /// - Parameter service: the keychain, with all access groups.
    init(_ gatekeeper: any Gatekeeper, _ service: any KeychainService) {
        self.gatekeeper = gatekeeper
        self.service = service
    }

    /// Returns a session that has not been admitted yet.
    func makeSession(of program: Program, wanted: [String], token: TokenGrant?) -> Session {
        Session(program: program, wanted: wanted, token: token, keychain: service, writableKeychain: service)
    }

    /// Gives a session its present rights.
    ///
    /// - Throws: `.missingEntitlement` if the program asks for groups that it may not use; the session is then to be discarded.
    @discardableResult
    func admit(_ session: inout Session) throws(KeychainError) -> Admission {
        session.decision = decision.load(ordering: .acquiring)
        session.reservations = reservationCount
        let lock = lockCount
        if session.lock != lock { (session.hasShownPasscode, session.shownPasscode) = (false, nil) }
        session.lock = lock
        let admission = try gatekeeper.admit(
            session.program, wanted: session.wanted, token: session.token, hasShownPasscode: session.hasShownPasscode)
        if admission.reservesGroups { noteReservation() }
        session.keychain = service.with(accessGroups: admission.groups)
        session.writableKeychain = service.with(accessGroups: admission.groupsToChange)
        return admission
    }

    /// Whether the rights of a session are still those that the policy and the lock state give it.
    func isCurrent(_ session: Session) -> Bool {
        // The time of a token, or of a terminal's grant, ends by itself.
        guard session.token == nil, !session.keychain.accessGroups.isWildcard else { return false }
        return session.decision == decision.load(ordering: .acquiring)
    }

    /// The number of locks so far.
    var lockCount: Int { lock.load(ordering: .acquiring) }

    /// The number of times that groups were reserved for secured programs.
    var reservationCount: Int { reservation.load(ordering: .acquiring) }

    /// Takes back what other programs had of a group that was reserved for secured programs.
    func noteReservation() {
        reservation.add(1, ordering: .releasing)
        invalidate()
    }

    /// Has every session admitted again before its next request.
    func invalidate() { decision.add(1, ordering: .releasing) }

    /// Takes back what was granted because of a passcode.
    func noteLock() {
        lock.add(1, ordering: .releasing)
        invalidate()
    }
}
