import CGtk

extension WidgetKind {
    /// Makes accessibility clients name the buttons inside by their labels alone: GTK 4.8 repeats the text of labels that have an
    /// underscore.
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

    /// Names the close buttons of libadwaita's toasts, which have only an icon.
    func nameClosingButtons() {
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            let part = Widget(raw: UnsafeMutableRawPointer(next))
            if let button = part.cast(to: Button.self), gtk_button_get_icon_name(button.pointer()) != nil {
                if isPartOfToast { button.setAccessibleName(text("Close")) }
            } else {
                part.nameClosingButtons()
            }
            child = gtk_widget_get_next_sibling(next)
        }
    }

    private var isPartOfToast: Bool { String(cString: g_type_name_from_instance(pointer())) == "AdwToastWidget" }
}
