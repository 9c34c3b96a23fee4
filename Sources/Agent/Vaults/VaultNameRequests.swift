import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices

/// Serves requests that rename a vault, delete it, or bring a deleted vault back.
struct VaultNameRequests {
    let sheets: SheetQueue
    let policy: PolicyKeeper?
    let gatekeeper: any Gatekeeper

    func renameVault(_ vault: VaultTarget, _ rename: WireVaultRequest.Rename) -> Work {
        Work(.vaultPasswords) { _ throws(KeychainError) in
            try vault.vaults.rename(vault.name, to: rename.to) { () throws(KeychainError) in
                try forgetAnswers(about: [vault.name, rename.to])
            }
            sheets.noteLock()
            return .done
        }
    }

    func deleteVault(
        _ vault: VaultTarget, _ delete: WireVaultRequest.Delete, for caller: Caller
    ) throws(KeychainError) -> Work {
        // A copy can be brought back. Deleting without one takes the master password, or the passcode if the password is forgotten.
        if !delete.keepsCopy,
            try !gatekeeper.isTrusted(caller.program, hasShownPasscode: caller.session.hasShownPasscode)
        {
            try vault.requireGrant()
        }
        let keepsCopy = delete.keepsCopy
        return Work(.vaultPasswords) { _ throws(KeychainError) in
            try forgetAnswers(about: [vault.name])
            try vault.vaults.delete(vault.name, keepingCopy: keepsCopy)
            sheets.noteLock()
            return .done
        }
    }

    func undeleteVault(_ vault: VaultTarget) -> Work {
        Work(.vaultPasswords) { _ throws(KeychainError) in
            try forgetAnswers(about: [vault.name])
            try vault.vaults.undelete(vault.name)
            return .done
        }
    }

    func listDeletedVaults(_ vault: VaultTarget) -> Work {
        Work(.immediate, log: .absent) { _ throws(KeychainError) in
            let copies = vault.vaults.deleted.map { copy in
                WireVaultReply.Deleted.Copy.with {
                    ($0.name, $0.date) = (copy.name, Int64(copy.deleted.timeIntervalSince1970))
                }
            }
            return .message(.vault(.with { $0.deleted = .with { $0.copies = copies } }))
        }
    }

    /// Removes the answers that let programs use vaults by these names: another vault under a name has to be allowed again.
    private func forgetAnswers(about names: [String]) throws(KeychainError) {
        let groups = Set(names.map { GroupAccess.vaultPrefix + $0 })
        try policy?.change { (document) throws(PolicyError) in document.forgetAnswers(about: groups) }
    }
}
