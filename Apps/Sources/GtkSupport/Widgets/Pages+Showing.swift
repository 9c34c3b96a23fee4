import CGtk

extension Pages {
    /// Shows another page without the layout's transition: the former page is no longer visible when this returns.
    public func showAtOnce(_ name: String) {
        gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
        updateAccessibleVisibility()
    }

    func updateAccessibleVisibility() {
        let seen = gtk_stack_get_visible_child(opaque)
        var child = gtk_widget_get_first_child(widget)
        while let page = child {
            chatelaine_set_accessible_hidden(page, page == seen ? 0 : 1)
            // The former page stays visible until the transition ends: clicks must go to the new one.
            gtk_widget_set_can_target(page, page == seen ? 1 : 0)
            child = gtk_widget_get_next_sibling(page)
        }
    }
}
