import Foundation
import KeychainServices

/// Service accounts: the vault seals the latest version of their items for them at each change.
///
/// Only ``addServiceAccount(_:)`` makes the file of an account; every other writer changes a file that is there. So an account is revoked
/// as soon as its file is gone, and no change that goes on at the same time brings it back.
extension Vault {
    private var accountFiles: ServiceAccountFiles { ServiceAccountFiles(root: directory.root) }

    /// Adds a service account, and seals its items for it.
    ///
    /// - Throws: `.itemNotFound` if the vault lacks one of the items, or it is in the trash; `.parameter` if they are too large.
    public func addServiceAccount(_ account: ServiceAccount) throws(KeychainError) {
        var items: [VaultItem] = []
        for id in account.items {
            let item = try item(id)
            guard item.trashed == nil else {
                throw KeychainError(
                    .itemNotFound, "an item of the service account is in the trash",
                    remedy: "take it out with: chatelaine vault restore")
            }
            items.append(item)
        }
        let files = accountFiles
        try files.locked { () throws(KeychainError) in
            var copies = try SealedCopies(account, vault: name)
            for item in items { _ = try copies.update(item.id, to: item, of: account) }
            try files.write(copies)
            do throws(KeychainError) {
                try keychain.transaction { rows in
                    try rows.add(VaultRows.new(.account, account.id, account.encoded()))
                }
            } catch {
                _ = try? files.remove(account.id)
                throw error
            }
        }
        // What another program has changed since the items were read.
        try? updateAllCopies()
    }

    /// The service accounts of the vault, by their ids.
    public func serviceAccounts() throws(KeychainError) -> [ServiceAccount] {
        let rows = try keychain.items(matching: VaultRows.query(.account), reading: .data, with: Authentication())
        return rows.compactMap { $0.data.flatMap { try? ServiceAccount(row: $0) } }.sorted { $0.id < $1.id }
    }

    /// Seals changed items for the accounts that have them. If the process ends before that, the accounts have the former version until the
    /// next change of the item or the next unlock.
    ///
    /// - Parameter touched: the items; `nil` for those that were removed.
    func updateCopies(_ touched: [UUID: VaultItem?]) throws(KeychainError) {
        let files = accountFiles
        guard files.exist else { return }
        let accounts = try serviceAccounts().filter { account in account.items.contains { touched.keys.contains($0) } }
        guard !accounts.isEmpty else { return }
        try files.locked { () throws(KeychainError) in
            for account in accounts {
                guard var copies = try current(account, files) else { continue }
                var isChanged = false
                for (id, item) in touched where try copies.update(id, to: item, of: account) { isChanged = true }
                if isChanged { try files.write(copies) }
            }
        }
    }

    /// Compares all copies with the vault, after an unlock.
    func updateAllCopies() throws(KeychainError) {
        let files = accountFiles
        guard files.exist else { return }
        try files.locked { () throws(KeychainError) in
            // Under the lock: an account that is added meanwhile has a file before its row.
            let accounts = try serviceAccounts()
            let known = Dictionary(
                try currentIndex().entries.map { ($0.id, $0.trashed == nil) }, uniquingKeysWith: { one, _ in one })
            // Without a row there is nothing that keeps the copies up to date: the vault is an older copy of itself, or another one.
            for id in files.ids where !accounts.contains(where: { $0.id == id }) {
                if (try? files.read(id))?.vault == name { _ = try files.remove(id) }
            }
            for account in accounts {
                guard var copies = try current(account, files) else { continue }
                var isChanged = copies.headerVault != name
                if isChanged { try copies.setHeader(account, vault: name) }
                for id in account.items {
                    let item = known[id] == true ? try item(id) : nil
                    if try copies.update(id, to: item, of: account) { isChanged = true }
                }
                if isChanged || copies.copies.contains(where: { !account.items.contains($0.item) }) {
                    try files.write(copies)
                }
            }
        }
    }

    /// The copies of an account; `nil` if it is revoked or its time is over. It is forgotten then.
    private func current(_ account: ServiceAccount, _ files: ServiceAccountFiles) throws(KeychainError) -> SealedCopies?
    {
        let copies: SealedCopies?
        do throws(KeychainError) {
            copies = try files.read(account.id)
        } catch  where error.code == .decode {
            // Made again, of what the vault has.
            copies = try SealedCopies(account, vault: name)
        }
        if let copies, !account.isExpired(at: now) { return copies }
        _ = try files.remove(account.id)
        try keychain.transaction { rows in _ = try rows.delete(VaultRows.query(.account, account.id)) }
        return nil
    }
}
