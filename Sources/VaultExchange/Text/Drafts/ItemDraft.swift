import Foundation
import PasswordTools
import PasswordVault

/// The values of an item as a text file has them. They become an item of a vault at the end, when its kind is known.
struct ItemDraft {
    /// A value that is no field of the kind.
    struct Custom {
        let label: String
        let value: String
        let kind: FieldKind
    }

    var kind = ItemKind.login
    var title = ""
    var username = ""
    var password = ""
    var notes = ""
    var oneTimeCode = ""
    var websites: [String] = []
    var tags: [String] = []
    var folder: [String] = []
    var vault: String?
    var isFavourite = false
    var isArchived = false
    var isTrashed = false
    var created: Date?
    var changed: Date?
    /// Values of fields of the kind, by the fields' identifiers.
    var values: [String: String] = [:]
    /// Values that the layout of a file puts together, by their columns.
    var kept: [String: String] = [:]
    var custom: [Custom] = []
    /// Content of the row that the item lacks.
    var remarks: [String] = []

    /// Adds a custom field, unless it is empty. It is concealed if its name is that of a secret.
    mutating func add(_ label: String, _ value: String, kind: FieldKind? = nil) {
        guard !value.isEmpty else { return }
        let kind = kind ?? (Self.namesSecret(label) ? .concealed : .text)
        custom.append(Custom(label: label.isEmpty ? "field" : label, value: value, kind: kind))
    }

    /// Adds a text below the notes.
    mutating func addNotes(_ text: String) {
        guard !text.isEmpty else { return }
        notes = notes.isEmpty ? text : notes + "\n" + text
    }

    /// Whether all but the title is empty.
    var hasTitleAlone: Bool {
        [username, password, notes, oneTimeCode].allSatisfy(\.isEmpty) && websites.isEmpty && folder.isEmpty
            && values.isEmpty && custom.isEmpty
    }

    /// Whether a name is that of a secret.
    static func namesSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            "password", "passwort", "passphrase", "secret", "token", "private key", "cvv", "cvc", "security code",
            "rf_fields", "rffields",
        ]
        .contains { name.contains($0) }
            || name.split { !$0.isLetter }.contains { $0 == "pin" || $0 == "ssn" || $0 == "key" }
    }

    /// Returns the item.
    ///
    /// - Parameters:
    ///   - position: where in the file it is.
    ///   - remarks: receives what the item does not have.
    func item(at position: String, _ remarks: inout [ImportRemark]) -> ImportedItem {
        var draft = self
        draft.decideKind()
        draft.decideTitle()
        var item = VaultItem(draft.kind, title: draft.title)
        draft.fill(&item)
        remarks += draft.remarks.map { ImportRemark(position, $0) }
        var imported = ImportedItem(item, position: position)
        imported.folder = draft.folder
        imported.sourceVault = draft.vault
        (imported.created, imported.changed) = (draft.created, draft.changed)
        (imported.isArchived, imported.isTrashed) = (draft.isArchived, draft.isTrashed)
        return imported
    }

    /// Makes a login that has notes alone a note.
    private mutating func decideKind() {
        guard kind == .login, !notes.isEmpty, username.isEmpty, password.isEmpty, oneTimeCode.isEmpty,
            websites.isEmpty, values.isEmpty
        else { return }
        kind = .secureNote
    }

    private mutating func decideTitle() {
        title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        guard title.isEmpty else { return }
        title = websites.lazy.compactMap(Self.host).first ?? (username.isEmpty ? "Untitled" : username)
        remarks.append("it has no title; it is named “\(title)”")
    }

    private static func host(_ address: String) -> String? {
        guard let components = URLComponents(string: address), let host = components.host, !host.isEmpty else {
            return address.contains(".") && !address.contains(":") && !address.contains(" ") ? address : nil
        }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    private mutating func fill(_ item: inout VaultItem) {
        item.isFavourite = isFavourite
        item.tags = tags.filter { !$0.isEmpty }
        if !notes.isEmpty { item.notes = Secret(notes) }
        put(username, "username", "username", .text, in: &item)
        put(password, "password", "password", .concealed, in: &item)
        putOneTimeCode(in: &item)
        if item.kind == .login {
            item.websites = websites.map { SavedWebsite($0) }
        } else {
            for website in websites { add("website", website, kind: .url) }
        }
        for (id, value) in values.sorted(by: { $0.key < $1.key }) { put(value, id, id, nil, in: &item) }
        item.fields += custom.map { Field(label: $0.label, kind: $0.kind, value: .text($0.value)) }
    }

    /// Sets a field of the kind, or adds a custom one.
    private mutating func put(
        _ value: String, _ id: String, _ label: String, _ kind: FieldKind?, in item: inout VaultItem
    ) {
        guard !value.isEmpty else { return }
        guard let template = item.kind.fields.first(where: { $0.id == id }), DraftDates.fits(value, template.kind)
        else {
            return add(label, value, kind: kind)
        }
        item[id] = .text(value)
    }

    private mutating func putOneTimeCode(in item: inout VaultItem) {
        let code = oneTimeCode.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !code.isEmpty else { return }
        do {
            _ = try OneTimeCode.parse(code)
        } catch {
            remarks.append("the one-time code is none (\(error.reason)); it is kept as a concealed field")
            return add("one-time code", code, kind: .concealed)
        }
        put(code, "one-time-code", "one-time code", .oneTimeCode, in: &item)
    }
}
