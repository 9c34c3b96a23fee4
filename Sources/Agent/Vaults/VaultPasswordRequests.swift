import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault

/// Serves requests that take the master password of a vault, or give up the need for it.
struct VaultPasswordRequests {
    let sheets: SheetQueue
    let autoLock: AutoLock

    /// - Throws: `.parameter` if it is longer than two passwords can be.
    static func check(_ secret: UnsafeRawBufferPointer) throws(KeychainError) {
        guard secret.count <= 2 * PasscodeChecker.longestPasscode else {
            throw .unreadable("a password that is too long")
        }
    }

    func createVault(
        _ vault: VaultTarget, _ create: WireVaultRequest.Create, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        try Self.check(secret)
        let password = SecretHolder(copying: secret)
        let derivation = try VaultPassword.Derivation(wire: create.derivation)
        let locks = vault.vaults.locks
        return Work(.vaultPasswords) { [autoLock] _ throws(KeychainError) in
            let epoch = try vault.vaults.create(
                vault.name, password: password.secret, derivation: derivation, since: locks)
            try vault.vaults.fingers.allow(vault.name, false)
            vault.vaults.grant(vault.name, to: vault.program, since: epoch)
            autoLock.start()
            return .done
        }
    }

    func unlockVault(
        _ vault: VaultTarget, _ unlock: WireVaultRequest.Unlock, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        try Self.check(secret)
        let password = SecretHolder(copying: secret)
        let epoch = try vault().lockEpoch
        return Work(.vaultPasswords) { [autoLock] _ throws(KeychainError) in
            try vault.vaults.trying(vault.name, from: vault.program.passcodeSource) { (vault) throws(KeychainError) in
                try vault.unlock(password.secret, since: epoch)
            }
            vault.vaults.keepForFinger(vault.name)
            vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: unlock.forProcessAlone, since: epoch)
            autoLock.start()
            return .done
        }
    }

    func lockVault(_ vault: VaultTarget) -> Work {
        Work(.immediate) { [sheets] _ throws(KeychainError) in
            try vault.vaults.lock(vault.name)
            sheets.noteLock()
            return .done
        }
    }

    /// - Parameter secret: a recovery key that the program has shown, which counts from then on; empty if the agent is to make one.
    func makeRecoveryKey(of vault: VaultTarget, _ secret: UnsafeRawBufferPointer) throws(KeychainError) -> Work {
        guard secret.isEmpty else {
            try Self.check(secret)
            let key = SecretHolder(copying: secret)
            return Work(.vaultPasswords) { _ throws(KeychainError) in
                try vault().confirmRecoveryKey(key.secret)
                return .done
            }
        }
        return Work(.vaultPasswords) { _ throws(KeychainError) in .secret(SecretHolder(try vault().makeRecoveryKey())) }
    }

    /// Returns the work that seals items for a service account.
    func addServiceAccount(
        _ request: WireVaultRequest.ServiceAccount, to vault: VaultTarget
    ) throws(KeychainError) -> Work {
        var items: [UUID] = []
        for id in request.items { items.append(try UUID(wire: id)) }
        let account = try ServiceAccount(
            id: request.id, name: request.name, publicKey: request.publicKey, items: items, created: request.created,
            expires: request.expires)
        return Work(.vaultPasswords) { _ throws(KeychainError) in
            try vault().addServiceAccount(account)
            return .done
        }
    }

    func changePassword(
        of vault: VaultTarget, _ change: WireVaultRequest.ChangePassword, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        try Self.check(secret)
        let (old, new) = try SecretHolder.two(in: secret, firstLength: change.firstLength, "passwords")
        let derivation = try VaultPassword.Derivation(wire: change.derivation)
        let compromised = change.compromised
        let epoch = try vault().lockEpoch
        return Work(.vaultPasswords) { _ throws(KeychainError) in
            try vault.vaults.trying(vault.name, from: vault.program.passcodeSource) { (vault) throws(KeychainError) in
                try vault.changePassword(
                    from: old.secret, to: new.secret, derivation: derivation, compromised: compromised, since: epoch)
            }
            vault.vaults.keepForFinger(vault.name)
            return .done
        }
    }

    /// Returns the work that gives a vault a new master password, by its recovery key.
    func recoverVault(
        _ vault: VaultTarget, _ recover: WireVaultRequest.Recover, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        try Self.check(secret)
        let (key, password) = try SecretHolder.two(in: secret, firstLength: recover.firstLength, "passwords")
        let derivation = try VaultPassword.Derivation(wire: recover.derivation)
        return Work(.vaultPasswords) { [sheets] _ throws(KeychainError) in
            try vault.vaults.recover(
                vault.name, recoveryKey: key.secret, newPassword: password.secret, derivation: derivation)
            sheets.noteLock()
            return .done
        }
    }
}

extension VaultPassword.Derivation {
    fileprivate init(wire: String) throws(KeychainError) {
        guard let derivation = Self(rawValue: wire) else { throw .unreadable("an unknown way to derive a key") }
        self = derivation
    }
}
