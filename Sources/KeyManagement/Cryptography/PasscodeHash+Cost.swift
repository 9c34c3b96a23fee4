import Secrets
import Synchronization

extension PasscodeHash {
    /// Whether these parameters cost more than this program ever chooses for a new passcode: a file of another program, or one that an
    /// attacker has changed so that each unlock takes memory and time.
    package var isAboveChoice: Bool {
        isPBKDF2
            ? passes > Self.leastRounds * UInt64(Self.mostFactor)
            : passes > Self.leastPasses || memory > Self.leastMemory * Self.mostFactor
    }

    /// The cost in words.
    package var costText: String {
        isPBKDF2 ? "\(passes) rounds of PBKDF2" : "\(passes) passes of Argon2id over \(memory >> 20) MiB"
    }

    /// Asks a person whether a key may be derived at a cost above that of ``make(_:)``, and returns the answer.
    package typealias CostQuestion = @Sendable (PasscodeHash) -> Bool

    private struct Consent {
        var question: CostQuestion?
        var accepted: Set<PasscodeHash> = []
    }
    private static let consent = Mutex(Consent())

    /// Sets the question of this process. Without one such keys are not derived.
    package static func askAboutCost(_ question: @escaping CostQuestion) {
        consent.withLock { $0.question = question }
    }

    /// Checks that the key may be derived. A person who has accepted these parameters is not asked about them again by this process.
    ///
    /// - Throws: `.costly`.
    func checkCost() throws(KeyError) {
        guard isAboveChoice else { return }
        let (question, isAccepted) = Self.consent.withLock { ($0.question, $0.accepted.contains(self)) }
        guard !isAccepted else { return }
        guard let question, question(self) else { throw .costly(self) }
        Self.consent.withLock { _ = $0.accepted.insert(self) }
    }
}

extension PasscodeHash {
    /// Derives the key of a password in its composed form (NFC), for files that have always had that rule.
    ///
    /// - Throws: `.costly` if the cost is above what this program chooses and no person has accepted it; `.outOfMemory`.
    package func deriveIfAffordable(_ password: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        try checkCost()
        return try derive(PasscodeForm.composed.of(password))
    }
}
