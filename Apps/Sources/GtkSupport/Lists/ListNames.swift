import CGtk

extension WidgetKind {
    /// Names the lists in a group of rows: libadwaita's groups have lists that can take the focus and have no name.
    public func nameLists(_ name: String) {
        if chatelaine_is_a(raw, gtk_list_box_get_type()) != 0 { setAccessibleName(name) }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            Widget(raw: UnsafeMutableRawPointer(next)).nameLists(name)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
