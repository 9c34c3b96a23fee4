import Foundation
import PasswordVault

/// An error in an edited text, with its line.
struct ItemDocumentError: Error {
    let line: Int
    let reason: String
}

/// The reader of a text that ``ItemDocument`` wrote and the user changed. Fields keep what the text does not contain: ids, choices, and
/// data that later releases have added.
struct ItemDocumentReader {
    /// A line with a name, and its value.
    private struct Entry {
        let line: Int
        let name: String
        /// Whether the name was in quotes.
        let isOwn: Bool
        let kind: String?
        var value: String
        /// Whether lines with `|` may follow.
        var isOpen: Bool
        var lines = 0
    }

    private struct Part {
        /// `nil` before the first section.
        let title: String?
        var entries: [Entry] = []
    }

    private let stored: VaultItem
    private var parts = [Part(title: nil)]

    private init(_ stored: VaultItem) { self.stored = stored }

    /// Returns the stored item with the values of the text.
    static func read(_ bytes: [UInt8], for stored: VaultItem) throws(ItemDocumentError) -> VaultItem {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ItemDocumentError(line: 1, reason: "the text is not UTF-8")
        }
        var reader = ItemDocumentReader(stored)
        // Split by scalars: a carriage return and a newline after it are one character in Swift.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() { try reader.take(Substring(line), number: index + 1) }
        return try reader.item()
    }

    // MARK: - Lines

    private mutating func take(_ line: Substring, number: Int) throws(ItemDocumentError) {
        // Compared as a scalar: a combining mark after it would make one character of both.
        if line.unicodeScalars.first == "|" {
            return try continueValue(Substring(line.unicodeScalars.dropFirst()), number)
        }
        guard !line.allSatisfy({ $0 == " " || $0 == "\t" }), line.first != "#" else { return }
        if line.first == "[" { return try beginSection(line, number) }
        parts[parts.count - 1].entries.append(try Self.entry(line, number))
    }

    private mutating func continueValue(_ text: Substring, _ number: Int) throws(ItemDocumentError) {
        let (part, entry) = (parts.count - 1, parts[parts.count - 1].entries.count - 1)
        guard entry >= 0, parts[part].entries[entry].isOpen else {
            throw ItemDocumentError(line: number, reason: "there is no “NAME:” without a value before this line")
        }
        if parts[part].entries[entry].lines > 0 { parts[part].entries[entry].value += "\n" }
        parts[part].entries[entry].value += text
        parts[part].entries[entry].lines += 1
    }

    private mutating func beginSection(_ line: Substring, _ number: Int) throws(ItemDocumentError) {
        guard let (title, rest) = QuotedText.read(line.dropFirst()), rest.trimmed == "]" else {
            throw ItemDocumentError(line: number, reason: "a section begins with [\"TITLE\"]")
        }
        parts.append(Part(title: title))
    }

    private static func entry(_ line: Substring, _ number: Int) throws(ItemDocumentError) -> Entry {
        var (name, rest, kind, isOwn) = ("", line, String?.none, false)
        if line.first == "\"" {
            guard let (text, behind) = QuotedText.read(line) else {
                throw ItemDocumentError(line: number, reason: "the quotes around the name do not end")
            }
            (name, rest, isOwn) = (text, behind.drop { $0 == " " }, true)
            if rest.first == "<" {
                let text = rest.dropFirst().prefix { $0 != ">" }
                (kind, rest) = (String(text), rest[text.endIndex...].dropFirst().drop { $0 == " " })
            }
        } else {
            let text = line.prefix { $0 != ":" }
            (name, rest) = (text.trimmed, line[text.endIndex...])
        }
        guard rest.first == ":" else {
            throw ItemDocumentError(
                line: number, reason: "a line is NAME: VALUE, or begins with “|”, “[”, or “#” if it is to be left out")
        }
        // One blank belongs to the format; everything after it is the value.
        let behind = rest.unicodeScalars.dropFirst()
        let value = Substring(behind.first == " " ? behind.dropFirst() : behind)
        return Entry(line: number, name: name, isOwn: isOwn, kind: kind, value: String(value), isOpen: value.isEmpty)
    }

    // MARK: - Values

    private func item() throws(ItemDocumentError) -> VaultItem {
        var item = stored
        (item.title, item.tags, item.websites, item.notes) = ("", [], [], nil)
        var former = FormerFields(stored.fields.filter { !ItemDocument.isOfKind($0, stored) })
        var (own, seen) = ([Field](), Set<String>())
        for entry in parts[0].entries {
            if entry.isOwn {
                own.append(try field(entry, &former))
                continue
            }
            guard entry.name == ItemDocument.Name.website || seen.insert(entry.name).inserted else {
                throw ItemDocumentError(line: entry.line, reason: "“\(entry.name)” is there twice")
            }
            try set(entry, in: &item)
        }
        guard !item.title.isEmpty else { throw ItemDocumentError(line: 1, reason: "the item has no title") }
        // A field of the kind is emptied if its line was deleted.
        item.fields = item.fields.filter { ItemDocument.isOfKind($0, stored) }.map { field in
            guard !seen.contains(field.id), field.kind.isShown else { return field }
            var field = field
            field.set(.text(""))
            return field
        }
        // What the text does not show stays.
        item.fields += stored.fields.filter { !ItemDocument.isOfKind($0, stored) && !$0.kind.isShown } + own
        item.sections = try sections()
        return item
    }

    private func set(_ entry: Entry, in item: inout VaultItem) throws(ItemDocumentError) {
        switch entry.name {
        case ItemDocument.Name.title: item.title = entry.value
        case ItemDocument.Name.favourite:
            guard let value = ["yes": true, "no": false][entry.value.trimmingCharacters(in: .whitespaces)] else {
                throw ItemDocumentError(line: entry.line, reason: "“favourite” is yes or no")
            }
            item.isFavourite = value
        case ItemDocument.Name.tags:
            guard let tags = TagList.read(entry.value) else {
                throw ItemDocumentError(line: entry.line, reason: "tags have commas between, and quotes have two ends")
            }
            tags.forEach { item.add(tag: $0) }
        case ItemDocument.Name.website:
            if let website = website(entry.value) { item.websites.append(website) }
        case ItemDocument.Name.notes: item.notes = entry.value.isEmpty ? nil : Secret(entry.value)
        default:
            guard
                let field = item.fields.first(where: {
                    $0.id == entry.name && ItemDocument.isOfKind($0, stored) && $0.kind.isShown
                })
            else {
                throw ItemDocumentError(
                    line: entry.line,
                    reason: "a \(stored.kind.name) has no “\(entry.name)”; put a name of your own in quotes")
            }
            try Self.check(entry, field)
            item[field.id] = field.kind.isSecret ? .secret(Secret(entry.value)) : .text(entry.value)
        }
    }

    /// Returns the stored website with all its data if the line is unchanged, else a new one.
    private func website(_ text: String) -> SavedWebsite? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        var (address, rule) = (Substring(text), "domain")
        if text.hasSuffix(">"), let start = text.lastIndex(of: "<") {
            rule = String(text[text.index(after: start)...].dropLast())
            address = text[..<start]
        }
        let found = SavedWebsite(address.trimmed, rule: rule)
        return stored.websites.first { $0.address == found.address && $0.rule == found.rule } ?? found
    }

    private func sections() throws(ItemDocumentError) -> [Section] {
        var (left, sections) = (stored.sections, [Section]())
        for part in parts.dropFirst() {
            guard let title = part.title else { continue }
            let old = left.firstIndex { $0.title == title }.map { left.remove(at: $0) }
            var section = old ?? Section(title: title)
            var former = FormerFields(section.fields)
            section.fields.removeAll(where: \.kind.isShown)
            for entry in part.entries {
                guard entry.isOwn else {
                    throw ItemDocumentError(line: entry.line, reason: "names in sections are in quotes")
                }
                section.fields.append(try field(entry, &former))
            }
            sections.append(section)
        }
        return sections
    }

    private func field(_ entry: Entry, _ former: inout FormerFields) throws(ItemDocumentError) -> Field {
        let old = former.take(entry.name)
        let name = entry.kind ?? FieldKind.text.name
        guard let kind = old.map(\.kind).flatMap({ $0.name == name ? $0 : nil }) ?? FieldKind.named(name), kind.isShown
        else {
            throw ItemDocumentError(
                line: entry.line,
                reason: "there is no kind “\(name)”; there are \(FieldKind.all.map(\.name).joined(separator: ", "))")
        }
        var field = old?.kind == kind ? old : nil
        field = field ?? Field(id: old?.id, label: entry.name, kind: kind, choices: old?.choices ?? [])
        guard var field else { throw ItemDocumentError(line: entry.line, reason: "the field cannot be read") }
        try Self.check(entry, field)
        field.set(.text(entry.value))
        return field
    }

    private static func check(_ entry: Entry, _ field: Field) throws(ItemDocumentError) {
        do {
            try FieldCheck.check(entry.value, of: field)
            if field.kind.makesOneTimeCodes, !entry.value.isEmpty { _ = try OneTimeCode.parse(entry.value) }
        } catch {
            let reason = (error as? Failure)?.reason ?? (error as? OneTimeCodeError)?.reason ?? "the value is wrong"
            throw ItemDocumentError(line: entry.line, reason: reason)
        }
    }
}

/// The former fields of a part of an item. Each is found once, by its label.
private struct FormerFields {
    private var fields: [Field]

    init(_ fields: [Field]) { self.fields = fields }

    mutating func take(_ label: String) -> Field? {
        fields.firstIndex { $0.label == label }.map { fields.remove(at: $0) }
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
