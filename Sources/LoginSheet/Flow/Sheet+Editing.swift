import Foundation
import KeychainServices
import PasswordTools
import PasswordVault
import WebsiteMatching

/// Creation and change of logins.
extension Sheet {
    /// Starts a change of a password: a single login that matches the site is opened, several are listed, and for none
    /// a new login is made.
    mutating func startChange(_ checked: CheckedRequest) throws(KeychainError) {
        let rows = try matches(MatchFinder(checked.address, matcher), checked)
        switch rows.count {
        case 0: try editNew(checked)
        case 1:
            guard let id = rows.first?.id else { return }
            try edit(openItem(id, checked), id, checked)
        default: try list(.matches, checked)
        }
    }

    mutating func editNew(_ checked: CheckedRequest) throws(KeychainError) {
        guard let vault = try openVaults().first else { return try proceed() }
        let (password, origin) = try firstPassword(checked)
        siteLogins = try matches(MatchFinder(checked.address, matcher), checked)
        let draft = LoginDraft(
            checked.details, vault: vault.name, title: checked.address.title, password: password, origin: origin)
        try show(draft, checked)
    }

    mutating func edit(_ item: VaultItem, _ id: RowID, _ checked: CheckedRequest) throws(KeychainError) {
        let (password, origin) = try firstPassword(checked)
        let draft = LoginDraft(
            changing: item, id, checked.details, password: password, origin: origin)
        try show(draft, checked)
    }

    /// Returns the password that the program has sent, or else a generated one.
    private func firstPassword(
        _ checked: CheckedRequest
    ) throws(KeychainError) -> (Secret, LoginDraft.Origin) {
        if let given = checked.details.password, !given.isEmpty { return (given, .program) }
        return try generate(checked.options)
    }

    private func generate(_ options: RandomPasswordOptions) throws(KeychainError) -> (Secret, LoginDraft.Origin) {
        do throws(PasswordOptionsError) {
            let generated = try generator.password(options)
            let entropy = generated.entropy
            return (Secret(generated.takeSecret()), .generated(entropy))
        } catch {
            throw KeychainError(
                .parameter, "no password can be generated: \(error.reason)", remedy: "change the options")
        }
    }

    /// Shows the draft again after the vault was locked and unlocked.
    mutating func resume(_ draft: LoginDraft, _ checked: CheckedRequest) throws(KeychainError) {
        guard let open = try openVaults().first else { return }
        siteLogins = try matches(MatchFinder(checked.address, matcher), checked)
        guard try !openVaults().contains(where: { $0.name == draft.vault }) else { return try show(draft, checked) }
        // Another vault than that of the draft was unlocked.
        guard draft.existing == nil else { return try askForPassword(.lockedMeanwhile) }
        var draft = draft
        draft.vault = open.name
        try show(draft, checked)
    }

    /// Shows the editor page for a draft, with the report on its password.
    mutating func show(
        _ draft: LoginDraft, _ checked: CheckedRequest, message: String? = nil
    ) throws(KeychainError) {
        let words = [draft.username, draft.title, heading.site]
        let isNew = draft.existing == nil
        let open = try openVaults()
        page = .editor(
            EditorPage(
                draft: draft, password: PasswordReport(draft, checked.options, knowing: words),
                vaults: isNew ? open.map(\.name) : [],
                same: isNew ? siteLogins.filter { $0.subtitle == draft.username } : [],
                canGoBack: checked.request.operation != .store,
                message: message))
    }

    // MARK: - Events

    mutating func perform(
        _ event: SheetEvent, in editor: EditorPage, _ checked: CheckedRequest
    ) throws(KeychainError) {
        var draft = editor.draft
        switch event {
        case .edit(let change):
            guard let changed = draft.changed(by: change, in: editor) else { return }
            try show(changed, checked)
        case .regenerate(let options):
            (draft.password, draft.origin) = try generate(options ?? checked.options)
            try show(draft, checked)
        case .changeInstead(let id) where editor.same.contains { $0.id == id }:
            var changed = LoginDraft(
                changing: try openItem(id, checked), id, checked.details, password: draft.password,
                origin: draft.origin)
            // Keep the fields and notes that the user has typed for the new login.
            (changed.fields, changed.notes) = (draft.fields, changed.notes == nil ? nil : draft.notes)
            try show(changed, checked)
        case .back where editor.canGoBack: try list(.matches, checked)
        case .save: try save(draft, checked)
        default: break
        }
    }
}

extension CheckedRequest {
    /// The details that the program wants to save; empty for `find` and `fill`.
    var details: LoginDetails {
        request.operation == .store || request.operation == .change ? request.details : LoginDetails()
    }
}

extension LoginDraft {
    /// Returns the draft with a change; `nil` if the change does not apply to it.
    fileprivate func changed(by change: DraftChange, in editor: EditorPage) -> LoginDraft? {
        var draft = self
        switch change {
        case .title(let title): draft.title = title
        case .username(let username): draft.username = username
        case .password(let password): (draft.password, draft.origin) = (password, .typed)
        case .notes(let notes): draft.notes = notes
        case .field(let field):
            guard let index = draft.fields.firstIndex(where: { $0.name == field.name }) else { return nil }
            draft.fields[index] = field
        case .vault(let name):
            guard editor.vaults.contains(name) else { return nil }
            draft.vault = name
        }
        return draft
    }
}
