import Foundation
import PasswordVault

/// The item of an entry. One maker makes the entry's former versions too, so that their fields have the same identifiers.
struct KeePassItemMaker {
    /// The identifier of the field with the date of expiry.
    static let expiryID = "expires"

    let references: KeePassReferences
    let layout: KeePassLayout?
    private(set) var remarks: [String] = []
    private var ids: [String: String] = [:]

    init(references: KeePassReferences, layout: KeePassLayout?) {
        (self.references, self.layout) = (references, layout)
    }

    /// Makes an item.
    mutating func item(_ entry: KeePassEntry) -> VaultItem {
        var item = layout.map { laidOut(entry, $0) } ?? plain(entry)
        Self.makeUnique(&item)
        return item
    }

    /// Gives fields and sections whose identifiers occur twice others: a database can have two strings of one name.
    private static func makeUnique(_ item: inout VaultItem) {
        var (fields, sections) = (Set<String>(), Set<String>())
        let unique = { (field: Field) in
            guard field.id.isEmpty || !fields.insert(field.id).inserted else { return field }
            return Field(label: field.label, kind: field.kind, value: field.value, choices: field.choices)
        }
        item.fields = item.fields.map(unique)
        for index in item.sections.indices {
            item.sections[index].fields = item.sections[index].fields.map(unique)
            let section = item.sections[index]
            if section.id.isEmpty || !sections.insert(section.id).inserted {
                item.sections[index] = Section(title: section.title, fields: section.fields)
            }
        }
    }

    /// Makes an item of an entry of another program.
    private mutating func plain(_ entry: KeePassEntry) -> VaultItem {
        let codes = KeePassCodes.find(entry)
        for key in codes.failed { note("the one-time code in “\(key)” is not understood; it is kept as a field") }
        let passkey = KeePassPasskey.secret(entry.strings)
        var item = VaultItem(kind(entry, codes, passkey), title: value("Title", entry).text)
        item.tags = entry.tags
        item.websites = websites(entry).map { SavedWebsite($0) }
        item.notes = notes(entry)
        fill(&item, entry, codes, passkey)
        for string in entry.strings where !isKnown(string.key, codes) { item.fields.append(field(string, entry)) }
        addDetails(&item, entry)
        return item
    }

    /// A login, or a note if there is nothing but a text and files.
    private func kind(_ entry: KeePassEntry, _ codes: KeePassCodes.Found, _ passkey: Secret?) -> ItemKind {
        let hasPassword = !(entry["Password"]?.value.isEmpty ?? true)
        if passkey != nil, !hasPassword { return .passkey }
        let hasMore = entry.strings.contains { $0.key != "Title" && $0.key != "Notes" && !$0.value.isEmpty }
        let isEmpty = entry["Notes"]?.value.isEmpty ?? true && entry.attachments.isEmpty
        return hasMore || isEmpty || passkey != nil ? .login : .secureNote
    }

    private mutating func fill(
        _ item: inout VaultItem, _ entry: KeePassEntry, _ codes: KeePassCodes.Found, _ passkey: Secret?
    ) {
        guard item.kind != .secureNote else { return }
        let username = value("UserName", entry).text
        if !username.isEmpty { item["username"] = .text(username) }
        let password = value("Password", entry).secret
        if !password.isEmpty { item["password"] = .secret(password) }
        for (index, code) in codes.codes.enumerated() {
            if index == 0 {
                set(&item, "one-time-code", "one-time code", .oneTimeCode, code)
            } else {
                let id = id("one-time-code \(index + 1)")
                item.fields.append(
                    Field(id: id, label: "one-time code \(index + 1)", kind: .oneTimeCode, value: .secret(code)))
            }
        }
        guard let passkey else { return }
        set(&item, "passkey", "passkey", .passkey, passkey)
        guard item.kind == .passkey else { return }
        item["relying-party"] = .text(KeePassPasskey.text(entry.strings, "RELYING_PARTY"))
        if username.isEmpty { item["username"] = .text(KeePassPasskey.text(entry.strings, "_USERNAME")) }
    }

    private func set(_ item: inout VaultItem, _ id: String, _ label: String, _ kind: FieldKind, _ secret: Secret) {
        if item.fields.contains(where: { $0.id == id }) {
            item[id] = .secret(secret)
        } else {
            item.fields.append(Field(id: id, label: label, kind: kind, value: .secret(secret)))
        }
    }

    private func isKnown(_ key: String, _ codes: KeePassCodes.Found) -> Bool {
        switch key {
        case "Title", "UserName", "Password", "URL", "Notes": true
        default: codes.keys.contains(key) || KeePassPasskey.isPart(key) || Self.isWebsite(key)
        }
    }

    private mutating func field(_ string: KeePassString, _ entry: KeePassEntry) -> Field {
        var string = string
        if string.text.contains("{") { string = resolved(string, entry, referencesOnly: true) }
        return Field(
            id: id(string.key), label: string.key, kind: string.isProtected ? .concealed : .text, value: string.value)
    }

    /// Adds what is no string: the date of expiry, and another address.
    private mutating func addDetails(_ item: inout VaultItem, _ entry: KeePassEntry) {
        if let expiry = entry.expiry {
            item.fields.append(
                Field(id: Self.expiryID, label: "expires", kind: .date, value: .text(KeePassDate.day(expiry))))
        }
        if !entry.overrideURL.isEmpty {
            item.fields.append(Field(id: "override-url", label: "override URL", value: .text(entry.overrideURL)))
        }
    }

    /// The identifier of a custom field, the same for each version.
    private mutating func id(_ key: String) -> String {
        if let known = ids[key] { return known }
        let id = UUID().uuidString.lowercased()
        ids[key] = id
        return id
    }

    private mutating func note(_ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    // MARK: - Values

    private static func isWebsite(_ key: String) -> Bool { key.hasPrefix("KP2A_URL") }

    /// The strings with addresses in their order, which programs that sort strings by name do not keep: the first is `URL`, then come
    /// `KP2A_URL` and those with numbers.
    private static func addresses(_ entry: KeePassEntry) -> [KeePassString] {
        let others = entry.strings.filter { isWebsite($0.key) }.sorted {
            let (one, other) = ($0.key, $1.key)
            return (one.utf8.count, one) < (other.utf8.count, other)
        }
        return (entry["URL"].map { [$0] } ?? []) + others
    }

    private mutating func websites(_ entry: KeePassEntry) -> [String] {
        var addresses: [String] = []
        for string in Self.addresses(entry) {
            let address = resolved(string, entry).text.trimmingCharacters(in: .whitespacesAndNewlines)
            if !address.isEmpty, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    private mutating func notes(_ entry: KeePassEntry) -> Secret? {
        let notes = value("Notes", entry).secret
        return notes.isEmpty ? nil : notes
    }

    /// A standard field with its placeholders replaced.
    private mutating func value(_ key: String, _ entry: KeePassEntry) -> KeePassString {
        guard let string = entry[key] else { return KeePassString(key: key, value: .text("")) }
        return resolved(string, entry)
    }

    private mutating func resolved(
        _ string: KeePassString, _ entry: KeePassEntry, referencesOnly: Bool = false
    ) -> KeePassString {
        let brace = UInt8(ascii: "{")
        let hasBrace =
            switch string.value {
            case .text(let text): text.utf8.contains(brace)
            case .secret(let secret): secret.withUnsafeBytes { $0.contains(brace) }
            }
        guard hasBrace else { return string }
        let resolved = references.resolve(string.text, in: entry, referencesOnly: referencesOnly)
        if resolved.isPartial { note("a placeholder in “\(string.key)” cannot be replaced; it is kept as a text") }
        return KeePassString(
            key: string.key, value: string.isProtected ? .secret(Secret(resolved.text)) : .text(resolved.text))
    }

    // MARK: - Entries of our own

    /// Makes an item of an entry that this program has written.
    private mutating func laidOut(_ entry: KeePassEntry, _ layout: KeePassLayout) -> VaultItem {
        let kind = ItemKind.named(layout.kind) ?? .login
        var item = VaultItem(kind, title: entry["Title"]?.text ?? "")
        item.isFavourite = layout.isFavourite ?? false
        item.tags = entry.tags
        if let tags = layout.tags, KeePassTags.written(tags) == entry.tags { item.tags = tags }
        item.notes = entry["Notes"].flatMap { $0.value.isEmpty ? nil : $0.secret }
        for (index, string) in Self.addresses(entry).filter({ !$0.value.isEmpty }).enumerated() {
            let rule = layout.rules.indices.contains(index) ? layout.rules[index] : nil
            item.websites.append(rule.map { SavedWebsite(string.text, rule: $0) } ?? SavedWebsite(string.text))
        }
        item.fields = []
        item.sections = layout.sections.map { Section(id: $0.id, title: $0.title) }
        var taken: Set<String> = ["Title", "Notes"]
        let strings = Dictionary(entry.strings.map { ($0.key, $0) }) { first, _ in first }
        let former = layout.former.filter { place in place.string.map { strings[$0] != nil } ?? false }
        for place in layout.fields + former {
            let field = field(place, entry, strings, &taken)
            if let section = place.section, item.sections.indices.contains(section) {
                item.sections[section].fields.append(field)
            } else {
                item.fields.append(field)
            }
        }
        for string in entry.strings
        where !taken.contains(string.key) && string.key != "URL" && !Self.isWebsite(string.key) {
            guard !string.value.isEmpty || !Self.standard.contains(string.key) else { continue }
            item.fields.append(field(string, entry))
        }
        if !item.fields.contains(where: { $0.id == Self.expiryID }) { addDetails(&item, entry) }
        return item
    }

    private static let standard = ["Title", "UserName", "Password", "URL", "Notes"]

    private func field(
        _ place: KeePassLayout.Place, _ entry: KeePassEntry, _ strings: [String: KeePassString],
        _ taken: inout Set<String>
    ) -> Field {
        let string = place.string.flatMap { strings[$0] }
        let kind = FieldKind.named(place.kind) ?? (string?.isProtected ?? true ? .concealed : .text)
        var value = string?.value ?? .text("")
        if place.string == nil, place.id == Self.expiryID { value = .text(entry.expiry.map(KeePassDate.day) ?? "") }
        if let name = place.string {
            taken.insert(name)
            // A passkey is in several strings.
            if kind == .passkey, KeePassPasskey.isPart(name) {
                value = KeePassPasskey.secret(entry.strings).map { .secret($0) } ?? .text("")
                for part in entry.strings where KeePassPasskey.isPart(part.key) { taken.insert(part.key) }
            }
        }
        return Field(id: place.id, label: place.label, kind: kind, value: value, choices: place.choices ?? [])
    }
}
