import Foundation

/// Items with the same content.
enum Duplicates {
    /// Returns the groups of positions of items that have the same kind and the same values; titles, tags and favourites do not count.
    static func groups(_ items: [HealthItem], _ tags: SecretTags) -> [[Int]] {
        var groups: [Data: [Int]] = [:]
        for (position, item) in items.enumerated() {
            guard let content = content(item, tags) else { continue }
            groups[content, default: []].append(position)
        }
        return groups.values.filter { $0.count > 1 }
    }

    /// The tag of the content; `nil` for an item that has none.
    private static func content(_ item: HealthItem, _ tags: SecretTags) -> Data? {
        // Two items with a website and nothing else are not the same account.
        guard !item.values.isEmpty || item.notes != nil else { return nil }
        var parts = [Data(item.kind.name.utf8)] + item.domains.map { Data($0.utf8) }
        for (id, value) in item.values.sorted(by: { $0.id < $1.id }) {
            parts += [Data(id.utf8), tags.tag(value)]
        }
        // A password that stands for itself, without a username and a site, is told apart by its title alone.
        if item.password != nil, item.username.isEmpty, item.domains.isEmpty {
            parts.append(Data(item.reference.title.utf8))
        }
        if let notes = item.notes { parts.append(tags.tag(notes)) }
        return tags.tag(parts)
    }
}
