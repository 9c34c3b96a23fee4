import CGtk

extension Pages {
    /// Adds a page.
    ///
    /// - Parameter name: by which it is shown.
    public func add(_ page: some WidgetKind, named name: String) {
        gtk_stack_add_named(opaque, page.widget, name)
    }

    /// Shows another page at once, without a transition.
    public func showAtOnce(_ name: String) {
        gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
    }
}
