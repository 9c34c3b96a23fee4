import AgentClient
import GtkSupport
import KeychainServices

/// The three panes: keychains and kinds, the list, an item. There are two or one if there is less room.
@MainActor final class Browser {
    let view: Widget
    /// The label that repeats the texts of toasts.
    let status: Label
    private let context: WindowContext
    /// Keeps the widgets until they are in the window.
    private let interface: Interface
    private let (outer, inner): (Panes, Panes)
    private let sidebar: Sidebar
    private let list: ListPane
    let item: ItemPane
    private let bars: AdaptiveLayout

    init(_ context: WindowContext) {
        self.context = context
        interface = Interface(PackageResources.browser_ui)
        (outer, inner, status) = (interface["outer"], interface["inner"], interface["status"])
        view = Widget(outer)
        sidebar = Sidebar(interface, context)
        list = ListPane(interface, context)
        item = ItemPane(interface, context)
        bars = AdaptiveLayout(interface, context.window, outer, inner)
        connect()
        BrowserActions.add(context, self, to: interface)
    }

    private func connect() {
        sidebar.onChoose = { [outer] in outer.shown = "items" }
        sidebar.onLock = { [weak self] in self?.lock($0) }
        list.onSelect = { [item] in item.show($0) }
        list.onOpen = { [inner] in inner.shown = "item" }
        list.onNew = { [weak self] in self?.new() }
        item.onEditing = { [weak self] in
            guard let self else { return }
            bars.isEditing = item.isEditing
            if item.isEditing { bars.showItem() } else { bars.update() }
        }
        item.onEnd = { [list] in list.focusSearch() }
        item.onChanged = { [list] in list.select($0) }
        context.session.onChange = { [weak self] in self?.sessionChanged() }
        context.model.onChange = { [weak self] in
            guard let self else { return }
            sidebar.update()
            list.update()
        }
        (interface["to-categories"] as Button).onClick { [outer] in outer.shown = "categories" }
        (interface["to-list"] as Button).onClick { [weak self] in self?.back() }
    }

    private func sessionChanged() {
        if context.session.state == .open {
            // The list is shown once it was looked through.
            context.model.update()
            if let draft = context.drafts.take(of: context.session.shown) {
                item.offer(draft)
            } else {
                item.refresh()
            }
        } else {
            // At once: nothing of a locked keychain stays, in the window or in what accessibility clients are told. What was typed is sealed.
            item.keepDraft()
            item.clear()
            context.model.forget()
            list.clear()
            list.showState()
        }
        sidebar.update()
    }

    /// Reads the keychains, and moves the focus to the search field.
    func begin() {
        Task { await context.session.reload() }
        list.focusSearch()
    }

    /// Takes secrets off the screen.
    func conceal() {
        item.conceal()
        context.dialogs.closeAll()
    }

    // MARK: - Shortcuts

    func focusSearch() {
        bars.showList()
        list.focusSearch()
    }

    func new() { if context.session.state == .open { item.new() } }
    func copySecret() { item.copySecret() }
    func edit() { item.edit() }
    func save() { item.save() }
    func delete() { if !item.isEditing { item.delete() } }
    func finishDeletions() async { await item.finishDeletions() }

    func lock() { if let keychain = context.session.shown { lock(keychain) } }

    private func lock(_ keychain: OwnerKeychain) {
        context.run { [self] in
            // What was deleted cannot be had back from a locked keychain.
            await finishDeletions()
            try await context.session.lock(keychain)
        }
    }

    /// Goes back one step.
    func back() {
        if item.isEditing { return item.cancel() }
        switch bars.back(leavesList: list.isSearchEmpty) {
        case .list: list.focus()
        case .categories: break
        case nil: list.endSearch()
        }
    }
}
