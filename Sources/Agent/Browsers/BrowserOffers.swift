import Crypto
import Foundation
import LinuxSupport
import PasswordVault
import Synchronization

/// The logins that forms were sent with, until the user says what becomes of them. In memory only: a lock wipes them.
///
/// Specified in: Docs/browser-messages.md, "Offers".
final class BrowserOffers: Sendable {
    /// The most offers of a profile that wait for the user; the oldest goes.
    static let most = 16
    /// The offers of a profile that are looked at within ``period``: each tells whether a password is the saved one.
    static let mostInPeriod = 60
    /// In seconds.
    static let period = 600.0
    /// The offers of a profile that are recognised when they come again.
    private static let mostKnown = 1_000

    /// A login that a form was sent with.
    struct Offer: Sendable {
        let id: UUID
        let page: BrowserRequests.Page
        let username: String
        let password: Secret

        init(_ page: BrowserRequests.Page, _ username: String, _ password: Secret) {
            (id, self.page, self.username, self.password) = (UUID(), page, username, password)
        }

        /// Whether it takes the place of another: the same account of a site.
        fileprivate func replaces(_ other: Offer) -> Bool {
            page.page.origin == other.page.page.origin && username == other.username
        }
    }

    private struct Profile {
        /// The oldest first.
        var offers: [Offer] = []
        /// Digests of those that were offered, the oldest first.
        var known: [Data] = []
        /// When offers were looked at.
        var times: [Double] = []
    }

    private struct State {
        var locks: UInt64 = 0
        var profiles: [String: Profile] = [:]
    }

    private let state = Mutex(State())
    /// A guess of a password cannot be compared with a digest without it.
    private let key = SymmetricKey(size: .bits256)
    private let clock: @Sendable () -> Double

    /// - Parameter clock: seconds of a clock that cannot be set.
    init(clock: @escaping @Sendable () -> Double = { Clock.secondsSinceBoot }) { self.clock = clock }

    /// The number of locks so far. A request takes it when it begins: a lock since then wins.
    var locks: UInt64 { state.withLock { $0.locks } }

    /// Counts an offer that is to be looked at.
    ///
    /// - Returns: `false` if it is one too many within ``period``.
    func count(of pairing: String) -> Bool {
        let now = clock()
        return state.withLock { state in
            var times = state.profiles[pairing, default: Profile()].times.filter { now - $0 < Self.period }
            let hasRoom = times.count < Self.mostInPeriod
            if hasRoom { times.append(now) }
            state.profiles[pairing, default: Profile()].times = times
            return hasRoom
        }
    }

    /// Keeps an offer.
    ///
    /// - Parameter locks: ``locks`` when the request began.
    /// - Returns: `false` if it was offered before, or if there was a lock since.
    func add(_ offer: Offer, of pairing: String, since locks: UInt64) -> Bool {
        let digest = digest(of: offer)
        return state.withLock { state in
            var profile = state.profiles[pairing, default: Profile()]
            guard state.locks == locks, !profile.known.contains(digest) else { return false }
            profile.known = profile.known.suffix(Self.mostKnown - 1) + [digest]
            profile.offers.removeAll(where: offer.replaces)
            profile.offers = profile.offers.suffix(Self.most - 1) + [offer]
            state.profiles[pairing] = profile
            return true
        }
    }

    /// Returns the offers of a profile, the oldest first.
    func offers(of pairing: String) -> [Offer] { state.withLock { $0.profiles[pairing]?.offers ?? [] } }

    func remove(of pairing: String, where isRemoved: (Offer) -> Bool) {
        state.withLock { $0.profiles[pairing]?.offers.removeAll(where: isRemoved) }
    }

    /// Forgets a pairing that was revoked.
    func forget(_ pairing: String) { state.withLock { $0.profiles[pairing] = nil } }

    /// Forgets all: something was locked. How many were looked at stays, since a lock is no way around that.
    func wipe() {
        state.withLock { state in
            state.locks &+= 1
            for pairing in state.profiles.keys {
                state.profiles[pairing]?.offers = []
                state.profiles[pairing]?.known = []
            }
        }
    }

    private func digest(of offer: Offer) -> Data {
        var code = HMAC<SHA256>(key: key)
        for text in [offer.page.page.origin, offer.username] {
            withUnsafeBytes(of: text.utf8.count) { code.update(data: $0) }
            code.update(data: Data(text.utf8))
        }
        offer.password.withUnsafeBytes { code.update(data: $0) }
        return Data(code.finalize())
    }
}
