import CGtk

/// The widgets of a layout file.
@MainActor public final class Interface {
    private let builder: OpaquePointer
    /// The name of the layout, for authors of layouts.
    private let name: String

    /// - Parameters:
    ///   - layout: the content of a GtkBuilder file, embedded by the package manager.
    ///   - name: the name of the layout for the error if an object is missing.
    public init(_ layout: [UInt8], _ name: StaticString = #fileID) {
        self.name = "\(name)"
        builder = gtk_builder_new()
        gtk_builder_set_translation_domain(builder, TextTable.domain)
        var error: UnsafeMutablePointer<GError>?
        let isRead = layout.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                gtk_builder_add_from_string(builder, $0.baseAddress, gssize($0.count), &error)
            }
        }
        // A test loads each layout, so a tested program never gets here.
        guard isRead != 0 else {
            preconditionFailure("\(name): \(error.map { String(cString: $0.pointee.message) } ?? "")")
        }
        nameButtons()
        skipScrollersInFocus()
    }

    /// Removes widgets that only scroll from the keyboard focus, including libadwaita's area around the text of a status page: they have no
    /// name, and offer nothing that their content does not.
    private func skipScrollersInFocus() {
        guard let all = gtk_builder_get_objects(builder) else { return }
        defer { g_slist_free(all) }
        for object in sequence(first: all, next: { $0.pointee.next }) {
            guard let raw = object.pointee.data else { continue }
            if chatelaine_is_a(raw, gtk_scrolled_window_get_type()) != 0 {
                gtk_widget_set_focusable(Widget(raw: raw).widget, 0)
            } else if chatelaine_is_a(raw, StatusPage.type) != 0 {
                gtk_widget_set_focusable(gtk_widget_get_first_child(Widget(raw: raw).widget), 0)
            }
        }
    }

    /// Makes accessibility clients name buttons by the labels inside them: GTK 4.8 would add the text with its underscore before that.
    private func nameButtons() {
        guard let all = gtk_builder_get_objects(builder) else { return }
        defer { g_slist_free(all) }
        for object in sequence(first: all, next: { $0.pointee.next }) {
            guard let raw = object.pointee.data, chatelaine_is_a(raw, Button.type) != 0 else { continue }
            let button = Button(raw: raw)
            guard gtk_button_get_use_underline(button.pointer()) != 0 else { continue }
            gtk_accessible_reset_property(OpaquePointer(raw), GTK_ACCESSIBLE_PROPERTY_LABEL)
        }
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

    /// Returns a widget by its id in the layout. It has to exist and to be of that type.
    public subscript<Kind: WidgetKind>(_ id: String) -> Kind {
        guard let object = gtk_builder_get_object(builder, id) else { preconditionFailure("\(name): no “\(id)”") }
        let raw = UnsafeMutableRawPointer(object)
        guard chatelaine_is_a(raw, Kind.type) != 0 else {
            preconditionFailure("\(name): “\(id)” is a \(String(cString: chatelaine_type_name(raw)))")
        }
        return Kind(raw: raw)
    }

    /// Returns any object of the layout by its id; `nil` if there is none.
    public func object(_ id: String) -> UnsafeMutableRawPointer? {
        gtk_builder_get_object(builder, id).map { UnsafeMutableRawPointer($0) }
    }
}
