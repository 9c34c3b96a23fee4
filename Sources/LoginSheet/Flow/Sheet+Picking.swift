import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import Secrets

/// Picking an item. The pick is the user's consent, for this item and this request only.
extension Sheet {
    mutating func pick(_ id: RowID, _ checked: CheckedRequest) throws(KeychainError) {
        var item: VaultItem
        do throws(KeychainError) { item = try openItem(id, checked) } catch {
            guard error.code == .itemNotFound, case .list(let list) = page else { throw error }
            return try self.list(list.scope, checked, message: error.reason)
        }
        guard checked.request.operation != .change else { return try edit(item, id, checked) }
        let code = try oneTimeCode(of: &item, in: vault(named: id.vault))
        if checked.request.operation == .fill {
            finish(.item(PickedItem(item: item, oneTimeCode: code)), title: item.title)
        } else {
            finish(.login(checked.found(item, code)), title: item.title)
        }
    }

    /// Returns an item if it still qualifies for the list.
    ///
    /// - Throws: `.itemNotFound` if it was removed, or is now withheld from this site.
    func openItem(_ id: RowID, _ checked: CheckedRequest) throws(KeychainError) -> VaultItem {
        guard let vault = try openVaults().first(where: { $0.name == id.vault }) else {
            throw KeychainError(.interactionNotAllowed, "the vault “\(id.vault)” is locked")
        }
        let item = try vault.item(id.item)
        guard item.trashed == nil, item.archived == nil,
            !MatchFinder(checked.address, matcher).withholds(item.websites)
        else {
            throw KeychainError(.itemNotFound, "this login has been changed meanwhile and can no longer be used here")
        }
        return item
    }

    /// Returns the one-time code that is valid now; `nil` if the item has none that can be parsed. A counter is incremented and saved
    /// before its code is returned.
    private func oneTimeCode(
        of item: inout VaultItem, in vault: any VaultService
    ) throws(KeychainError) -> Secret? {
        guard let field = item.allFields.first(where: { $0.kind.makesOneTimeCodes && !$0.value.isEmpty }),
            let secret = item.secret(field.id), let code = try? OneTimeCode.parse(secret.copy())
        else { return nil }
        guard let current = code.currentCode else { return code.code(at: clock()).map { Secret($0.code) } }
        guard let next = code.afterUse else { return nil }
        item[field.id] = .secret(Secret(next.uri()))
        item = try vault.save(item)
        return Secret(current)
    }
}

extension CheckedRequest {
    /// Returns the result for a program that requested a login.
    func found(_ item: VaultItem, _ code: Secret?) -> LoginResult {
        LoginResult(
            url: request.url, username: item.text("username") ?? "",
            password: item.secret("password") ?? Secret(""), oneTimeCode: code)
    }
}
