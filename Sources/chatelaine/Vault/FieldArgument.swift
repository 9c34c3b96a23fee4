import Foundation
import PasswordVault
import Secrets

/// A field of an item and its value: `NAME=VALUE`, `SECTION/NAME=VALUE`, and with the kind of a new field `NAME:KIND=VALUE`.
struct FieldArgument {
    let name: String
    let kind: FieldKind?
    let value: String

    static func parse(_ text: String) throws -> FieldArgument {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw Failure.usage(
                "“\(text.prefix(40))” is not a field", remedy: "write NAME=VALUE, for example username=maria")
        }
        let (name, value) = (text[..<equals], String(text[text.index(after: equals)...]))
        if let colon = name.lastIndex(of: ":"), colon != name.startIndex,
            let kind = FieldKind.named(String(name[name.index(after: colon)...]))
        {
            return FieldArgument(name: String(name[..<colon]), kind: kind, value: value)
        }
        return FieldArgument(name: String(name), kind: nil, value: value)
    }

    /// Sets the value in an item.
    ///
    /// - Throws: for a secret, which must not be an argument; for a value that does not fit the field's kind.
    func apply(to item: inout VaultItem) throws {
        switch name.lowercased() {
        case "title": item.title = value
        case "website": item.websites.append(SavedWebsite(value))
        case "tag": item.add(tag: value)
        default: try applyToField(of: &item)
        }
    }

    private func applyToField(of item: inout VaultItem) throws {
        guard kind != .passkey else { throw Failure.passkeysAreImported }
        guard let field = try FieldFinder.find(name, in: item) else {
            let field = Field(label: label, kind: kind ?? .text, value: .text(value))
            guard !field.kind.isSecret, kind != nil || !Self.namesOfSecrets.contains(name.lowercased()) else {
                throw secret(name)
            }
            try FieldCheck.check(value, of: field)
            return item.add(field, section: section)
        }
        guard !field.kind.isSecret else { throw secret(field.id) }
        guard kind == nil || kind == field.kind else {
            throw Failure.usage(
                "“\(name)” has the kind \(field.kind.name)", remedy: "omit “:\(kind?.name ?? "")”")
        }
        try FieldCheck.check(value, of: field)
        item[field.id] = .text(value)
    }

    private var section: String? { name.lastIndex(of: "/").map { String(name[..<$0]) } }
    private var label: String { name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name }

    /// Names of fields that users mean to be secret, also in an item whose kind has no such field.
    private static let namesOfSecrets: Set<String> = Set(
        ItemKind.all.flatMap(\.fields).filter(\.kind.isSecret).map(\.id) + ["notes", "passwort", "secret", "passcode"])

    private func secret(_ name: String) -> Failure {
        let isPassword = name.lowercased() == "password"
        return Failure.usage(
            "“\(name)” is a secret, and every program of this machine can read arguments",
            remedy: name.lowercased() == "notes"
                ? "use --notes, and type them or write them to standard input"
                : "use --secret \(name), and type it or write it to standard input"
                    + (isPassword ? "; or have one made: --generate" : ""))
    }
}

extension VaultItem {
    mutating func add(tag: String) {
        let tag = tag.trimmingCharacters(in: .whitespacesAndNewlines)
        if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }

    /// Adds a field to the item or to one of its sections.
    ///
    /// - Parameter section: the section's title; `nil` for none. A section that does not exist is created.
    mutating func add(_ field: Field, section title: String?) {
        guard let title else { return fields.append(field) }
        if let index = sections.firstIndex(where: { $0.title.lowercased() == title.lowercased() }) {
            sections[index].fields.append(field)
        } else {
            sections.append(Section(title: title, fields: [field]))
        }
    }
}

extension Failure {
    static let passkeysAreImported = Failure.usage(
        "a passkey cannot be typed", remedy: "bring it from the program that has it: chatelaine vault import FILE")
    static let passkeysAreNotShown = Failure(
        .failed, "a passkey is kept, and never shown as a text",
        remedy: "take it to another program with: chatelaine vault export")
}

/// The check that a text fits the kind of a field.
enum FieldCheck {
    static func check(_ value: String, of field: Field) throws {
        guard !value.isEmpty, let reason = problem(value, field) else { return }
        throw Failure.usage("“\(field.label)” \(reason)", remedy: "write it like that, or leave it empty")
    }

    private static func problem(_ value: String, _ field: Field) -> String? {
        switch field.kind {
        case .date: value.count == 10 && DateText.date(value) != nil ? nil : "is a date like 2026-11-22"
        case .monthYear:
            value.count == 7 && DateText.date(value + "-01") != nil ? nil : "is a month like 2026-11"
        case .menu:
            field.choices.isEmpty || field.choices.contains(value)
                ? nil : "is one of: \(field.choices.joined(separator: ", "))"
        case .text, .concealed, .email, .url, .oneTimeCode, .telephone, .address, .passkey, .unknown: nil
        }
    }

    /// Checks a secret of one-time codes in the form in which it was given.
    static func checkOneTimeCode(_ secret: borrowing SecretBytes) throws { _ = try OneTimeCode.parse(secret) }
}
