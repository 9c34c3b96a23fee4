import Foundation
import KeychainServices
import SwiftProtobuf

extension StoredItem {
    /// Makes the message of an item.
    ///
    /// - Parameter secrets: receives the secrets, which are stored after the message.
    init(_ item: VaultItem, _ secrets: inout [Secret]) {
        self.init()
        kind = item.kind.number
        title = item.title
        favourite = item.isFavourite
        tags = item.tags
        websites = item.websites.map(StoredWebsite.init)
        fields = item.fields.map { StoredField($0, &secrets) }
        sections = item.sections.map { section in
            var stored = StoredSection()
            (stored.id, stored.title) = (section.id, section.title)
            stored.fields = section.fields.map { StoredField($0, &secrets) }
            stored.unknownFields = section.unknown
            return stored
        }
        if let text = item.notes, !text.isEmpty { notes = secrets.store(text) }
        created = item.created.microseconds
        changed = item.changed.microseconds
        if let date = item.archived { archived = date.microseconds }
        if let date = item.trashed { trashed = date.microseconds }
        history = item.history.map { StoredFormer($0, &secrets) }
        attachments = item.attachments.map(StoredAttachment.init)
        trashedGeneration = item.trashedGeneration
        ignoredFindings = item.ignoredFindings.sorted()
        unknownFields = item.unknown
    }
}

extension VaultItem {
    /// Makes the item of a message.
    ///
    /// - Throws: `.decode` for a message that refers to a missing secret.
    init(id: UUID, _ stored: StoredItem, _ secrets: [Secret]) throws(KeychainError) {
        var fields: [Field] = []
        for field in stored.fields { fields.append(try Field(field, secrets)) }
        self.init(id: id, .numbered(stored.kind), title: stored.title, fields: fields)
        isFavourite = stored.favourite
        tags = stored.tags
        websites = stored.websites.map(SavedWebsite.init)
        for section in stored.sections {
            var known = Section(id: section.id, title: section.title)
            for field in section.fields { known.fields.append(try Field(field, secrets)) }
            known.unknown = section.unknownFields
            sections.append(known)
        }
        notes = stored.hasNotes ? try secrets.secret(stored.notes) : nil
        created = Date(microseconds: stored.created)
        changed = Date(microseconds: stored.changed)
        archived = stored.hasArchived ? Date(microseconds: stored.archived) : nil
        trashed = stored.hasTrashed ? Date(microseconds: stored.trashed) : nil
        for former in stored.history { history.append(try FormerSecret(former, secrets)) }
        for attachment in stored.attachments { attachments.append(try Attachment(attachment)) }
        trashedGeneration = stored.trashedGeneration
        ignoredFindings = Set(stored.ignoredFindings)
        unknown = stored.unknownFields
    }
}

extension StoredField {
    fileprivate init(_ field: Field, _ secrets: inout [Secret]) {
        self.init()
        (id, label, kind, choices) = (field.id, field.label, field.kind.number, field.choices)
        switch field.value {
        case .text(let text): self.text = text
        case .secret(let secret): self.secret = secrets.store(secret)
        }
        unknownFields = field.unknown
    }
}

extension Field {
    fileprivate init(_ stored: StoredField, _ secrets: [Secret]) throws(KeychainError) {
        let value: FieldValue
        switch stored.value {
        case .secret(let number): value = .secret(try secrets.secret(number))
        case .text(let text): value = .text(text)
        case nil: value = .text("")
        }
        let isSecret = if case .secret = value { true } else { false }
        self.init(
            id: stored.id, label: stored.label, kind: .numbered(stored.kind, isSecret: isSecret), value: value,
            choices: stored.choices)
        unknown = stored.unknownFields
    }
}

extension StoredWebsite {
    fileprivate init(_ website: SavedWebsite) {
        self.init()
        (address, rule, unknownFields) = (website.address, website.rule, website.unknown)
    }
}

extension SavedWebsite {
    fileprivate init(_ stored: StoredWebsite) {
        self.init(stored.address, rule: stored.rule)
        unknown = stored.unknownFields
    }
}

extension StoredFormer {
    fileprivate init(_ former: FormerSecret, _ secrets: inout [Secret]) {
        self.init()
        (field, label, until) = (former.field, former.label, former.until.microseconds)
        secret = secrets.store(former.secret)
        hidden = !former.isShown
    }
}

extension FormerSecret {
    fileprivate init(_ stored: StoredFormer, _ secrets: [Secret]) throws(KeychainError) {
        self.init(
            field: stored.field, label: stored.label, until: Date(microseconds: stored.until),
            secret: try secrets.secret(stored.secret), isShown: !stored.hidden)
    }
}

extension StoredAttachment {
    fileprivate init(_ attachment: Attachment) {
        self.init()
        id = attachment.id.data
        (name, mediaType, size) = (attachment.name, attachment.mediaType, UInt64(clamping: attachment.size))
        added = attachment.added.microseconds
        unknownFields = attachment.unknown
    }
}

extension Attachment {
    fileprivate init(_ stored: StoredAttachment) throws(KeychainError) {
        guard let id = UUID(bytes: stored.id), let size = Int(exactly: stored.size) else { throw ItemCoding.damaged }
        self.init(
            id: id, name: stored.name, mediaType: stored.mediaType, size: size, added: Date(microseconds: stored.added),
            unknown: stored.unknownFields)
    }
}

extension UUID {
    /// The UUID as 16 bytes.
    package var data: Data { withUnsafeBytes(of: uuid) { Data($0) } }

    /// Makes a UUID from 16 bytes; `nil` for any other number of bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
        var uuid = noUUID
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}

private let noUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

extension [Secret] {
    /// Appends a secret and returns its number.
    fileprivate mutating func store(_ secret: Secret) -> UInt32 {
        append(secret)
        return UInt32(count - 1)
    }

    fileprivate func secret(_ number: UInt32) throws(KeychainError) -> Secret {
        guard let index = Int(exactly: number), indices.contains(index) else { throw ItemCoding.damaged }
        return self[index]
    }
}
