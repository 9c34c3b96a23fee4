import KeyManagement
import KeychainServices

/// The proof that a person has just typed the passcode into the command line to get at the keychain.
///
/// Items that require the passcode do not ask for it again for a moment, as far as that same process reads them. The proof belongs to
/// the connection over which the passcode came, and goes with it. It holds the keys that the passcode opens, not the passcode.
final class ShownPasscode: Sendable {
    /// The nanoseconds for which the proof counts: as long as a person has to answer a prompt.
    static let validity: UInt64 = 60_000_000_000

    private let keys: [Int64: OpeningKey]
    private let lock: Int
    private let shownAt: UInt64

    /// - Parameters:
    ///   - keys: the keys that the passcode opens, by the numbers of the key pairs.
    ///   - lock: the number of locks before the passcode was shown (``Admissions/lockCount``).
    ///   - now: in nanoseconds of ``Clock.sinceBoot``.
    init(_ keys: [Int64: OpeningKey], lock: Int, now: UInt64) {
        (self.keys, self.lock, shownAt) = (keys, lock, now)
    }

    /// Returns the part of `requirement` that the passcode proves; `nil` if that is nothing, or nothing any more.
    ///
    /// - Parameters:
    ///   - lock: the number of locks so far.
    ///   - now: in nanoseconds of ``Clock.sinceBoot``.
    func proof(for requirement: AuthenticationRequirement, lock: Int, now: UInt64) -> AuthenticationProof? {
        // A passcode that was replaced because another person may know it does not open the pair of now.
        guard requirement.factors.contains(.passcode), lock == self.lock, now >= shownAt, now - shownAt < Self.validity,
            let pair = requirement.passcodePair, keys[pair] != nil
        else { return nil }
        var proof = AuthenticationProof()
        (proof.hasShownPasscode, proof.passcodePair, proof.openingKeys) = (true, pair, keys)
        return proof
    }
}
