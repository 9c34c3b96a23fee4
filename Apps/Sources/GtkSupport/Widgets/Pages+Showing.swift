import CGtk

extension Pages {
    /// Shows another page without the layout's transition: the one that was shown is gone when this returns.
    public func showAtOnce(_ name: String) {
        gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
        sayWhatIsSeen()
    }

    func sayWhatIsSeen() {
        let seen = gtk_stack_get_visible_child(opaque)
        var child = gtk_widget_get_first_child(widget)
        while let page = child {
            chatelaine_set_accessible_hidden(page, page == seen ? 0 : 1)
            // The one that goes is there for as long as the transition takes: a click means the one that comes.
            gtk_widget_set_can_target(page, page == seen ? 1 : 0)
            child = gtk_widget_get_next_sibling(page)
        }
    }
}
