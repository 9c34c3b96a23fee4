/// The number of panes that there is room for, and the buttons of the header bars that depend on it.
///
/// The layout has three panes, one leaflet in another, and the widgets `categories-bar`, `list-bar`, `item-bar`, `to-categories`, `to-list`,
/// `list-pane`.
@MainActor public final class AdaptiveLayout {
    /// The widths in pixels from which there are two panes and three panes.
    private static let (two, three) = (500, 720)
    /// The width in pixels from which the list is wider.
    private static let wide = 1000

    private let window: Window
    private let (outer, inner): (Panes, Panes)
    private let (categories, list, item): (HeaderBar, HeaderBar, HeaderBar)
    private let (toCategories, toList): (Button, Button)
    private let listPane: Box

    /// - Parameters:
    ///   - interface: the layout.
    ///   - outer: the first pane, and the two others, of which the name is `items`.
    ///   - inner: the list and the item.
    public init(_ interface: Interface, _ window: Window, _ outer: Panes, _ inner: Panes) {
        (self.window, self.outer, self.inner) = (window, outer, inner)
        (categories, list, item) = (interface["categories-bar"], interface["list-bar"], interface["item-bar"])
        (toCategories, toList, listPane) = (interface["to-categories"], interface["to-list"], interface["list-pane"])
        window.onLayout { [weak self] in self?.fold() }
        outer.onFold { [weak self] in self?.update() }
        inner.onFold { [weak self] in self?.update() }
        outer.shown = "items"
        update()
    }

    private func fold() {
        let width = window.surfaceWidth
        outer.setCanUnfold(width >= Self.three)
        inner.setCanUnfold(width >= Self.two)
        // The width is so small that two or three panes fit as soon as they are to be shown.
        listPane.setLeastSize(width: width >= Self.wide ? 320 : 190)
    }

    /// Whether a form is open. Then only the form's own button leads away from it.
    public var isEditing = false

    /// Shows the buttons that lead to panes for which there is no room.
    public func update() {
        toCategories.isVisible = outer.isFolded
        toList.isVisible = inner.isFolded && !isEditing
        categories.setButtons(atStart: true, atEnd: outer.isFolded)
        list.setButtons(atStart: outer.isFolded, atEnd: inner.isFolded)
        item.setButtons(atStart: inner.isFolded, atEnd: true)
    }

    // MARK: - Panes

    /// A pane to which ``back(leavesList:)`` leads.
    public enum Pane {
        case categories, list
    }

    /// Shows the item, where there is not room for all panes.
    public func showItem() {
        outer.shown = "items"
        inner.shown = "item"
        update()
    }

    /// Shows the list, where there is not room for all panes.
    public func showList() {
        outer.shown = "items"
        inner.shown = "list"
    }

    /// Shows the pane before the shown one, where there is not room for all.
    ///
    /// - Parameter leavesList: whether the categories come before the list; false while a search is to end first.
    /// - Returns: the pane; nil if there is none before the shown one.
    public func back(leavesList: Bool) -> Pane? {
        if inner.isFolded, inner.shown == "item" {
            inner.shown = "list"
            return .list
        }
        guard outer.isFolded, outer.shown == "items", leavesList else { return nil }
        outer.shown = "categories"
        return .categories
    }
}
