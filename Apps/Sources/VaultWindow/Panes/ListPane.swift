import Foundation
import GtkSupport
import PasswordVault

/// The second pane: the search field and its results.
@MainActor final class ListPane {
    private let context: WindowContext
    private let search: Entry
    private let pages: Pages
    private let empty: StatusPage
    private let (emptyButton, emptyTrash): (Button, Button)
    private let title: WindowTitle
    /// The notice of a list that lacks items.
    private let incomplete: Label
    private let list: RowList<Overview, ItemRow>
    /// The selected item, which stays selected when the list changes.
    private var selected: UUID?
    var onSelect: @MainActor (UUID?) -> Void = { _ in }
    /// Called when the user opens the selected item.
    var onOpen: @MainActor () -> Void = {}
    var onNew: @MainActor (ItemKind) -> Void = { _ in }

    /// The number of rows that exist now.
    var rowCount: Int { list.rowCount }

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        (search, pages, empty) = (interface["search"], interface["list-pages"], interface["empty"])
        (emptyButton, emptyTrash, title) = (
            interface["empty-button"], interface["empty-trash"], interface["list-title"]
        )
        incomplete = interface["incomplete"]
        search.setAccessibleNames(text("Search"))
        list = RowList(
            text("Items"),
            makeRow: {
                let row = ItemRow()
                return (row, Widget(row.view))
            },
            fillRow: { $0.show($1, isCompact: context.preferences.density == .compact) })
        list.view.setClass("item-list")
        (interface["list"] as Scroller).setChild(list.view)
        connect()
        showDensity()
    }

    private func connect() {
        list.connect(
            search, find: { [context] in context.library.search(for: $0) }, end: { [weak self] in self?.endSearch() },
            open: { [weak self] in self?.onOpen() })
        list.onSelect { [weak self] in self?.note($0) }
        emptyButton.onClick { [weak self] in self?.performEmptyAction() }
        emptyTrash.onClick { [weak self] in self?.askToEmptyTrash() }
    }

    private func note(_ place: Int?) {
        let id = place.flatMap { list.elements.indices.contains($0) ? list.elements[$0].id : nil }
        guard id != selected else { return }
        selected = id
        onSelect(id)
    }

    // MARK: - List

    func update() {
        let library = context.library
        let place = selected.flatMap { id in library.listed.firstIndex { $0.id == id } }
        list.show(library.listed, selecting: place)
        if place == nil, selected != nil { note(nil) }
        title.show(library.shelf.label)
        emptyTrash.isVisible = library.shelf == .trash && !library.listed.isEmpty
        pages.shown = library.listed.isEmpty ? "empty" : "list"
        if library.listed.isEmpty { showEmpty() }
        showCompleteness()
    }

    /// Says above every list that items may be missing in it.
    private func showCompleteness() {
        incomplete.isVisible = !context.library.catalogue.isComplete
        guard incomplete.isVisible else { return }
        let command = "chatelaine doctor --unlock --repair --vault \(context.session.name)"
        incomplete.text = text(
            "Items may be missing: a part of this vault is damaged. In a terminal, run: {command}", ["command": command]
        )
    }

    /// Shows the item with an id in the item's pane, and selects it if it is listed.
    func select(_ id: UUID?) {
        selected = id
        list.select(id.flatMap { id in list.elements.firstIndex { $0.id == id } })
        onSelect(id)
    }

    /// Shows an item as ``select(_:)`` does, among all items if this list does not have it.
    func reveal(_ id: UUID) {
        if !list.elements.contains(where: { $0.id == id }) {
            search.text = ""
            context.library.search(for: "")
            context.library.show(.all)
        }
        select(id)
    }

    func clear() {
        selected = nil
        list.show([])
        search.text = ""
    }

    func showDensity() {
        let isCompact = context.preferences.density == .compact
        list.view.setClass("compact", isCompact)
        list.view.setClass("comfortable", !isCompact)
        update()
    }

    // MARK: - Empty list

    private func showEmpty() {
        let library = context.library
        emptyButton.isVisible = true
        if !isSearchEmpty {
            show(
                "system-search-symbolic", text("No Match"), text("No item has all of these words."),
                text("Clear Search"))
        } else if library.shelf == .trash {
            show(
                "user-trash-symbolic", text("The Trash Is Empty"), text("Deleted items stay here for 30 days."),
                text("Show All Items"))
        } else if library.shelf == .archive {
            show(
                "folder-symbolic", text("The Archive Is Empty"),
                text("Archived items do not appear in the other lists."),
                text("Show All Items"))
        } else if library.shelf == .favourites {
            show(
                "starred-symbolic", text("No Favourites"), text("Press the star of an item to add it here."),
                text("Show All Items"))
        } else if !library.catalogue.isComplete {
            show(
                "dialog-warning-symbolic", text("Items Cannot Be Shown"),
                text("They may still be in the vault’s file."), kind.newLabel)
        } else {
            show(
                "dialog-password-symbolic", text("No Items Yet"),
                text("Only you can read the items that you save here."),
                kind.newLabel)
        }
    }

    private func show(_ icon: String, _ title: String, _ description: String, _ button: String) {
        empty.setIcon(icon)
        empty.setTitle(title)
        empty.setDescription(description)
        emptyButton.label = button
    }

    private var kind: ItemKind {
        if case .kind(let kind) = context.library.shelf { kind } else { .login }
    }

    private func performEmptyAction() {
        if !isSearchEmpty { return endSearch() }
        switch context.library.shelf {
        case .trash, .archive, .favourites: context.library.show(.all)
        default: onNew(kind)
        }
    }

    private func askToEmptyTrash() {
        let question = Alert(
            text("Empty the Trash?"), text("Its items will be deleted permanently."),
            [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Empty Trash"), isDestructive: true)])
        context.ask(question) { [context] answer in
            guard answer == "yes" else { return }
            context.run {
                let count = try await context.session.perform { try $0.emptyTrash() }
                try await context.library.reload()
                context.toasts?.show(text("Deleted permanently: {count}", ["count": "\(count)"]))
            }
        }
    }

    // MARK: - Search

    var isSearchEmpty: Bool { search.text.allSatisfy(\.isWhitespace) }

    func focusSearch() { search.focus() }
    var isSearching: Bool { search.hasFocus }

    func focus() { list.focus() }

    func endSearch() {
        search.text = ""
        context.library.search(for: "")
        search.focus()
    }
}

extension ItemKind {
    @MainActor var newLabel: String {
        switch self {
        case .login: text("New Login")
        case .creditCard: text("New Credit Card")
        case .identity: text("New Identity")
        case .secureNote: text("New Secure Note")
        case .softwareLicence: text("New Software Licence")
        case .sshKey: text("New SSH Key")
        case .apiCredential: text("New API Credential")
        default: text("New Password")
        }
    }
}
