import Foundation
import PasswordVault

/// The meaning of a column.
enum CSVColumn: Equatable {
    case title, username, password, notes, oneTimeCode
    /// One address.
    case website
    /// Addresses with commas or line ends between them.
    case websites
    /// Tags with a separator between them; a comma stands for a semicolon too if the value has no comma.
    case tags(Character)
    /// The path of a folder with a separator between its names.
    case folder(Character)
    case favourite, archived, created, changed, vault
    /// The kind of the item, in the program's words.
    case type
    /// A field of the item's kind.
    case field(String)
    /// A value that the layout puts together with others.
    case kept
    /// A switch, which is a custom field unless it is off.
    case flag
    /// A value of the program's own, without use elsewhere.
    case ignored
    /// A custom field with the column's name.
    case custom

    /// Returns the meaning that a user names for a column: `title`, `username`, `password`, `website`, `notes`, `otp`, `tags`, `folder`;
    /// `nil` for another name, which is that of a custom field.
    static func named(_ name: String) -> CSVColumn? {
        switch name.lowercased() {
        case "title", "name": .title
        case "username", "login": .username
        case "password": .password
        case "website", "websites", "url": .websites
        case "notes", "note": .notes
        case "otp", "one-time-code", "totp": .oneTimeCode
        case "tag", "tags": .tags(",")
        case "folder": .folder("/")
        case "favourite", "favorite": .favourite
        case "archived": .archived
        case "created": .created
        case "changed": .changed
        case "vault": .vault
        case "ignore": .ignored
        default: nil
        }
    }

    /// Puts a value into a draft.
    ///
    /// - Parameter label: the column's name.
    func put(_ value: String, _ label: String, into draft: inout ItemDraft) {
        guard !value.isEmpty else { return }
        switch self {
        case .title: draft.title = value
        case .username: Self.putFirst(value, label, \.username, nil, &draft)
        case .password: Self.putFirst(value, label, \.password, .concealed, &draft)
        case .notes: draft.addNotes(value)
        case .oneTimeCode: Self.putFirst(value, label, \.oneTimeCode, .concealed, &draft)
        case .website: draft.websites.append(value.trimmingCharacters(in: .whitespacesAndNewlines))
        case .websites: draft.websites += CSVColumn.addresses(value)
        case .tags(let separator):
            let isOther = separator == "," && !value.contains(",")
            draft.tags += Self.parts(value, isOther ? ";" : separator)
        case .folder(let separator): draft.folder = Self.parts(value, separator)
        case .favourite: draft.isFavourite = Self.isOn(value)
        case .archived: draft.isArchived = Self.isOn(value)
        case .created, .changed: putDate(value, label, into: &draft)
        case .vault: draft.vault = value
        case .field(let id): draft.values[id] = value
        case .type, .kept: draft.kept[label.lowercased()] = value
        case .flag: if Self.isOn(value) { draft.add(label, value) }
        case .ignored: break
        case .custom: draft.add(label, value)
        }
    }

    /// Sets a value, unless another column has set it: then this one becomes a custom field.
    private static func putFirst(
        _ value: String, _ label: String, _ path: WritableKeyPath<ItemDraft, String>, _ kind: FieldKind?,
        _ draft: inout ItemDraft
    ) {
        if draft[keyPath: path].isEmpty { draft[keyPath: path] = value } else { draft.add(label, value, kind: kind) }
    }

    private func putDate(_ value: String, _ label: String, into draft: inout ItemDraft) {
        guard let date = DraftDates.time(value) else { return draft.add(label, value) }
        if self == .created { draft.created = date } else { draft.changed = date }
    }

    /// Returns the addresses in a value. A comma separates two only if an address begins after it: some contain commas.
    static func addresses(_ value: String) -> [String] {
        guard value.utf8.contains(where: { [0x2C, 0x0A, 0x0D].contains($0) }) else {
            let address = value.trimmingCharacters(in: .whitespaces)
            return address.isEmpty ? [] : [address]
        }
        var addresses: [String] = []
        for part in value.split(whereSeparator: { $0 == "," || $0.isNewline }) {
            let text = part.trimmingCharacters(in: .whitespaces)
            let isAddress = text.contains("://") || (text.contains(".") && !text.contains("/"))
            if let last = addresses.last, !isAddress, !part.isEmpty {
                addresses[addresses.count - 1] = last + "," + part
            } else if !text.isEmpty {
                addresses.append(text)
            }
        }
        return addresses
    }

    private static func parts(_ value: String, _ separator: Character) -> [String] {
        value.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    static func isOn(_ value: String) -> Bool {
        ["1", "true", "yes", "y"].contains(value.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
