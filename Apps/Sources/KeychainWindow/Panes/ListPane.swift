import AgentClient
import GtkSupport
import KeychainServices

/// The second pane: the search field and its results, or what has to be done before there are any.
@MainActor final class ListPane {
    private let context: WindowContext
    private let search: Entry
    private let pages: Pages
    private let empty: StatusPage
    private let emptyButton: Button
    private let title: WindowTitle
    private let notice: Label
    private let newButton: Button
    private let list: RowList<ListedItem, ItemRow>
    private let unlock: UnlockForm
    private var emptyAction: @MainActor () -> Void = {}
    /// The selected item, which stays selected when the list changes.
    private var selected: PersistentReference?
    var onSelect: @MainActor (PersistentReference?) -> Void = { _ in }
    /// Called when the user opens the selected item.
    var onOpen: @MainActor () -> Void = {}
    var onNew: @MainActor () -> Void = {}

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        (search, pages, empty) = (interface["search"], interface["list-pages"], interface["empty"])
        (emptyButton, title, notice) = (interface["empty-button"], interface["list-title"], interface["incomplete"])
        newButton = interface["new-button"]
        unlock = UnlockForm(interface, context)
        search.setAccessibleNames(text("Search"))
        list = RowList(
            text("Items"),
            makeRow: {
                let row = ItemRow()
                return (row, Widget(row.view))
            }, fillRow: { $0.show($1) })
        list.view.setClass("item-list")
        (interface["list"] as Scroller).setChild(list.view)
        connect()
    }

    private func connect() {
        list.connect(
            search, find: { [context] in context.model.find($0) }, end: { [weak self] in self?.endSearch() },
            open: { [weak self] in self?.onOpen() })
        list.onSelect { [weak self] in self?.note($0) }
        emptyButton.onClick { [weak self] in self?.emptyAction() }
    }

    private func note(_ place: Int?) {
        let reference = place.flatMap { list.elements.indices.contains($0) ? list.elements[$0].reference : nil }
        guard reference != selected else { return }
        selected = reference
        onSelect(reference)
    }

    // MARK: - List

    func update() {
        let listed = context.model.listed
        let place = selected.flatMap { reference in listed.firstIndex { $0.reference == reference } }
        list.show(listed, selecting: place)
        if place == nil, selected != nil { note(nil) }
        showState()
    }

    /// Removes all rows.
    func clear() {
        selected = nil
        list.show([])
    }

    /// Shows the list, or why there is none.
    func showState() {
        let (session, model) = (context.session, context.model)
        title.show(model.kind.label, session.row?.shownName ?? "")
        newButton.isEnabled = session.state == .open
        notice.isVisible = session.state == .open && session.hidden > 0
        notice.text = text(
            "Not shown: {count} that are for secured programs, or damaged.",
            ["count": "\(session.hidden)"])
        switch session.state {
        case .loading: pages.shown = "loading"
        case .locked, .unproven:
            let wasShown = pages.shown == "unlock"
            pages.shown = "unlock"
            unlock.show(
                isProof: session.state == .unproven, isNew: !wasShown, hasDraft: context.drafts.has(session.shown))
        case .missing:
            showEmpty(
                "drive-harddisk-symbolic", text("The Keychain Is Missing"),
                text("There is no file at {path}.", ["path": session.shown?.path ?? ""]), text("Look Again")
            ) { [session] in Task { await session.reload() } }
        case .problem(let reason):
            showEmpty(
                "dialog-warning-symbolic", text("The Keychain Cannot Be Read"), reason, text("Try Again")
            ) { [session] in
                Task {
                    await AgentStart.run()
                    await session.reload()
                }
            }
        case .open: if model.listed.isEmpty { showNone() } else { pages.shown = "list" }
        }
    }

    private func showNone() {
        guard isSearchEmpty else {
            return showEmpty(
                "system-search-symbolic", text("No Match"), text("No item has all of these words."),
                text("Clear Search")
            ) { [weak self] in self?.endSearch() }
        }
        showEmpty(
            context.model.kind.icon, text("No Items Yet"), text("Only you can read the items that you save here."),
            text("New Password")
        ) { [weak self] in self?.onNew() }
    }

    private func showEmpty(
        _ icon: String, _ title: String, _ description: String, _ button: String,
        _ action: @escaping @MainActor () -> Void
    ) {
        empty.setIcon(icon)
        empty.setTitle(title)
        empty.setDescription(description)
        emptyButton.label = button
        emptyAction = action
        pages.shown = "empty"
    }

    /// Shows the item with a reference in the item's pane, and selects it if it is listed.
    func select(_ reference: PersistentReference?) {
        selected = reference
        list.select(reference.flatMap { reference in list.elements.firstIndex { $0.reference == reference } })
        onSelect(reference)
    }

    // MARK: - Search

    var isSearchEmpty: Bool { search.text.allSatisfy(\.isWhitespace) }

    func focusSearch() { search.focus() }
    func focus() { list.focus() }

    func endSearch() {
        search.text = ""
        context.model.find("")
        search.focus()
    }
}
