extension RowList {
    /// Connects the list with the search field above it: what is typed is searched for, Down and Return lead into the list, Escape ends the
    /// search, and an element is opened by Return or by a click.
    ///
    /// - Parameters:
    ///   - find: called with what is typed.
    ///   - end: called when the search is to end.
    ///   - open: called when the selected element is to be opened.
    public func connect(
        _ search: Entry, find: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void,
        open: @escaping @MainActor () -> Void
    ) {
        search.on("search-changed") { find(search.text) }
        search.on("stop-search", end)
        search.onReturn { [weak self] in
            guard let self, !elements.isEmpty else { return }
            focus()
            open()
        }
        Shortcuts.add("Down", to: search, early: true) { [weak self] in
            guard let self, !elements.isEmpty else { return false }
            focus()
            return true
        }
        onOpen { _ in open() }
        view.onRelease { [weak self] in
            // The clicked row is selected only after this signal.
            Task { if self?.selected != nil { open() } }
        }
    }
}
