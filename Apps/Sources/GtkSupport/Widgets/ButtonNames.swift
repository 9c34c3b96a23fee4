import CGtk

extension WidgetKind {
    /// Has accessibility clients say what the buttons in it do that have a cross and nothing else: libadwaita 1.2 leaves that out.
    func nameCloseButtons() {
        if let button = cast(to: Button.self), let icon = gtk_button_get_icon_name(button.pointer()),
            String(cString: icon) == "window-close-symbolic"
        {
            setAccessibleName(text("Close"))
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            Widget(raw: UnsafeMutableRawPointer(next)).nameCloseButtons()
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// Has accessibility clients call the buttons in it by the labels on them alone: GTK 4.8 says the text of those with an underscore
    /// twice.
    func nameButtonsByLabels() {
        if let button = cast(to: Button.self), gtk_button_get_use_underline(button.pointer()) != 0 {
            gtk_accessible_reset_property(opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            Widget(raw: UnsafeMutableRawPointer(next)).nameButtonsByLabels()
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
