import Authentication
import Dispatch
import Foundation
import KeychainServices
import Secrets
import Synchronization
import TrustedPlatform

/// The keys of vaults that a finger may unlock. A vault is in that state between locked and unlocked once its master password was
/// entered.
///
/// Specified in: Docs/decisions/0037.
final class FingerUnlocks: Sendable {
    /// The seconds, sleep included, after which the master password comes first again.
    static let validity = Double(14 * 24 * 60 * 60)

    /// The storage of a key until a finger is shown.
    private enum Storage {
        case memory(SecretHolder)
        case tpm(SealedObject)
    }

    private struct Kept {
        var storage: Storage
        /// The hash of the fingers that were enrolled then; `nil` until the reader's daemon has told it.
        var enrolled: Data?
        /// In seconds of `CLOCK_BOOTTIME`.
        let since: Double
        /// A number that no other key of the same vault has.
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
    /// The queue for the reader's daemon and the TPM: an unlock does not wait for them.
    private let queue = DispatchQueue(label: "io.github.chatelaine.agent.finger-unlocks")

    /// - Parameters:
    ///   - records: keeps for which vaults the user wants it; `nil` to keep nothing.
    ///   - tpm: seals the keys; `nil` to keep them in memory.
    init(
        _ records: AgentRecords?, _ equipment: AuthenticationEquipment, tpm: TPMAddress?,
        clocks: @escaping PasscodeAttempts.Clocks
    ) {
        (self.records, self.equipment, self.tpm, self.clocks) = (records, equipment, tpm, clocks)
    }

    // MARK: - Setting

    /// Whether the user wants it for a vault. A record that cannot be read counts as no.
    func isAllowed(_ vault: String) -> Bool {
        if let known = state.withLock({ $0.allowed[vault] }) { return known }
        let isAllowed = (try? records?.read(.fingerUnlock(ofVault: vault))) == Self.yes
        state.withLock { $0.allowed[vault] = isAllowed }
        return isAllowed
    }

    /// Sets whether the user wants it for a vault.
    ///
    /// - Throws: `.notAvailable` if it cannot be stored.
    func allow(_ vault: String, _ isAllowed: Bool) throws(KeychainError) {
        if !isAllowed { forget(vault) }
        try records?.write(.fingerUnlock(ofVault: vault), isAllowed ? Self.yes : Self.no)
        state.withLock { $0.allowed[vault] = isAllowed }
    }

    private static let yes = Data("yes".utf8)
    private static let no = Data("no".utf8)

    // MARK: - Keys

    /// Whether a finger would unlock a vault now.
    func isReady(_ vault: String) -> Bool {
        let now = clocks().bootTime
        return state.withLock { $0.kept[vault].map { now - $0.since < Self.validity } ?? false }
    }

    /// Keeps the key of a vault whose master password was entered.
    func keep(_ key: borrowing SecretBytes, of vault: String) {
        guard isAllowed(vault) else { return }
        let holder = SecretHolder(key.copy())
        let since = clocks().bootTime
        let number = state.withLock { state in
            state.next &+= 1
            state.kept[vault] = Kept(storage: .memory(holder), enrolled: nil, since: since, number: state.next)
            return state.next
        }
        queue.async { [self] in settle(vault, number, holder) }
    }

    private func settle(_ vault: String, _ number: UInt64, _ holder: SecretHolder) {
        guard let enrolled = enrolledSet() else { return change(vault, number) { $0 = nil } }
        let sealed = tpm.flatMap { try? TrustedPlatform(at: $0).seal(holder.secret, pcrs: nil) }
        change(vault, number) { kept in
            kept?.enrolled = enrolled
            if let sealed { kept?.storage = .tpm(sealed) }
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

    /// Returns the key of a vault after a finger has matched.
    ///
    /// - Parameter enrolled: the hash of the fingers that were enrolled when it matched.
    /// - Throws: `.authenticationFailed` if the master password comes first.
    func key(of vault: String, enrolled: Data) throws(KeychainError) -> SecretBytes {
        let kept = try kept(vault)
        guard kept.enrolled == enrolled else {
            forget(vault)
            throw KeychainError(
                .authenticationFailed, "other fingers are enrolled than when the master password was entered",
                remedy: "enter the master password")
        }
        switch kept.storage {
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
        // The queue may still store the key of an unlock a moment ago.
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

    /// Whether there are keys, which would be lost with this process.
    var isKeeping: Bool { state.withLock { !$0.kept.isEmpty } }
}
