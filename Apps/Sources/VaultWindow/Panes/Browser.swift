import Foundation
import GtkSupport
import PasswordVault

/// The three panes: categories, the list, an item. There are two or one if there is less room.
@MainActor final class Browser {
    let view: Widget
    /// The label that repeats the texts of toasts.
    let status: Label
    private let context: WindowContext
    /// Keeps the widgets until they are in the window.
    private let interface: Interface
    private let (outer, inner): (Panes, Panes)
    private let categories: CategoryPane
    private let list: ListPane
    private let item: ItemPane
    private let bars: AdaptiveLayout
    private let backups: BackupLine
    /// Unsaved changes from before the vault was locked.
    private(set) var kept: SealedDraft?

    init(_ context: WindowContext) {
        self.context = context
        interface = Interface(PackageResources.browser_ui)
        (outer, inner, status) = (interface["outer"], interface["inner"], interface["status"])
        view = Widget(outer)
        categories = CategoryPane(interface, context)
        list = ListPane(interface, context)
        item = ItemPane(interface, context)
        bars = AdaptiveLayout(interface, context.window, outer, inner)
        backups = BackupLine(interface["backups"])
        connect()
        addActions()
    }

    private func connect() {
        categories.onChoose = { [weak self] shelf in
            guard let self else { return }
            context.library.show(shelf)
            outer.shown = "items"
        }
        list.onSelect = { [item] in item.show($0) }
        list.onOpen = { [weak self] in self?.inner.shown = "item" }
        list.onNew = { [weak self] in self?.new($0) }
        item.onEditing = { [weak self] in
            guard let self else { return }
            bars.isEditing = item.isEditing
            if item.isEditing { bars.showItem() } else { bars.update() }
        }
        item.onEnd = { [list] in list.focusSearch() }
        item.onChanged = { [weak self] id in self?.list.select(id) }
        context.health.onChange = { [item] in item.updateHealth() }
        context.library.onChange = { [weak self] in
            guard let self else { return }
            categories.update()
            list.update()
        }
        (interface["to-categories"] as Button).onClick { [outer] in outer.shown = "categories" }
        (interface["to-list"] as Button).onClick { [weak self] in self?.back() }
        (interface["primary-button"] as MenuButton).setName(text("Main menu"))
        (interface["new-button"] as MenuButton).setName(text("New item"))
        (interface["new-button"] as MenuButton).setMenu([
            ItemKind.all.filter { $0 != .passkey }.map { ($0.label, "win.new::\($0.name)") }
        ])
        (interface["sort-button"] as MenuButton).setName(text("Order and density of the list"))
        (interface["more"] as MenuButton).setName(text("More about this item"))
    }

    private func addActions() {
        let actions = Actions(context.window)
        actions.add("new", withText: { [weak self] in self?.new(ItemKind.named($0) ?? .login) })
        actions.add("generate") { [context] in GeneratorWindow.show(context) }
        actions.add("lock") { [context] in Task { await context.session.lock() } }
        actions.add("import") { [context] in ImportWindow.begin(context) }
        actions.add("export") { [context] in ExportWindow.show(context) }
        actions.add("health") { [weak self, context] in HealthWindow.show(context) { self?.open($0) } }
        actions.add("settings") { [context] in SettingsWindow.show(context) }
        actions.add("shortcuts") { [context] in ShortcutsList.show(context) }
        actions.add("sort", choice: context.preferences.sorting.rawValue) { [context] in
            guard let sorting = Sorting(rawValue: $0) else { return }
            context.preferences.sorting = sorting
            context.library.sorting = sorting
        }
        actions.add("density", choice: context.preferences.density.rawValue) { [context, list] in
            guard let density = Preferences.Density(rawValue: $0) else { return }
            context.preferences.density = density
            list.showDensity()
        }
        actions.add("history") { [item] in item.showHistory() }
        actions.add("duplicate") { [item] in item.duplicate() }
        actions.add("add-file") { [item] in item.addFile() }
        actions.add("archive") { [item] in item.archive(true) }
        actions.add("unarchive") { [item] in item.archive(false) }
        actions.add("trash") { [item] in item.delete() }
        actions.add("restore") { [item] in item.restore() }
        actions.add("purge") { [item] in item.purge() }
    }

    // MARK: - Unlock and lock

    /// Reads all items after the unlock, and moves the focus to the search field.
    func begin() {
        context.run { [self] in
            try await context.library.reload()
            guard let kept else { return }
            self.kept = nil
            item.offer(kept)
        }
        backups.update()
        list.focusSearch()
    }

    /// Removes everything of the locked vault, except unsaved changes.
    func leave() {
        if let draft = item.draft() { kept = draft }
        item.clear()
        context.library.forget()
        context.health.forget()
        list.clear()
        categories.update()
        status.text = ""
        inner.shown = "list"
        outer.shown = "items"
    }

    var hasUnsavedChanges: Bool { item.hasUnsavedChanges }

    /// Discards unsaved changes.
    func discard() {
        kept = nil
        item.clear()
    }

    /// Shows an item that was chosen in another window.
    private func open(_ id: UUID) {
        list.reveal(id)
        bars.showItem()
    }

    // MARK: - Shortcuts

    func focusSearch() {
        bars.showList()
        list.focusSearch()
    }

    /// Whether the search field has the focus.
    var isSearching: Bool { list.isSearching }

    func new(_ kind: ItemKind) { item.new(kind) }
    func copy(_ field: String) { item.copy(field) }
    func showLargeType(_ field: String) { item.showLargeType(field) }
    func edit() { item.edit() }
    func save() { item.save() }
    func delete() { if !item.isEditing { item.delete() } }

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
