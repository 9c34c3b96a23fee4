import CGtk

extension Pages {
    /// Shows another page, by the layout's transition or at once. Accessibility clients are told of no other: GTK 4.8 says of
    /// all pages that they are seen.
    ///
    /// - Parameter atOnce: the page that was shown is gone when this returns.
    public func show(_ name: String, atOnce: Bool = false) {
        if atOnce {
            gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
        } else {
            shown = name
        }
        sayWhatIsSeen()
    }

    private func sayWhatIsSeen() {
        let seen = gtk_stack_get_visible_child(opaque)
        var child = gtk_widget_get_first_child(widget)
        while let page = child {
            chatelaine_set_accessible_hidden(page, page == seen ? 0 : 1)
            child = gtk_widget_get_next_sibling(page)
        }
    }
}
