import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// How the key of a master password is derived from it.
public struct VaultPassword: Hashable, Sendable {
    /// The function, with nothing of what it costs.
    public enum Derivation: String, Sendable, CaseIterable {
        /// RFC 9106.
        case argon2id
        /// RFC 8018, with HMAC-SHA-256.
        case pbkdf2 = "pbkdf2-sha256"
    }

    /// The function.
    public let derivation: Derivation
    /// Passes of Argon2id, rounds of PBKDF2.
    public let passes: UInt64
    /// In bytes; nil for PBKDF2, which takes none to speak of.
    public let memory: Int?

    package init(derivation: Derivation, passes: UInt64, memory: Int?) {
        self.derivation = derivation
        self.passes = passes
        self.memory = memory
    }
}

extension VaultPassword.Derivation {
    /// What it costs, where another function would cost as `cost` says.
    func cost(like cost: PasscodeHash.Cost) -> PasscodeHash.Cost {
        switch (self, cost) {
        case (.argon2id, _): cost
        case (.pbkdf2, .fixed): .fixed(passes: 1000, memory: 0)
        case (.pbkdf2, _): .tunedPBKDF2
        }
    }
}

extension Vault {
    /// How the key of the master password is derived, which can be seen while the vault is locked.
    public func passwordDerivation() throws(KeychainError) -> VaultPassword {
        guard let hash = try keychain.passcodeHash() else {
            throw KeychainError(.notAvailable, "the vault was never finished", remedy: "create it again")
        }
        return VaultPassword(
            derivation: hash.isPBKDF2 ? .pbkdf2 : .argon2id, passes: hash.passes,
            memory: hash.isPBKDF2 ? nil : hash.memory)
    }

    /// Changes the master password, or with the same one how its key is derived.
    ///
    /// - Parameters:
    ///   - old: the master password until now.
    ///   - new: the master password from now on.
    ///   - derivation: of the new one. It takes about half a second on this machine.
    ///   - compromised: somebody may know the old one: keys are made anew as well, so that neither it nor an old copy of the file opens
    ///     what is in the vault from now on. A recovery key has to be made again.
    /// - Throws: `.authenticationFailed` if `old` is not the master password; `.parameter` if `new` is empty.
    public func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes,
        derivation: VaultPassword.Derivation = .argon2id,
        compromised: Bool = false
    ) throws(KeychainError) {
        guard new.count > 0 else { throw Self.emptyPassword }
        do throws(KeychainError) {
            try keychain.changePasscode(
                from: old, to: new, cost: derivation.cost(like: passwordCost), compromised: compromised
            ) { _, _ in }
        } catch  where error.code == .authenticationFailed {
            throw wrongPassword
        }
    }

    /// Makes a key that opens the vault without the master password; an earlier one opens it no more.
    ///
    /// - Returns: text for people to keep in writing: 28 capitals and digits in 7 groups with hyphens between.
    public func makeRecoveryKey() throws(KeychainError) -> SecretBytes {
        let text = VaultRecoveryKey.make()
        guard let key = VaultRecoveryKey.key(text) else { throw .parameter("the recovery key was made wrongly") }
        try keychain.useRecoveryKey(key)
        return text
    }

    /// Derives the key anew if it costs less than it has to by now.
    func raiseCostOfPassword(_ password: borrowing SecretBytes) throws(KeychainError) {
        guard case .tuned = passwordCost, let hash = try keychain.passcodeHash(), hash.isBelowFloor else { return }
        try changePassword(from: password, to: password, derivation: hash.isPBKDF2 ? .pbkdf2 : .argon2id)
    }

    static var emptyPassword: KeychainError {
        KeychainError(.parameter, "the master password is empty", remedy: "choose one that nobody guesses")
    }

    var wrongPassword: KeychainError {
        KeychainError(
            .authenticationFailed, "that is not the master password of “\(name)”",
            remedy: "try again with the right one; a lost one is replaced with: chatelaine vault recovery use")
    }
}
