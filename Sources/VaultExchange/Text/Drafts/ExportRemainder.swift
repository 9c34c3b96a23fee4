import PasswordVault

/// The values of an item that a written file lacks.
enum ExportRemainder {
    /// Returns a remark for each part of an item that is left out.
    ///
    /// - Parameters:
    ///   - fields: the identifiers of the fields that are written.
    ///   - websites: the number of websites that are written.
    static func of(
        _ item: ExportedItem, besides fields: [String], websites: Int, notes: Bool = true, tags: Bool = false,
        favourite: Bool = false
    ) -> [String] {
        let (exported, item) = (item, item.item)
        var left: [String] = []
        let others = item.allFields.filter { !$0.value.isEmpty && !fields.contains($0.id) }
        if !others.isEmpty { left.append("no place for: " + others.map(\.label).joined(separator: ", ")) }
        if item.websites.count > websites { left.append("no place for \(item.websites.count - websites) websites") }
        if !notes, item.notes != nil { left.append("no place for its notes") }
        if !tags, !item.tags.isEmpty { left.append("no place for its tags") }
        if !favourite, item.isFavourite { left.append("no place for the mark as a favourite") }
        if !item.history.isEmpty { left.append("no place for its history") }
        if !exported.attachments.isEmpty { left.append("no place for its attachments") }
        return left
    }
}
