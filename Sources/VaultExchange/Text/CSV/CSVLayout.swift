import Foundation

/// The columns of a program's CSV file.
struct CSVLayout: Sendable {
    /// The place of the values in a row.
    enum Shape {
        /// A header names the columns.
        case columns
        /// Title, names and values in turn, and notes at the end: older files of Enpass.
        case pairs
        /// Keeper's: seven values, then names and values in turn. It may have a header.
        case keeper
    }

    /// The name in commands.
    let name: String
    /// The name for people.
    let title: String
    /// The names, in small letters, that the header has if the file is of this program.
    let required: [String]
    /// The columns by their names in small letters. Others become custom fields.
    let columns: [String: CSVColumn]
    /// Names that the header does not have.
    var forbidden: [String] = []
    /// Further names by which the header is recognised; a file without them is read if the user names the format.
    var marks: [String] = []
    var shape = Shape.columns
    /// Whether a backslash stands before quotes and backslashes within values.
    var hasBackslashes = false
    /// Whether the program may have written HTML entities.
    var hasEntities = false
    /// Completes a draft by the values that were kept.
    ///
    /// - Returns: a reason to leave the row out; `nil` to take it.
    var finish: @Sendable (inout ItemDraft) -> String? = { _ in nil }

    /// Whether it is the layout for files of any program.
    var isGeneral: Bool { name == "csv" }

    /// Whether a header is of this program.
    func matches(_ header: Set<String>) -> Bool {
        required.allSatisfy(header.contains) && !forbidden.contains(where: header.contains)
    }
}

/// The columns of a file, in its order.
struct CSVHeader {
    let labels: [String]
    let columns: [CSVColumn]

    /// Finds the meaning of the columns.
    ///
    /// - Parameter mapping: columns and fields that the user has named.
    /// - Throws: ``ExchangeError`` if the header lacks a column that the layout or the user requires.
    init(
        _ cells: [String], _ layout: CSVLayout, _ mapping: [(column: String, field: String)], line: Int
    ) throws(ExchangeError) {
        let names = cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        let known = Set(names.map { $0.lowercased() })
        for name in mapping.map(\.column) where !known.contains(name.lowercased()) {
            throw ExchangeError(
                .damaged, "the header has no column “\(name)”", at: "line \(line)",
                remedy: "name one of: \(names.prefix(40).joined(separator: ", "))")
        }
        if mapping.isEmpty, layout.isGeneral, !CSVLayout.isGeneric(known) {
            throw ExchangeError(
                .damaged, "the header has no column for passwords, or nothing that they belong to", at: "line \(line)",
                remedy: "say which column is which with --map")
        }
        if mapping.isEmpty, let missing = layout.required.first(where: { !known.contains($0) }) {
            throw ExchangeError(
                .damaged, "the header has no column “\(missing)”, which files of \(layout.title) have",
                at: "line \(line)", remedy: "choose another format, or say which column is which with --map")
        }
        var labels = names
        var columns: [CSVColumn] = []
        for (index, name) in names.enumerated() {
            guard let field = mapping.first(where: { $0.column.lowercased() == name.lowercased() })?.field else {
                columns.append(layout.columns[name.lowercased()] ?? .custom)
                continue
            }
            if let column = CSVColumn.named(field) {
                columns.append(column)
            } else {
                labels[index] = field
                columns.append(.custom)
            }
        }
        (self.labels, self.columns) = (labels, columns)
    }

    /// Returns the values of a row.
    func draft(_ cells: [String]) -> ItemDraft {
        var draft = ItemDraft()
        for (index, cell) in cells.enumerated() {
            guard index < columns.count else {
                // Without a name there is nothing that says that it is no secret.
                draft.add("column \(index + 1)", cell, kind: .concealed)
                continue
            }
            columns[index].put(cell, labels[index], into: &draft)
        }
        if cells.count > columns.count, cells[columns.count...].contains(where: { !$0.isEmpty }) {
            draft.remarks.append("it has more values than the header has columns; they are kept as fields")
        }
        return draft
    }
}
