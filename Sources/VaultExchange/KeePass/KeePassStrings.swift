import Foundation
import PasswordVault

/// The strings of an item in a database, and the layout that says which is which. Former versions use the same names.
struct KeePassStrings {
    private(set) var layout: KeePassLayout
    /// The names of strings by the identifiers of fields.
    private var names: [String: String] = [:]
    private var used: Set<String> = []
    private(set) var remarks: [String] = []

    private static let standard = ["Title", "UserName", "Password", "URL", "Notes"]

    init(_ item: VaultItem) {
        layout = KeePassLayout(kind: item.kind.name)
        if item.isFavourite { layout.isFavourite = true }
        if item.archived != nil { layout.isArchived = true }
        layout.rules = item.websites.map(\.rule)
        layout.sections = item.sections.map { KeePassLayout.Part(id: $0.id, title: $0.title) }
        if item.tags != KeePassTags.written(item.tags) { layout.tags = item.tags }
        for field in item.fields { layout.fields.append(place(field, section: nil, title: "")) }
        for (index, section) in item.sections.enumerated() {
            for field in section.fields { layout.fields.append(place(field, section: index, title: section.title)) }
        }
        for former in item.history where former.field != "notes" && names[former.field] == nil {
            let kind: FieldKind = former.isShown ? .concealed : .passkey
            layout.former.append(
                place(Field(id: former.field, label: former.label, kind: kind), section: nil, title: ""))
        }
    }

    /// Returns the strings of a version of the item.
    func strings(_ item: VaultItem, former: [String: FormerSecret] = [:]) -> [KeePassString] {
        var strings = [KeePassString(key: "Title", value: .text(item.title))]
        for (index, website) in item.websites.enumerated() {
            let key = index == 0 ? "URL" : index == 1 ? "KP2A_URL" : "KP2A_URL_\(index - 1)"
            strings.append(KeePassString(key: key, value: .text(website.address)))
        }
        let notes = former["notes"]?.secret ?? item.notes
        strings.append(KeePassString(key: "Notes", value: .text(notes?.text ?? "")))
        for field in item.allFields { add(field, former[field.id]?.secret, to: &strings) }
        for place in layout.former {
            guard let secret = former[place.id]?.secret, let name = place.string else { continue }
            strings.append(KeePassString(key: name, value: .secret(secret)))
        }
        for name in Self.standard where !strings.contains(where: { $0.key == name }) {
            strings.append(KeePassString(key: name, value: name == "Password" ? .secret(Secret("")) : .text("")))
        }
        return strings
    }

    private func add(_ field: Field, _ former: Secret?, to strings: inout [KeePassString]) {
        guard let name = names[field.id] else { return }
        guard field.kind.isSecret, case .secret(let current) = field.value else {
            if !field.value.isEmpty { strings.append(KeePassString(key: name, value: field.value)) }
            return
        }
        let secret = former ?? current
        guard !secret.isEmpty else { return }
        if KeePassPasskey.isPart(name), let parts = KeePassPasskey.strings(secret) { return strings += parts }
        let value = name == "otp" ? KeePassCodes.timeURI(secret) ?? secret : secret
        strings.append(KeePassString(key: name, value: .secret(value)))
    }

    // MARK: - Names

    private mutating func place(_ field: Field, section: Int?, title: String) -> KeePassLayout.Place {
        var place = KeePassLayout.Place(
            string: nil, id: field.id, label: field.label, kind: field.kind.name, section: section,
            choices: field.choices.isEmpty ? nil : field.choices)
        guard field.id != KeePassItemMaker.expiryID || field.kind != .date else { return place }
        let name = name(field, title)
        (place.string, names[field.id]) = (name, name)
        used.insert(name)
        return place
    }

    private mutating func name(_ field: Field, _ title: String) -> String {
        if ["password", "credential"].contains(field.id), field.kind == .concealed, !used.contains("Password") {
            return "Password"
        }
        if field.id == "username", !field.kind.isSecret, !used.contains("UserName") { return "UserName" }
        if case .secret(let secret) = field.value {
            if field.kind == .oneTimeCode, !secret.isEmpty {
                if !used.contains("otp"), KeePassCodes.timeURI(secret) != nil { return "otp" }
                remarks.append("“\(field.label)” is kept as a field: other programs make no codes of it")
            }
            if field.kind == .passkey, !secret.isEmpty {
                let part = "KPEX_PASSKEY_CREDENTIAL_ID"
                if !used.contains(part), KeePassPasskey.strings(secret) != nil { return part }
                remarks.append("“\(field.label)” is kept as a field: other programs do not use it as a passkey")
            }
        }
        let label = field.label.isEmpty ? "field" : XMLWriter.printable(field.label)
        return unique(title.isEmpty ? label : "\(XMLWriter.printable(title)) / \(label)")
    }

    private func unique(_ name: String) -> String {
        let name = Self.isReserved(name) ? "field \(name)" : name
        var (candidate, number) = (name, 2)
        while used.contains(candidate) {
            candidate = "\(name) (\(number))"
            number += 1
        }
        return candidate
    }

    /// Whether programs give a string a meaning of its own.
    private static func isReserved(_ name: String) -> Bool {
        ["otp", "TOTP Seed", "TOTP Settings"].contains(name) || standard.contains(name)
            || ["KP2A_URL", "KPEX_PASSKEY_", "KPXC_PASSKEY_", "TimeOtp-", "HmacOtp-"].contains { name.hasPrefix($0) }
    }
}

/// Tags of KeePass, which are separated by `;` or `,`.
enum KeePassTags {
    /// Returns the tags as they are written: without separators in them.
    static func written(_ tags: [String]) -> [String] {
        tags.map { tag in
            tag.map { ";,\t".contains($0) ? " " : String($0) }.joined().trimmingCharacters(in: .whitespaces)
        }.filter { !$0.isEmpty }
    }
}
