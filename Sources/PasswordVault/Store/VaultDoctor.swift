import Foundation
import KeychainServices
import Secrets

/// Examines the items of a vault with its master password, and rebuilds its index from them.
///
/// `Doctor` looks at the vault's keychain, whose rows this looks into: the index is rows of its own, and one that is damaged makes all
/// items on it disappear from lists although they are in the file.
package struct VaultDoctor {
    private let vault: Vault
    private let now: Date

    /// Opens a vault, also one that only an agent may open otherwise. Nothing is written for that.
    ///
    /// - Throws: `.authenticationFailed` if it is not the master password; as opening a keychain.
    package init(
        root: KeychainRoot, name: String, password: borrowing SecretBytes, now: Date = Date()
    ) throws(KeychainError) {
        self.now = now
        vault = try VaultDirectory(root: root).openForExamination(name)
        do throws(KeychainError) {
            try vault.keychain.unlockForExamination(password)
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            throw vault.wrongPassword
        }
    }

    /// Locks and closes the vault.
    package func close() {
        vault.lock()
        vault.close()
    }

    /// Reports what is wrong with the items and the index.
    package func examine(_ diagnosis: inout Diagnosis) throws(KeychainError) {
        try VaultRowsFound(vault).report(to: &diagnosis, vault: vault.name, at: now)
    }

    /// Puts the items that lists lack back into the index, and takes out those that are gone.
    package func repair(_ diagnosis: inout Diagnosis) throws(KeychainError) {
        let found = try VaultRowsFound(vault)
        try removeLeftovers(found.leftovers(at: now), &diagnosis)
        guard !found.isIndexRight else { return }
        let pages = try found.rebuiltPages()
        try vault.keychain.transaction(erases: true) { rows in
            // The pages are made of what was read before this transaction.
            let header = try rows.items(matching: VaultRows.query(.header, VaultRows.headerAccount)).first
            guard try header.map({ try StoredHeader(row: $0).generation }) == found.header?.generation else {
                throw KeychainError(
                    .notAvailable, "the vault was changed by another program meanwhile", remedy: "repair it again")
            }
            for page in pages {
                let (account, data) = (IndexPage.account(page.number), Data(wipedWhenFreed: page.bytes.pointer))
                try Self.put(.page, account, data, rows)
            }
            try Self.put(.header, VaultRows.headerAccount, found.headerAfterRepair(pages).serializedBytes(), rows)
        }
        if !found.unlisted.isEmpty {
            diagnosis.add(repair: "brought \(found.unlisted.count) items back into the lists")
        }
        if !found.gone.isEmpty {
            diagnosis.add(repair: "took \(found.gone.count) items that are lost out of the lists")
        }
        if found.unlisted.isEmpty, found.gone.isEmpty {
            diagnosis.add(repair: "made the damaged parts of the index again")
        }
    }

    private func removeLeftovers(_ accounts: [String], _ diagnosis: inout Diagnosis) throws(KeychainError) {
        guard !accounts.isEmpty else { return }
        try vault.keychain.transaction(erases: true) { rows in
            for account in accounts { try rows.delete(VaultRows.query(.attachment, account)) }
        }
        diagnosis.add(repair: "removed \(accounts.count) MiB of files that belonged to no item")
    }

    private static func put(
        _ kind: VaultRows.RowKind, _ account: String, _ data: Data, _ rows: KeychainTransaction
    ) throws {
        // A row that is damaged is moved out of the way by the update.
        guard try rows.update(VaultRows.query(kind, account), with: Changes(data: .replace(data))) == 0 else { return }
        try rows.add(VaultRows.new(kind, account, data))
    }
}

extension VaultDirectory {
    /// Opens a vault for a look at its file, whatever process the vault belongs to.
    func openForExamination(_ name: String) throws(KeychainError) -> Vault {
        let keychain = try openKeychain(of: name)
        keychain.actForAgent()
        return Vault(name: name, keychain: keychain, directory: self)
    }
}
