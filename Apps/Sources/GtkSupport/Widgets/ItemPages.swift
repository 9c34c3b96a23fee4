/// The pages of a pane that shows an item or the form in which it is edited, and the buttons of its header bar.
///
/// The layout has the widgets `item-pages` with the pages `none`, `view` and `edit`, of these `view` and `editor`, and the buttons `cancel`,
/// `save`, `edit` and `more`.
@MainActor public final class ItemPages {
    /// The buttons that end the form and open it.
    public let (cancel, save, edit): (Button, Button, Button)
    /// The menu of the item.
    public let more: MenuButton
    private let pages: Pages
    private let (viewPlace, formPlace): (Scroller, Scroller)

    /// - Parameter interface: the layout.
    public init(_ interface: Interface) {
        (cancel, save, edit) = (interface["cancel"], interface["save"], interface["edit"])
        (more, pages) = (interface["more"], interface["item-pages"])
        (viewPlace, formPlace) = (interface["view"], interface["editor"])
    }

    /// Shows the page and the buttons for what there is.
    ///
    /// - Parameters:
    ///   - hasItem: whether there is an item to show.
    ///   - isEditing: whether the form is open.
    ///   - isEditable: whether the item can be edited.
    /// - Returns: whether the item is shown.
    @discardableResult public func update(hasItem: Bool, isEditing: Bool, isEditable: Bool = true) -> Bool {
        let isShown = hasItem && !isEditing
        (cancel.isVisible, save.isVisible) = (isEditing, isEditing)
        (edit.isVisible, more.isVisible) = (isShown && isEditable, isShown)
        pages.shown = isEditing ? "edit" : hasItem ? "view" : "none"
        return isShown
    }

    /// Puts an item's view in its place.
    public func setView(_ view: some WidgetKind) { viewPlace.setChild(view) }

    /// Puts a form in its place, and shows its beginning.
    public func setForm(_ form: some WidgetKind) {
        formPlace.setChild(form)
        formPlace.position = 0
    }

    /// Removes the form, after the focus has moved: otherwise no widget would have it.
    ///
    /// - Parameter moveFocus: moves the focus if there is no item to edit.
    public func removeForm(orElse moveFocus: () -> Void) {
        if edit.isVisible { edit.focus() } else { moveFocus() }
        formPlace.setChild(Box())
    }

    /// Removes view and form: a place keeps what was in it until it gets something else.
    public func removeAll() {
        viewPlace.setChild(Box())
        formPlace.setChild(Box())
    }
}
