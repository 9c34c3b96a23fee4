import CGtk

extension SecretField {
    /// Sets the text that the empty field shows in place of its name; empty if a label is next to the field.
    public func setPlaceholder(_ text: String) {
        guard let inner = gtk_widget_get_first_child(widget) else { return }
        gtk_text_set_placeholder_text(UnsafeMutableRawPointer(inner).assumingMemoryBound(to: GtkText.self), text)
    }
}
