import KeyManagement
import KeychainServices
import LinuxSupport
import Synchronization

/// The proofs that the user has given to paired profiles, and the sites that each was given secrets for. In memory only.
final class BrowserProofs: Sendable {
    /// A profile and a vault.
    private struct Place: Hashable {
        let pairing: String
        let vault: String
    }

    private struct Opening {
        /// The state of locking in which the proof was given: a lock ends it.
        let epoch: LockEpoch
        /// In seconds since the start of the machine.
        var last: Double
        var showedAll: Double?
    }

    private struct Visit {
        let site: String
        let time: Double
    }

    private struct State {
        var openings: [Place: Opening] = [:]
        var visits: [String: [Visit]] = [:]
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Double

    /// - Parameter clock: seconds of a clock that cannot be set.
    init(clock: @escaping @Sendable () -> Double = { Clock.secondsSinceBoot }) { self.clock = clock }

    /// Notes a proof.
    ///
    /// - Parameter epoch: the state of locking before the user was asked.
    func note(_ deed: BrowserDeed, _ pairing: String, vault: String, since epoch: LockEpoch) {
        let now = clock()
        state.withLock { state in
            let place = Place(pairing: pairing, vault: vault)
            let known = state.openings[place].flatMap { $0.epoch == epoch ? $0.showedAll : nil }
            state.openings[place] = Opening(
                epoch: epoch, last: now, showedAll: deed == .showAll ? now : known)
        }
    }

    /// Whether the user has given this profile a proof for a vault since its last lock.
    func isOpen(_ pairing: String, vault: String, _ epoch: LockEpoch) -> Bool {
        state.withLock { $0.openings[Place(pairing: pairing, vault: vault)]?.epoch == epoch }
    }

    /// Whether a deed takes a proof now, in a vault that is open.
    func isNeeded(
        _ deed: BrowserDeed, _ pairing: BrowserPairing, vault: String, _ epoch: LockEpoch
    ) -> Bool {
        let now = clock()
        let opening = state.withLock { $0.openings[Place(pairing: pairing.id, vault: vault)] }
        guard let opening, opening.epoch == epoch else { return true }
        switch deed.rule {
        case .opening: return false
        case .each: return true
        case .recent: return opening.showedAll.map { now - $0 >= BrowserDeed.validity } ?? true
        case .asSet:
            switch pairing.proof {
            case .session: return false
            case .fiveMinutes: return now - opening.last >= BrowserDeed.validity
            case .eachTime: return true
            }
        }
    }

    // MARK: - Sites

    /// Counts a site that a profile is to be given a secret for.
    ///
    /// - Returns: `false` if it is one too many within ``BrowserDeed/sitePeriod``; then it was not counted.
    func count(_ site: String, of pairing: String) -> Bool {
        let now = clock()
        return state.withLock { state in
            var visits = state.visits[pairing, default: []].filter { now - $0.time < BrowserDeed.sitePeriod }
            visits.removeAll { $0.site == site }
            let hasRoom = visits.count < BrowserDeed.mostSites
            if hasRoom { visits.append(Visit(site: site, time: now)) }
            state.visits[pairing] = visits
            return hasRoom
        }
    }

    /// Begins to count again, with this site: the user has given a proof for it.
    func restart(with site: String, of pairing: String) {
        let now = clock()
        state.withLock { $0.visits[pairing] = [Visit(site: site, time: now)] }
    }

    /// Forgets a pairing that was revoked.
    func forget(_ pairing: String) {
        state.withLock { state in
            state.visits[pairing] = nil
            state.openings = state.openings.filter { $0.key.pairing != pairing }
        }
    }
}
