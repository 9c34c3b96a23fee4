import Foundation
import PasswordVault

/// The JSON output of the vault commands. The format has a version, which changes when an existing member changes; new members may be added
/// at any time.
///
/// Specified in: Docs/vault-json.md.
enum VaultJSON {
    static let version = 1

    static func print(_ members: [(name: String, value: JSONText)]) throws {
        try StandardStreams.print(JSONText.object([("version", .number(version))] + members).document)
    }

    /// Prints the operation that a command did, and its item.
    static func print(done: String, _ item: VaultItem) throws {
        try print([("done", .string(done)), ("item", .object(summary(of: item)))])
    }

    static func overview(_ overview: Overview) -> JSONText {
        .object([
            ("id", .string(overview.id.text)), ("kind", .string(overview.kind.name)),
            ("title", .string(overview.title)), ("subtitle", .string(overview.subtitle)),
            ("websites", websites(overview.websites)), ("tags", .array(overview.tags.map(JSONText.string))),
            ("favourite", .bool(overview.isFavourite)), ("oneTimeCode", .bool(overview.hasOneTimeCode)),
            ("created", date(overview.created)), ("changed", date(overview.changed)),
            ("archived", date(overview.archived)), ("trashed", date(overview.trashed)),
        ])
    }

    private static func summary(of item: VaultItem) -> [(name: String, value: JSONText)] {
        [("id", .string(item.id.text)), ("kind", .string(item.kind.name)), ("title", .string(item.title))]
    }

    /// - Parameter isRevealed: whether secrets are included; otherwise they are null.
    static func item(_ item: VaultItem, isRevealed: Bool) -> JSONText {
        .object(
            summary(of: item) + [
                ("websites", websites(item.websites)), ("tags", .array(item.tags.map(JSONText.string))),
                ("favourite", .bool(item.isFavourite)),
                ("fields", .array(item.fields.map { field($0, isRevealed: isRevealed) })),
                ("sections", .array(item.sections.map { section($0, isRevealed: isRevealed) })),
                ("notes", secret(item.notes, isRevealed: isRevealed)),
                ("attachments", .array(item.attachments.map(attachment))),
                ("former", .number(item.history.count)), ("created", date(item.created)),
                ("changed", date(item.changed)), ("archived", date(item.archived)), ("trashed", date(item.trashed)),
            ])
    }

    private static func section(_ section: Section, isRevealed: Bool) -> JSONText {
        .object([
            ("id", .string(section.id)), ("title", .string(section.title)),
            ("fields", .array(section.fields.map { field($0, isRevealed: isRevealed) })),
        ])
    }

    private static func field(_ field: Field, isRevealed: Bool) -> JSONText {
        var members: [(name: String, value: JSONText)] = [
            ("id", .string(field.id)), ("label", .string(field.label)), ("kind", .string(field.kind.name)),
            ("secret", .bool(field.kind.isSecret)),
        ]
        switch field.value {
        case .text(let text): members.append(("value", .string(text)))
        case .secret(let secret):
            members.append(("value", self.secret(secret, isRevealed: isRevealed && field.kind.isShown)))
        }
        if !field.choices.isEmpty { members.append(("choices", .array(field.choices.map(JSONText.string)))) }
        return .object(members)
    }

    /// Returns an empty string for an empty secret, and null for a secret that is not to be revealed.
    private static func secret(_ secret: Secret?, isRevealed: Bool) -> JSONText {
        guard let secret, !secret.isEmpty else { return .string("") }
        return isRevealed ? .string(secret.text) : .null
    }

    static func former(_ former: FormerSecret, isRevealed: Bool) -> JSONText {
        .object([
            ("field", .string(former.field)), ("label", .string(former.label)), ("until", date(former.until)),
            ("value", secret(former.secret, isRevealed: isRevealed && former.isShown)),
        ])
    }

    static func attachment(_ attachment: Attachment) -> JSONText {
        .object([
            ("id", .string(attachment.id.text)), ("name", .string(attachment.name)),
            ("mediaType", .string(attachment.mediaType)), ("size", .number(attachment.size)),
            ("added", date(attachment.added)),
        ])
    }

    static func derivation(_ password: VaultPassword) -> JSONText {
        .object([
            ("function", .string(password.derivation.rawValue)), ("passes", .number(Int(clamping: password.passes))),
            ("memory", password.memory.map(JSONText.number) ?? .null),
        ])
    }

    private static func websites(_ websites: [SavedWebsite]) -> JSONText {
        .array(websites.map { .object([("address", .string($0.address)), ("rule", .string($0.rule))]) })
    }

    private static func date(_ date: Date?) -> JSONText { JSONText(date.map { DateText.text($0) }) }
}
