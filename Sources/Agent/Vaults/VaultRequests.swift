import AgentProtocol
import KeychainServices

/// Serves requests about vaults: checks the access of the program, and hands each operation to its handler.
struct VaultRequests {
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let sheets: SheetQueue
    let access: VaultAccess
    let passwords: VaultPasswordRequests
    let items: VaultItemRequests
    let attachments: AttachmentRequests
    let arrivals: ArrivalRequests
    let fingers: FingerRequests
    let vaultNames: VaultNameRequests

    /// Returns the work of a request, by its operation.
    func work(
        for request: WireVaultRequest, _ secret: UnsafeRawBufferPointer, _ caller: Caller
    ) throws(KeychainError) -> Work {
        guard let vaults, let operation = request.operation else { throw .unknownRequest }
        let vault = VaultTarget(vaults: vaults, name: request.vault, program: caller.program, sheets: sheets)
        // Before anything is kept of what the program has sent.
        let consentGroup = try access.consentGroup(for: operation, on: vault)
        var work = try work(for: operation, vault, secret, caller)
        work.scope.group = request.vault
        work.consentGroup = consentGroup
        return work
    }

    private func work(
        for operation: WireVaultRequest.OneOf_Operation, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer,
        _ caller: Caller
    ) throws(KeychainError) -> Work {
        switch operation {
        case .names: items.listVaults(vault)
        case .rename(let rename): vaultNames.renameVault(vault, rename)
        case .delete(let delete): try vaultNames.deleteVault(vault, delete, for: caller)
        case .undelete: vaultNames.undeleteVault(vault)
        case .deleted: vaultNames.listDeletedVaults(vault)
        case .create(let create): try passwords.createVault(vault, create, secret)
        case .unlock(let unlock): try passwords.unlockVault(vault, unlock, secret)
        case .lock: passwords.lockVault(vault)
        case .state: items.showState(of: vault)
        case .search(let search): try items.searchItems(in: vault, search)
        case .count: items.countItems(in: vault)
        case .tags: items.listTags(of: vault)
        case .item(let id): try items.readItem(id, in: vault)
        case .save(let save): try items.saveItems(in: vault, save, secret)
        case .duplicate(let duplicate): try items.duplicateItem(in: vault, duplicate)
        case .mark(let mark): try items.markItem(in: vault, mark)
        case .emptyTrash: items.emptyTrash(of: vault)
        case .move(let move): try items.moveItem(from: vault, move)
        case .attach(let attach): try attachments.attachFile(to: vault, attach, secret, caller)
        case .attachment(let attachment): try attachments.work(for: attachment, vault)
        case .arrivingFile(let file): try arrivals.takeFile(file, into: vault, secret, caller)
        case .arrivingItems(let items): try arrivals.takeItems(items, into: vault, secret, caller)
        case .changePassword(let change): try passwords.changePassword(of: vault, change, secret)
        case .makeRecoveryKey: try passwords.makeRecoveryKey(of: vault, secret)
        case .addServiceAccount(let account): try passwords.addServiceAccount(account, to: vault)
        case .recover(let recover): try passwords.recoverVault(vault, recover, secret)
        case .unlockByFinger: try fingers.unlockVault(vault, for: caller)
        case .fingerUnlock(let change): try fingers.allowFinger(for: vault, change, secret)
        }
    }

    /// Forgets what a connection has sent in part.
    func connectionEnded(_ id: Poller.ID) {
        vaults?.forgetParts(of: id)
        arrivals.connectionEnded(id)
    }
}
