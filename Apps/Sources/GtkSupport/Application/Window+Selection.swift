import CGtk

extension Window {
    /// Whether text is selected in the widget with the focus.
    public var hasSelectedText: Bool {
        guard let focus = gtk_window_get_focus(pointer()) else { return false }
        let raw = UnsafeMutableRawPointer(focus)
        if chatelaine_is_a(raw, gtk_editable_get_type()) != 0 {
            return gtk_editable_get_selection_bounds(OpaquePointer(raw), nil, nil) != 0
        }
        if chatelaine_is_a(raw, gtk_label_get_type()) != 0 {
            return gtk_label_get_selection_bounds(OpaquePointer(raw), nil, nil) != 0
        }
        return false
    }
}
