import Foundation
import KeychainServices
import PasswordVault
import WebsiteMatching

/// Saving of a draft, and the result for the program.
extension Sheet {
    mutating func save(_ draft: LoginDraft, _ checked: CheckedRequest) throws(KeychainError) {
        guard !draft.password.isEmpty else { throw .parameter("the password is empty; type one or generate one") }
        guard !draft.title.allSatisfy(\.isWhitespace) else { throw .parameter("the login has no title; enter one") }
        var item: VaultItem
        if let existing = draft.existing {
            item = try openItem(existing, checked)
        } else {
            item = VaultItem(.login, title: draft.title)
            item.websites = [SavedWebsite(checked.addressToSave)]
        }
        let old = item.secret("password")
        draft.apply(to: &item)
        guard try openVaults().contains(where: { $0.name == draft.vault }) else {
            throw KeychainError(.interactionNotAllowed, "the vault “\(draft.vault)” is locked")
        }
        let saved = try vault(named: draft.vault).save(item)
        let result =
            checked.request.operation == .find
            ? checked.found(saved, nil) : checked.saved(saved, draft, old: old)
        finish(.login(result), title: saved.title)
    }
}

extension CheckedRequest {
    /// The address to save: the text from the program for an opaque name, else the address without its query.
    fileprivate var addressToSave: String {
        if case .opaque = address { return request.url.trimmingCharacters(in: .whitespacesAndNewlines) }
        return address.toSave
    }

    /// Returns the result for a program that requested the creation or change of a login. Of a login that existed
    /// before, the program learns only the password.
    fileprivate func saved(_ item: VaultItem, _ draft: LoginDraft, old: Secret?) -> LoginResult {
        var result = LoginResult(
            url: request.url, username: item.text("username") ?? "", password: item.secret("password") ?? Secret(""))
        result.title = item.title
        result.notes = draft.notes
        result.sectionTitle = draft.fields.isEmpty || draft.sectionTitle.isEmpty ? nil : draft.sectionTitle
        result.fields = draft.fields
        if request.operation == .change { result.oldPassword = old ?? request.details.oldPassword }
        return result
    }
}
