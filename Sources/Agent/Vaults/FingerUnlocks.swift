import Authentication
import Dispatch
import Foundation
import KeychainServices
import Secrets
import Synchronization
import TrustedPlatform

/// The keys of vaults that a finger may unlock: a lock state between open and shut, which begins when the master password is entered.
///
/// Specified in: Docs/decisions/0052.
final class FingerUnlocks: Sendable {
    /// Seconds, sleep included, after which the master password comes first again.
    static let validity = Double(14 * 24 * 60 * 60)

    /// Where a key is until a finger is shown.
    private enum Place {
        case memory(SecretHolder)
        case tpm(SealedObject)
    }

    private struct Kept {
        var place: Place
        /// Which fingers were enrolled then; nil until the reader's daemon has said so.
        var enrolled: Data?
        /// In seconds of `CLOCK_BOOTTIME`.
        let since: Double
        /// Tells it from what was kept for the same vault before or after.
        let number: UInt64
    }

    private struct State {
        var allowed: [String: Bool] = [:]
        var kept: [String: Kept] = [:]
        var next: UInt64 = 0
    }

    private let records: AgentRecords?
    private let equipment: AuthenticationEquipment
    private let tpm: TPMAddress?
    private let clocks: PasscodeAttempts.Clocks
    private let state = Mutex(State())
    /// The reader's daemon and a TPM take their time, which an unlock need not wait for.
    private let queue = DispatchQueue(label: "io.github.chatelaine.agent.finger-unlocks")

    /// - Parameters:
    ///   - records: where it is kept for which vaults somebody wants it; nil: nowhere.
    ///   - tpm: what seals the keys; nil: they are kept in memory.
    init(
        _ records: AgentRecords?, _ equipment: AuthenticationEquipment, tpm: TPMAddress?,
        clocks: @escaping PasscodeAttempts.Clocks
    ) {
        (self.records, self.equipment, self.tpm, self.clocks) = (records, equipment, tpm, clocks)
    }

    // MARK: - Setting

    /// Whether somebody wants it for a vault. What cannot be read was not said.
    func isAllowed(_ vault: String) -> Bool {
        if let known = state.withLock({ $0.allowed[vault] }) { return known }
        let isAllowed = (try? records?.read(.fingerUnlock(ofVault: vault))) == Self.yes
        state.withLock { $0.allowed[vault] = isAllowed }
        return isAllowed
    }

    /// - Throws: `.notAvailable` if it cannot be stored.
    func allow(_ vault: String, _ isAllowed: Bool) throws(KeychainError) {
        if !isAllowed { forget(vault) }
        try records?.write(.fingerUnlock(ofVault: vault), isAllowed ? Self.yes : Self.no)
        state.withLock { $0.allowed[vault] = isAllowed }
    }

    private static let yes = Data("yes".utf8)
    private static let no = Data("no".utf8)

    // MARK: - Keys

    /// Whether a finger would do now.
    func isReady(_ vault: String) -> Bool {
        let now = clocks().bootTime
        return state.withLock { $0.kept[vault].map { now - $0.since < Self.validity } ?? false }
    }

    /// Somebody has entered the master password of a vault.
    ///
    /// - Parameter key: what opens the vault.
    func keep(_ key: borrowing SecretBytes, of vault: String) {
        guard isAllowed(vault) else { return }
        let holder = SecretHolder(key.copy())
        let since = clocks().bootTime
        let number = state.withLock { state in
            state.next &+= 1
            state.kept[vault] = Kept(place: .memory(holder), enrolled: nil, since: since, number: state.next)
            return state.next
        }
        queue.async { [self] in settle(vault, number, holder) }
    }

    private func settle(_ vault: String, _ number: UInt64, _ holder: SecretHolder) {
        guard let enrolled = enrolledSet() else { return change(vault, number) { $0 = nil } }
        let sealed = tpm.flatMap { try? TrustedPlatform(at: $0).seal(holder.secret, pcrs: nil) }
        change(vault, number) { kept in
            kept?.enrolled = enrolled
            if let sealed { kept?.place = .tpm(sealed) }
        }
    }

    private func enrolledSet() -> Data? {
        switch equipment.biometry() {
        case .enrolled(let set), .lockedOut(let set): set
        case .notEnrolled, .notAvailable: nil
        }
    }

    private func change(_ vault: String, _ number: UInt64, _ body: (inout Kept?) -> Void) {
        state.withLock { state in
            guard state.kept[vault]?.number == number else { return }
            body(&state.kept[vault])
        }
    }

    /// The key of a vault, for somebody who has just shown a finger.
    ///
    /// - Parameter enrolled: which fingers were enrolled when it was shown.
    /// - Throws: `.authenticationFailed` if the master password comes first.
    func key(of vault: String, enrolled: Data) throws(KeychainError) -> SecretBytes {
        let kept = try kept(vault)
        guard kept.enrolled == enrolled else {
            forget(vault)
            throw KeychainError(
                .authenticationFailed, "other fingers are enrolled than when the master password was entered",
                remedy: "enter the master password")
        }
        switch kept.place {
        case .memory(let holder): return holder.secret.copy()
        case .tpm(let sealed):
            do throws(TPMError) { return try TrustedPlatform(at: tpm).unseal(sealed) } catch {
                throw KeychainError(
                    .notAvailable, "the TPM does not give the key of the vault back",
                    remedy: "enter the master password")
            }
        }
    }

    /// - Throws: `.authenticationFailed` if the master password comes first.
    func requireReady(_ vault: String) throws(KeychainError) { _ = try kept(vault) }

    private func kept(_ vault: String) throws(KeychainError) -> Kept {
        // What was begun by an unlock a moment ago.
        queue.sync {}
        guard isReady(vault), let kept = state.withLock({ $0.kept[vault] }) else {
            forget(vault)
            throw KeychainError(
                .authenticationFailed, "a finger does not unlock the vault “\(vault)” now",
                remedy: "enter the master password")
        }
        return kept
    }

    func forget(_ vault: String) { state.withLock { $0.kept[vault] = nil } }

    /// Forgets all keys after five wrong fingers in a row, for whatever they were shown.
    func forgetAllIfLockedOut() {
        if equipment.attempts.isLockedOut { state.withLock { $0.kept = [:] } }
    }

    /// Whether there are keys that would be lost with this process.
    var isKeeping: Bool { state.withLock { !$0.kept.isEmpty } }
}
