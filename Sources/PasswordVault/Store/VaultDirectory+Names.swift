import Foundation
import KeychainServices

/// A deleted vault of which a copy is kept for ``Vault/deletedDays`` days. The master password that it had opens it.
public struct DeletedVault: Hashable, Sendable {
    /// The name that the vault had, and gets back.
    public let name: String
    /// The time of the deletion.
    public let deleted: Date
    /// The time from which on the copy is removed.
    public var expires: Date { deleted + Double(Vault.deletedDays) * 86_400 }

    package init(name: String, deleted: Date) { (self.name, self.deleted) = (name, deleted) }
}

extension Vault {
    /// The days for which the copy of a deleted vault is kept.
    public static let deletedDays = DeletedKeychain.keptDays
}

extension VaultDirectory {
    /// Gives a vault another name. It is locked then, in every process.
    ///
    /// The change is durable when this returns, and if the process ends before that, the vault has one of the two names and all that is in it.
    ///
    /// - Parameters:
    ///   - name: the vault.
    ///   - new: the new name, under the rules of ``create(_:password:derivation:)``.
    /// - Throws: `.noSuchKeychain`; `.parameter` for an invalid name; `.duplicateItem` if there is a vault with the new name;
    ///   `.notAvailable` if another program has the vault open.
    public func rename(_ name: String, to new: String) throws(KeychainError) {
        try checkRename(name, to: new)
        try closed(name) { () throws(KeychainError) in
            try root.renameKeychain(Self.prefix + name, to: Self.prefix + new)
        }
        // The next unlock does it as well.
        try? ServiceAccountFiles(root: root).renameVault(name, to: new)
    }

    /// Checks what can be checked before anything is closed.
    ///
    /// - Throws: as ``rename(_:to:)``.
    package func checkRename(_ name: String, to new: String) throws(KeychainError) {
        try Self.checkNewName(new)
        _ = try vault(named: name)
        guard !names().contains(new) else { throw Self.taken(remedy: "choose another name") }
    }

    /// Deletes a vault.
    ///
    /// The change is durable when this returns, and if the process ends before that, the vault is either there with all that is in it or deleted.
    ///
    /// - Parameters:
    ///   - name: the vault.
    ///   - keepingCopy: whether a copy stays for ``Vault/deletedDays`` days, which ``undelete(_:)`` brings back. If not, copies of
    ///     earlier vaults with this name are removed as well, and the vault need not exist.
    /// - Throws: `.noSuchKeychain`; `.notAvailable` if another program has the vault open.
    public func delete(_ name: String, keepingCopy: Bool = true) throws(KeychainError) {
        try removeExpiredCopies()
        // First: a deleted vault must not go on in the copies of its service accounts.
        try ServiceAccountFiles(root: root).removeAll(ofVault: name)
        guard !keepingCopy else {
            return try closed(name) { () throws(KeychainError) in
                try root.putAsideKeychain(Self.prefix + name, at: clock())
            }
        }
        let hasCopy = deletedVaults().contains { $0.name == name }
        if names().contains(name) || !hasCopy {
            try closed(name) { () throws(KeychainError) in try root.removeKeychain(Self.prefix + name) }
        }
        try root.removeDeletedKeychains { $0.name == Self.prefix + name }
        try root.removeRepairCopies { $0.keychain == Self.prefix + name }
    }

    /// Brings the copy of a deleted vault back, the newest if there are several. It is locked.
    ///
    /// - Throws: `.noSuchKeychain` if there is no copy; `.duplicateItem` if there is a vault with the name.
    public func undelete(_ name: String) throws(KeychainError) {
        try Self.checkNewName(name)
        guard let copy = root.deletedKeychains.last(where: { $0.name == Self.prefix + name }) else {
            throw KeychainError(
                .noSuchKeychain, "there is no copy of a deleted vault “\(name)”",
                remedy: "see which there are: chatelaine doctor")
        }
        if !actsForAgent { try refuseWhatIsManaged() }
        do throws(KeychainError) {
            // As it is for the other keychains now, and not as it was at the deletion.
            try root.bringBack(copy, isManaged: actsForAgent)
        } catch  where error.code == .duplicateItem {
            throw Self.taken(remedy: "rename that one first: chatelaine vault rename \(name) NEW-NAME")
        }
    }

    /// The deleted vaults of which a copy is kept, the oldest first.
    public func deletedVaults() -> [DeletedVault] {
        root.deletedKeychains.compactMap { copy in copy.vaultName.map { DeletedVault(name: $0, deleted: copy.date) } }
    }

    /// Removes the copies that have been kept long enough.
    func removeExpiredCopies() throws(KeychainError) {
        let now = clock()
        try root.removeDeletedKeychains { $0.vaultName != nil && $0.expires <= now }
    }

    /// Runs what needs a vault that nothing has open.
    private func closed(_ name: String, _ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        let vault = try vault(named: name)
        // A vault of the agent's is the agent's to rename and delete.
        _ = try vault.keychain.isManaged()
        vault.lock()
        vault.close()
        do throws(KeychainError) {
            try body()
        } catch  where error.code == .duplicateItem {
            throw Self.taken(remedy: "choose another name")
        } catch  where error.code == .notAvailable {
            throw KeychainError(.notAvailable, "the vault “\(name)”: \(error.reason)", remedy: error.remedy)
        }
    }

    /// - Throws: `.notAvailable` if only an agent may open the user's keychains.
    private func refuseWhatIsManaged() throws(KeychainError) {
        do throws(KeychainError) {
            let keychain = try Keychain(
                root: root, name: "default", accessGroups: AccessGroups([VaultRows.group]), passcodeCost: passwordCost,
                isMade: false)
            guard let local = try keychain.service() as? LocalKeychain else { return }
            _ = try local.isManaged()
        } catch  where error.code == .noSuchKeychain {
            // Nothing says that an agent has anything here.
        }
    }

    private static func taken(remedy: String) -> KeychainError {
        KeychainError(.duplicateItem, "there is a vault with that name already", remedy: remedy)
    }
}
