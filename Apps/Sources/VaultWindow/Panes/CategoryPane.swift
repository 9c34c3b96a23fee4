import GtkSupport

/// The first pane: categories and tags, each with its number of items.
@MainActor final class CategoryPane {
    private struct Entry: Equatable {
        let shelf: VaultSection
        let count: Int
    }

    private let context: WindowContext
    private let list: PlainList
    private var entries: [Entry] = []
    private var isUpdating = false
    /// Called with the shelf that the user chooses.
    var onChoose: @MainActor (VaultSection) -> Void = { _ in }

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        list = interface["categories"]
        list.onOpen { [weak self] place in
            guard let self, entries.indices.contains(place) else { return }
            onChoose(entries[place].shelf)
        }
        list.on("row-selected") { [weak self] in
            guard let self, !isUpdating, let place = list.selected, entries.indices.contains(place) else { return }
            context.library.show(entries[place].shelf)
        }
    }

    func update() {
        let catalogue = context.library.catalogue
        let new = catalogue.shelves.map { Entry(shelf: $0, count: catalogue.counts[$0] ?? 0) }
        isUpdating = true
        defer { isUpdating = false }
        if new != entries {
            entries = new
            list.removeAll()
            for (place, entry) in entries.enumerated() {
                list.append(row(entry))
                list.setName("\(entry.shelf.label), \(entry.count)", ofRow: place)
            }
        }
        list.select(entries.firstIndex { $0.shelf == context.library.shelf })
    }

    private func row(_ entry: Entry) -> Box {
        let row = Box(spacing: 10)
        let name = Label(entry.shelf.label, wraps: false)
        name.setExpands(horizontally: true)
        let count = Label(entry.count == 0 ? "" : "\(entry.count)", wraps: false)
        count.setClass("dim-label")
        count.setClass("count")
        row.append(Icon(entry.shelf.icon))
        row.append(name)
        row.append(count)
        return row
    }
}
