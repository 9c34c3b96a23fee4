import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The key derivation of a master password.
public struct VaultPassword: Hashable, Sendable {
    /// The key derivation function, without its cost.
    public enum Derivation: String, Sendable, CaseIterable {
        /// RFC 9106.
        case argon2id
        /// RFC 8018, with HMAC-SHA-256.
        case pbkdf2 = "pbkdf2-sha256"
    }

    /// The function.
    public let derivation: Derivation
    /// The number of passes of Argon2id or iterations of PBKDF2.
    public let passes: UInt64
    /// The memory in bytes; `nil` for PBKDF2, which needs almost none.
    public let memory: Int?

    package init(derivation: Derivation, passes: UInt64, memory: Int?) {
        self.derivation = derivation
        self.passes = passes
        self.memory = memory
    }
}

extension VaultPassword.Derivation {
    /// Returns the cost of this function that corresponds to `cost`.
    func cost(like cost: PasscodeHash.Cost) -> PasscodeHash.Cost {
        switch (self, cost) {
        case (.argon2id, _): cost
        case (.pbkdf2, .fixed): .fixed(passes: 1000, memory: 0)
        case (.pbkdf2, _): .tunedPBKDF2
        }
    }
}

extension Vault {
    /// Returns the key derivation of the master password. The vault may be locked.
    public func passwordDerivation() throws(KeychainError) -> VaultPassword {
        guard let hash = try keychain.passcodeHash() else { throw try unfinished() }
        return VaultPassword(
            derivation: hash.isPBKDF2 ? .pbkdf2 : .argon2id, passes: hash.passes,
            memory: hash.isPBKDF2 ? nil : hash.memory)
    }

    /// Changes the master password, or only its key derivation if the new password is the old one.
    ///
    /// - Parameters:
    ///   - old: the current master password.
    ///   - new: the new master password.
    ///   - derivation: the derivation function for the new password. Deriving the key takes about half a second on this machine.
    ///   - compromised: whether an attacker may know the old password. If so, new keys are made as well: neither the old password nor an
    ///     old copy of the file opens what the vault contains from then on. The user has to make a new recovery key.
    /// - Throws: `.authenticationFailed` if `old` is not the master password; `.parameter` if `new` is empty.
    public func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes,
        derivation: VaultPassword.Derivation = .argon2id,
        compromised: Bool = false
    ) throws(KeychainError) {
        try changePassword(from: old, to: new, derivation: derivation, compromised: compromised, since: nil)
    }

    /// Changes the master password as above. If the vault was locked since `epoch`, or since now if that is nil, it stays locked.
    package func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, derivation: VaultPassword.Derivation,
        compromised: Bool = false, since epoch: LockEpoch?
    ) throws(KeychainError) {
        guard new.count > 0 else { throw Self.emptyPassword }
        do throws(KeychainError) {
            try keychain.changePasscode(
                from: old, to: new, cost: derivation.cost(like: passwordCost), compromised: compromised, since: epoch
            ) { _, _ in }
        } catch  where error.code == .authenticationFailed {
            throw wrongPassword
        }
    }

    /// Makes a recovery key, which opens the vault without the master password. An earlier recovery key becomes invalid at once.
    ///
    /// A program that shows the key to a person uses ``newRecoveryKey()`` and ``confirmRecoveryKey(_:)`` instead.
    ///
    /// - Returns: text for the user to write down: 28 capital letters and digits in 7 groups, separated by hyphens.
    public func makeRecoveryKey() throws(KeychainError) -> SecretBytes {
        let text = Self.newRecoveryKey()
        try confirmRecoveryKey(text)
        return text
    }

    /// Returns a random recovery key, which opens nothing until it is confirmed (``confirmRecoveryKey(_:)``).
    ///
    /// - Returns: text for the user to write down: 28 capital letters and digits in 7 groups, separated by hyphens.
    public static func newRecoveryKey() -> SecretBytes { VaultRecoveryKey.make() }

    /// Has a recovery key count from now on; an earlier one becomes invalid. For a key from ``newRecoveryKey()`` that was shown to the user
    /// and that the user has kept: until then nothing of it is in the vault, and the earlier one counts.
    ///
    /// - Parameter text: the recovery key, as the user has typed it.
    /// - Throws: `.parameter` for a text that is not a recovery key; `.interactionNotAllowed` if the vault is locked.
    public func confirmRecoveryKey(_ text: borrowing SecretBytes) throws(KeychainError) {
        guard let key = VaultRecoveryKey.key(text) else { throw VaultRecoveryKey.mistyped }
        try keychain.useRecoveryKey(key)
    }

    /// Checks that the index lists exactly the items that are in the file. In a copy that was taken while a program wrote, one may be older
    /// than the other.
    ///
    /// - Throws: `.decode` otherwise.
    func checkIndex() throws(KeychainError) {
        let rows = try keychain.items(
            matching: VaultRows.query(.item), reading: .attributes, with: Authentication())
        let stored = Set(rows.compactMap { $0.attributes[.account]?.string })
        let listed = Set(try currentIndex().entries.map { VaultRows.account(of: $0.id) })
        guard stored == listed else {
            throw KeychainError(
                .decode,
                "“\(name)” has its new master password, but it is damaged: its list does not name the items in it",
                remedy: "copy the vault again while no program writes to it, and recover it again")
        }
    }

    /// Derives the key again at a higher cost if its current cost is below the minimum.
    func raiseCostOfPassword(_ password: borrowing SecretBytes, since epoch: LockEpoch) throws(KeychainError) {
        guard case .tuned = passwordCost, let hash = try keychain.passcodeHash(), hash.isBelowFloor else { return }
        try changePassword(from: password, to: password, derivation: hash.isPBKDF2 ? .pbkdf2 : .argon2id, since: epoch)
    }

    static var emptyPassword: KeychainError {
        KeychainError(.parameter, "the master password is empty", remedy: "choose one that is hard to guess")
    }

    var wrongPassword: KeychainError {
        KeychainError(
            .authenticationFailed, "the master password of “\(name)” is wrong",
            remedy: "try again with the right one; a lost one is replaced with: chatelaine vault recovery use")
    }
}

extension KeychainError {
    /// Whether an operation that takes the master password of a vault failed since it is wrong; `false` if it was not checked because of too
    /// many wrong ones before.
    public var isWrongMasterPassword: Bool { code == .authenticationFailed && !passcodeWasNotChecked }
}
