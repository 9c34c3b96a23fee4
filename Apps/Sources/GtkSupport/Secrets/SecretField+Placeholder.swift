import CGtk

extension SecretField {
    /// Says something else in the field while it is empty than its name; nothing, where a label stands beside it.
    public func setPlaceholder(_ text: String) {
        guard let inner = gtk_widget_get_first_child(widget) else { return }
        gtk_text_set_placeholder_text(UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GtkText.self), text)
    }
}
