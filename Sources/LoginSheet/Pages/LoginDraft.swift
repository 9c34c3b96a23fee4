import Foundation
import PasswordTools
import PasswordVault

/// A login as it would be saved. Of a login that exists it has nothing secret but the new password, so that it can be kept while the
/// vault is locked.
public struct LoginDraft: Sendable {
    /// Where a password comes from.
    public enum Origin: Sendable, Equatable {
        /// The program has sent it.
        case program
        /// It was made here; what its options leave to chance.
        case generated(PasswordEntropy)
        /// Somebody has typed it.
        case typed
    }

    /// The login that is changed; nil: it is a new one.
    public let existing: RowID?
    /// The vault that it is saved in.
    public internal(set) var vault: String
    /// What people call it.
    public internal(set) var title: String
    /// The account.
    public internal(set) var username: String
    /// The new password.
    public internal(set) var password: Secret
    /// Where ``password`` comes from.
    public internal(set) var origin: Origin
    /// A text to keep with the login; nil: none, or what it has already.
    public internal(set) var notes: Secret?
    /// What the program wants kept besides.
    public internal(set) var fields: [NamedValue]
    /// What is above ``fields``.
    public let sectionTitle: String
    /// Title and username of the login that exists: only what differs is changed.
    let before: Texts

    struct Texts: Sendable {
        var title = ""
        var username = ""
    }

    /// A new login.
    init(_ details: LoginDetails, vault: String, title: String, password: Secret, origin: Origin) {
        existing = nil
        self.vault = vault
        self.title = details.title.flatMap { $0.isEmpty ? nil : $0 } ?? title
        username = details.username ?? ""
        (self.password, self.origin) = (password, origin)
        notes = details.notes.flatMap { $0.isEmpty ? nil : $0 }
        fields = details.fields
        sectionTitle = details.sectionTitle ?? ""
        before = Texts()
    }

    /// A login that exists, with another password. Its title stays; what the program calls the account counts where the login has none.
    init(
        changing item: VaultItem, _ id: RowID, _ details: LoginDetails, password: Secret, origin: Origin
    ) {
        existing = id
        vault = id.vault
        before = Texts(title: item.title, username: item.text("username") ?? "")
        title = item.title
        username = before.username.isEmpty ? details.username ?? "" : before.username
        (self.password, self.origin) = (password, origin)
        notes = item.notes?.isEmpty ?? true ? details.notes.flatMap { $0.isEmpty ? nil : $0 } : nil
        fields = details.fields
        sectionTitle = details.sectionTitle ?? ""
    }
}

extension LoginDraft {
    /// Puts what the draft has into an item.
    func apply(to item: inout VaultItem) {
        if existing == nil || title != before.title { item.title = title }
        if existing == nil || username != before.username { item["username"] = .text(username) }
        item["password"] = .secret(password)
        if let notes { item.notes = notes }
        for field in fields { apply(field, to: &item) }
    }

    private func apply(_ field: NamedValue, to item: inout VaultItem) {
        if let place = Self.place(of: field.name, sectionTitle, in: item) {
            item.sections[place.section].fields[place.field].set(.text(field.value))
        } else if let section = item.sections.firstIndex(where: { $0.title == sectionTitle }) {
            item.sections[section].fields.append(Field(label: field.name, value: .text(field.value)))
        } else {
            let new = Field(label: field.name, value: .text(field.value))
            item.sections.append(Section(title: sectionTitle, fields: [new]))
        }
    }

    private static func place(
        of name: String, _ title: String, in item: VaultItem
    ) -> (section: Int, field: Int)? {
        for (index, section) in item.sections.enumerated() where section.title == title {
            guard let field = section.fields.firstIndex(where: { $0.label == name }) else { continue }
            return (index, field)
        }
        return nil
    }
}
