import KeyManagement
import KeychainServices

/// A passcode that somebody typed into the command line to get at the keychain: items that ask for it do not ask again for a
/// moment, as far as that same process reads them.
///
/// Belongs to the connection that it came over, and goes with it. It is not the passcode, but what that opens.
final class ShownPasscode: Sendable {
    /// Nanoseconds for which it counts: as long as a person has to answer a prompt.
    static let validity: UInt64 = 60_000_000_000

    private let keys: [Int64: OpeningKey]
    private let lock: Int
    private let shownAt: UInt64

    /// - Parameters:
    ///   - keys: what the passcode opens, by the numbers of the key pairs.
    ///   - lock: the lock that it was shown after: ``AgentServer/locks``.
    ///   - now: in nanoseconds of ``bootTime()``.
    init(_ keys: [Int64: OpeningKey], lock: Int, now: UInt64) {
        (self.keys, self.lock, shownAt) = (keys, lock, now)
    }

    /// What it shows of `requirement`; nil if that is nothing, or nothing any more.
    ///
    /// - Parameters:
    ///   - lock: the last lock.
    ///   - now: in nanoseconds of ``bootTime()``.
    func proof(for requirement: AuthenticationRequirement, lock: Int, now: UInt64) -> AuthenticationProof? {
        // Where another passcode has come since because somebody may know this one, it does not open the pair of now.
        guard requirement.factors.contains(.passcode), lock == self.lock, now >= shownAt, now - shownAt < Self.validity,
            let pair = requirement.passcodePair, keys[pair] != nil
        else { return nil }
        var proof = AuthenticationProof()
        (proof.hasShownPasscode, proof.passcodePair, proof.openingKeys) = (true, pair, keys)
        return proof
    }
}
