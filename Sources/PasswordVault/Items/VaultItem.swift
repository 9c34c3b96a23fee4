import Foundation
import SwiftProtobuf

/// An item of a vault with all its values. Change this copy and store it with ``Vault/save(_:)``.
public struct VaultItem: Equatable, Sendable, Identifiable {
    /// The permanent identifier of the item, which it keeps when it is moved to another vault.
    public let id: UUID
    /// The kind of the item.
    public let kind: ItemKind
    /// The title that the user has given it.
    public var title: String
    /// Whether the user has marked it as a favourite.
    public var isFavourite = false
    /// Tags to find it by.
    public var tags: [String] = []
    /// The websites of a login.
    public var websites: [SavedWebsite] = []
    /// The fields of its kind, and custom fields outside of any section.
    public var fields: [Field]
    /// Sections of custom fields.
    public var sections: [Section] = []
    /// Notes, treated as a secret.
    public var notes: Secret?
    /// The names of the kinds of findings about its health that the user has chosen to ignore (Docs/vault-health.md).
    public var ignoredFindings: Set<String> = []

    /// The date of its creation.
    public package(set) var created = Date(timeIntervalSince1970: 0)
    /// The date of its last change. It identifies the version of the item: ``Vault/save(_:)`` refuses an item that was changed since it was
    /// read.
    public package(set) var changed = Date(timeIntervalSince1970: 0)
    /// The date on which it was archived; `nil` if it is not archived.
    public package(set) var archived: Date?
    /// The date on which it was moved to the trash; `nil` if it is not there.
    public package(set) var trashed: Date?
    /// The generation of the vault before it was moved there; 0 for other items.
    var trashedGeneration: UInt64 = 0
    /// Former secrets of the item, the newest first.
    public package(set) var history: [FormerSecret] = []
    /// The files that are attached to it.
    public package(set) var attachments: [Attachment] = []
    /// Data of a later release, which is kept.
    var unknown = UnknownStorage()

    /// Makes a new item with the empty fields of its kind.
    public init(_ kind: ItemKind, title: String) { self.init(id: UUID(), kind, title: title) }

    package init(id: UUID, _ kind: ItemKind, title: String, fields: [Field]? = nil) {
        self.id = id
        self.kind = kind
        self.title = title
        self.fields = fields ?? kind.fields.map(Field.init)
    }

    /// The value of a field of the item or of one of its sections. Setting a field that does not exist adds it, with the kind that the
    /// item's template has for it, else as a text.
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

    /// Returns the text of a field; `nil` if it is empty, a secret, or missing.
    public func text(_ fieldID: String) -> String? {
        guard case .text(let text)? = self[fieldID], !text.isEmpty else { return nil }
        return text
    }

    /// Returns the secret of a field; `nil` if it is empty, not a secret, or missing.
    public func secret(_ fieldID: String) -> Secret? {
        guard case .secret(let secret)? = self[fieldID], !secret.isEmpty else { return nil }
        return secret
    }

    /// The fields of the item and of its sections.
    public var allFields: [Field] { fields + sections.flatMap(\.fields) }
}

/// A website of a login.
public struct SavedWebsite: Equatable, Sendable {
    /// An address, a domain, or the name by which an app requests logins.
    public var address: String
    /// The name of the rule that says which pages it matches (Docs/website-matching.md).
    public var rule: String
    var unknown = UnknownStorage()

    /// Makes a website.
    ///
    /// - Parameters:
    ///   - address: an address, a domain, or the name by which an app requests logins.
    ///   - rule: the name of a matching rule. The default matches every page of the registered domain.
    public init(_ address: String, rule: String = "domain") {
        self.address = address
        self.rule = rule
    }
}

/// A former secret of an item.
public struct FormerSecret: Equatable, Sendable {
    /// The identifier of the field within the item; `notes` for the notes.
    public let field: String
    /// The label of the field at that time.
    public let label: String
    /// The date on which it was replaced.
    public let until: Date
    /// The former secret.
    public let secret: Secret
    /// Whether it may be shown, as ``FieldKind/isShown`` says of the field that it is from.
    public let isShown: Bool

    package init(field: String, label: String, until: Date, secret: Secret, isShown: Bool = true) {
        (self.field, self.label, self.until) = (field, label, until)
        (self.secret, self.isShown) = (secret, isShown)
    }
}

/// A file that is attached to an item. Read its content with ``Vault/readAttachment(_:of:to:)``.
public struct Attachment: Equatable, Sendable, Identifiable {
    /// The permanent identifier of the attachment.
    public let id: UUID
    /// The file name, without directories.
    public let name: String
    /// The media type of the content (RFC 6838); empty if not known.
    public let mediaType: String
    /// The size in bytes.
    public let size: Int
    /// The date on which it was added.
    public let added: Date
    var unknown = UnknownStorage()

    package init(
        id: UUID = UUID(), name: String, mediaType: String, size: Int, added: Date,
        unknown: UnknownStorage = UnknownStorage()
    ) {
        (self.id, self.name, self.mediaType) = (id, name, mediaType)
        (self.size, self.added, self.unknown) = (size, added, unknown)
    }
}
