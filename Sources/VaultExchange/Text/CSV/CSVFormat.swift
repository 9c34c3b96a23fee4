import Foundation
import LinuxSupport

/// CSV files of one program.
struct CSVFormat: ImportFormat {
    private let layout: CSVLayout

    init(_ layout: CSVLayout) { self.layout = layout }

    var name: String { layout.name }
    var title: String { layout.title }

    func recognizes(_ source: ImportSource) -> Bool {
        guard !source.isDirectory else { return false }
        let cells = CSVText.header(of: source)
        let header = Set(cells.map { $0.lowercased() })
        switch layout.shape {
        case .keeper: return layout.matches(header) && header.contains("shared folder") || Self.isKeeper(cells)
        case .columns, .pairs: break
        }
        if layout.isGeneral { return CSVLayout.isGeneric(header) }
        return layout.matches(header) && layout.marks.allSatisfy(header.contains)
    }

    /// Whether a first row without a header has Keeper's shape: its fifth value is an address, and none is a usual name of a column.
    private static func isKeeper(_ cells: [String]) -> Bool {
        guard cells.count >= 6, cells.count % 2 == 1 || cells.count == 6 else { return false }
        let website = cells[4].lowercased()
        return (website.hasPrefix("https://") || website.hasPrefix("http://"))
            && !cells.contains { ["password", "username", "title", "url", "name"].contains($0.lowercased()) }
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard !source.isDirectory else {
            throw ExchangeError(.io, "“\(source.path)” is a directory", remedy: "name the CSV file")
        }
        var text = try CSVText(source)
        if layout.hasBackslashes { text = text.withoutBackslashes() }
        var rows = CSVItems(layout, HTMLEntities(layout.hasEntities ? text.bytes : Data()))
        try CSVReader.read(text, context) { line, cells in try rows.add(cells, line, context.columns) }
        guard rows.hasHeader else {
            throw ExchangeError(.damaged, "the file has no rows", at: "line 1", remedy: "export the file again")
        }
        return rows.content
    }
}

/// The items of the rows so far.
private struct CSVItems {
    private let layout: CSVLayout
    private let entities: HTMLEntities
    private var header: CSVHeader?
    private(set) var content = ImportedContent()
    private(set) var hasHeader = false

    init(_ layout: CSVLayout, _ entities: HTMLEntities) {
        (self.layout, self.entities) = (layout, entities)
        if entities.arePresent {
            content.remarks.append(
                ImportRemark("", "the file has HTML entities such as “&amp;”, which were replaced in all values"))
        }
    }

    mutating func add(_ cells: [String], _ line: Int, _ mapping: [(column: String, field: String)]) throws {
        let isFirst = !hasHeader
        hasHeader = true
        switch layout.shape {
        case .columns:
            guard let header else { return header = try CSVHeader(cells, layout, mapping, line: line) }
            take(header.draft(entities.arePresent ? cells.map(entities.decode) : cells), line)
        case .pairs:
            if isFirst, cells.first?.lowercased() == "title" { return }
            take(pairs(cells), line)
        case .keeper:
            if isFirst, cells.contains(where: { $0.lowercased() == "password" }) { return }
            take(keeper(cells), line)
        }
    }

    private mutating func take(_ draft: ItemDraft, _ line: Int) {
        let position = "line \(line)"
        var draft = draft
        if let reason = layout.finish(&draft) {
            return content.remarks.append(ImportRemark(position, "left out: \(reason)"))
        }
        content.items.append(draft.item(at: position, &content.remarks))
    }

    private func pairs(_ cells: [String]) -> ItemDraft {
        var draft = ItemDraft()
        draft.title = cells.first ?? ""
        let fields = cells.dropFirst()
        // Notes are the last value, which has no name.
        if fields.count % 2 == 1, let notes = fields.last { draft.addNotes(notes) }
        put(fields, into: &draft)
        return draft
    }

    private func keeper(_ cells: [String]) -> ItemDraft {
        var draft = ItemDraft()
        let columns: [CSVColumn] = [
            .folder("\\"), .title, .username, .password, .website, .notes, .kept,
        ]
        for (column, cell) in zip(columns, cells) { column.put(cell, "shared folder", into: &draft) }
        if let shared = draft.kept["shared folder"] {
            if draft.folder.isEmpty {
                CSVColumn.folder("\\").put(shared, "", into: &draft)
            } else {
                draft.add("shared folder", shared)
            }
        }
        let fields = cells.dropFirst(columns.count)
        put(fields, into: &draft)
        if fields.count % 2 == 1, let last = fields.last { draft.add("field", last) }
        return draft
    }

    /// Takes names and values in turn.
    private func put(_ cells: ArraySlice<String>, into draft: inout ItemDraft) {
        var rest = cells
        while let name = rest.popFirst(), let value = rest.popFirst() {
            let isMarked = name.hasSuffix("*")
            let label = isMarked ? String(name.dropLast()) : name
            if let column = layout.columns[label.lowercased()] {
                column.put(value, label, into: &draft)
            } else {
                draft.add(label, value, kind: isMarked ? .concealed : nil)
            }
        }
    }
}

extension CSVText {
    /// Returns the text with backslashes before quotes and backslashes replaced by what RFC 4180 knows.
    fileprivate func withoutBackslashes() -> CSVText {
        var replaced = Data(capacity: bytes.count)
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                if byte == 0x22 {
                    replaced.append(contentsOf: [0x22, 0x22])
                } else if byte == 0x5C {
                    replaced.append(0x5C)
                } else {
                    replaced.append(contentsOf: [0x5C, byte])
                }
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else {
                replaced.append(byte)
            }
        }
        if isEscaped { replaced.append(0x5C) }
        return CSVText(bytes: replaced, separator: separator, skippedLines: skippedLines)
    }

    private init(bytes: Data, separator: UInt8, skippedLines: Int) {
        (self.bytes, self.separator, self.skippedLines) = (bytes, separator, skippedLines)
    }
}
