import CGtk
import GtkSupport
import LoginSheet

/// The page with the logins to choose from.
@MainActor final class ListView: SheetView {
    private let interface = Interface(PackageResources.list_ui)
    private let post: @MainActor (SheetEvent) -> Void
    private let rows = RowList<SheetRow, LoginRow>(
        text("Logins"), makeRow: { LoginRow.make() }, fillRow: { $0.show($1) })
    private let search: Entry
    private let scope: Label
    private let content: Pages
    private var page: ListPage?

    var widget: Widget { interface["page"] }

    init(_ post: @escaping @MainActor (SheetEvent) -> Void) {
        self.post = post
        (search, scope, content) = (interface["search"], interface["scope"], interface["content"])
        let place: Widget = interface["rows"]
        gtk_scrolled_window_set_child(place.opaque, rows.view.widget)
        rows.view.setClass("navigation-sidebar")
        rows.setOpensByClick(true)
        rows.onOpen { [weak self] in self?.pick($0) }
        connectButtons()
        // The signal waits for a pause in typing.
        search.on("search-changed") { [weak self] in self?.look() }
        // The search entry handles Escape itself.
        search.on("stop-search") { [weak self] in
            guard let self else { return }
            if search.text.isEmpty { post(.cancel) } else { search.text = "" }
        }
        search.onReturn { [weak self] in self?.enterRows() }
        Shortcuts.add("Down", to: search, early: true) { [weak self] in
            self?.enterRows()
            return true
        }
    }

    private func connectButtons() {
        for (id, event) in [
            ("all", SheetEvent.showAll), ("new", .newLogin), ("make", .newLogin), ("another", .unlockAnother),
        ] {
            let button: Button = interface[id]
            button.onClick { [post] in post(event) }
        }
    }

    func show(_ page: ListPage, _ texts: SheetTexts, site: String) {
        self.page = page
        scope.text = words(for: page, texts, site: site)
        let preselected = page.rows.firstIndex { $0.id == page.preselected }
        rows.show(page.rows, selecting: preselected)
        content.shown = page.rows.isEmpty ? "none" : "rows"
        showEmptiness(page, site)
        for (id, isThere) in [
            ("all", page.canShowAll && page.scope == .matches), ("new", page.canMakeNew && !page.rows.isEmpty),
            ("another", page.hasOtherVaults), ("make", page.canMakeNew),
        ] {
            let button: Button = interface[id]
            button.isVisible = isThere
        }
        search.isVisible = page.canShowAll
    }

    /// Moves the focus to the search, or to the rows if there is no search.
    func focus() {
        if page?.canShowAll == true { search.focus() } else { rows.focus() }
    }

    private func showEmptiness(_ page: ListPage, _ site: String) {
        let none: StatusPage = interface["none"]
        if case .matches = page.scope {
            none.setTitle(text("No Login Saved"))
            none.setDescription(text("No login for {site} is saved here.", ["site": site]))
        } else {
            none.setTitle(text("Nothing Found"))
            none.setDescription(text("No login has all these words."))
        }
    }

    private func words(for page: ListPage, _ texts: SheetTexts, site: String) -> String {
        var words =
            switch page.scope {
            case .matches: text("Saved for {site}", ["site": site])
            case .all: text("All logins")
            case .search: text("Found")
            }
        if page.isCut { words += " · " + text("the first {count}", ["count": "\(page.rows.count)"]) }
        if case .matches = page.scope, !page.rows.isEmpty, page.preselected == nil { words += "\n" + texts.line(.look) }
        return words
    }

    // MARK: - Events

    private func look() {
        let typed = search.text
        // A page without a search needs no event for an empty text.
        guard case .search(let known)? = page?.scope else {
            if !typed.isEmpty { post(.search(typed)) }
            return
        }
        if known != typed { post(.search(typed)) }
    }

    private func enterRows() {
        guard let page, !page.rows.isEmpty else { return }
        // No row is selected if the user has to check the logins first.
        if rows.selected == nil, page.preselected != nil { rows.select(0) }
        rows.focus()
    }

    private func pick(_ place: Int) {
        guard rows.elements.indices.contains(place) else { return }
        post(.pick(rows.elements[place].id))
    }

    func clear() {
        search.text = ""
        rows.show([])
    }
}
