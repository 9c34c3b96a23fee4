import Foundation
import SwiftProtobuf

/// An item of a vault with everything in it: a value that is changed here and stored by ``Vault/save(_:)``.
public struct VaultItem: Equatable, Sendable, Identifiable {
    /// Names the item for ever, also in other vaults that it was moved to.
    public let id: UUID
    /// What it is about.
    public let kind: ItemKind
    /// What people call it.
    public var title: String
    /// Whether it is among those that people want to see first.
    public var isFavourite = false
    /// Words that it is found by.
    public var tags: [String] = []
    /// Where a login belongs.
    public var websites: [SavedWebsite] = []
    /// Those of the kind, and further ones.
    public var fields: [Field]
    /// Further fields, put together.
    public var sections: [Section] = []
    /// A text, treated as a secret.
    public var notes: Secret?

    /// When it was made.
    public internal(set) var created = Date(timeIntervalSince1970: 0)
    /// When it was changed last. Says which state of the item this is: one that was changed since cannot be stored over.
    public internal(set) var changed = Date(timeIntervalSince1970: 0)
    /// Since when it is out of the way; nil: it is not.
    public internal(set) var archived: Date?
    /// Since when it is in the trash; nil: it is not.
    public internal(set) var trashed: Date?
    /// Secrets that the item had before, the newest first.
    public internal(set) var history: [FormerSecret] = []
    /// Files that belong to it.
    public internal(set) var attachments: [Attachment] = []
    /// What a later release has put there.
    var unknown = UnknownStorage()

    /// A new item with the empty fields of its kind.
    public init(_ kind: ItemKind, title: String) { self.init(id: UUID(), kind, title: title) }

    init(id: UUID, _ kind: ItemKind, title: String, fields: [Field]? = nil) {
        self.id = id
        self.kind = kind
        self.title = title
        self.fields = fields ?? kind.fields.map(Field.init)
    }

    /// The value of a field, wherever it is; setting one that does not exist adds it as a text, or as what the kind of the item has.
    public subscript(_ fieldID: String) -> FieldValue? {
        get { allFields.first { $0.id == fieldID }?.value }
        set {
            let value = newValue ?? .text("")
            if let index = fields.firstIndex(where: { $0.id == fieldID }) { return fields[index].set(value) }
            for section in sections.indices {
                guard let index = sections[section].fields.firstIndex(where: { $0.id == fieldID }) else { continue }
                return sections[section].fields[index].set(value)
            }
            guard newValue != nil else { return }
            let template = kind.fields.first { $0.id == fieldID }
            fields.append(
                Field(id: fieldID, label: template?.label ?? fieldID, kind: template?.kind ?? .text, value: value))
        }
    }

    /// The text of a field that is no secret; nil if it is empty, secret, or not there.
    public func text(_ fieldID: String) -> String? {
        guard case .text(let text)? = self[fieldID], !text.isEmpty else { return nil }
        return text
    }

    /// The secret of a field; nil if it is empty, no secret, or not there.
    public func secret(_ fieldID: String) -> Secret? {
        guard case .secret(let secret)? = self[fieldID], !secret.isEmpty else { return nil }
        return secret
    }

    /// The fields of the item and of its sections.
    public var allFields: [Field] { fields + sections.flatMap(\.fields) }
}

/// Where a login belongs.
public struct SavedWebsite: Equatable, Sendable {
    /// An address, a domain, or a name that an app asks by.
    public var address: String
    /// Which pages it is for (Docs/website-matching.md), by name.
    public var rule: String
    var unknown = UnknownStorage()

    /// - Parameters:
    ///   - address: an address, a domain, or a name that an app asks by.
    ///   - rule: the default is every page of the registered domain.
    public init(_ address: String, rule: String = "domain") {
        self.address = address
        self.rule = rule
    }
}

/// A secret that an item had once.
public struct FormerSecret: Equatable, Sendable {
    /// The field's name within the item; `notes` for the notes.
    public let field: String
    /// What the field was called.
    public let label: String
    /// When another took its place.
    public let until: Date
    /// What it was.
    public let secret: Secret
}

/// A file that belongs to an item. Its content is read with ``Vault/readAttachment(_:of:to:)``.
public struct Attachment: Equatable, Sendable, Identifiable {
    /// Names it for ever.
    public let id: UUID
    /// Of the file, without directories.
    public let name: String
    /// What is in it, as a media type (RFC 6838); empty: not known.
    public let mediaType: String
    /// In bytes.
    public let size: Int
    /// When it was added.
    public let added: Date
    var unknown = UnknownStorage()
}
