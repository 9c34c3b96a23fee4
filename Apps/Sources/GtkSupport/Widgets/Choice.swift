import CGtk

/// A choice among a few texts: any widget of GTK or libadwaita with a drop-down list.
public struct Choice: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_widget_get_type() }

    private var isRow: Bool { chatelaine_is_a(raw, adw_combo_row_get_type()) != 0 }

    /// Sets the texts to choose from.
    ///
    /// - Parameter chosen: the index of the chosen text; `nil` for the present choice if it is still in the list, else the first.
    public func show(_ texts: [String], chosen: Int? = nil) {
        let before = shown
        let place =
            chosen ?? self.chosen.flatMap { before.indices.contains($0) ? texts.firstIndex(of: before[$0]) : nil }
        if before != texts {
            let list = gtk_string_list_new(nil)
            for text in texts { gtk_string_list_append(list, text) }
            if isRow { adw_combo_row_set_model(pointer(), list) } else { gtk_drop_down_set_model(opaque, list) }
            g_object_unref(list.map { UnsafeMutableRawPointer($0) })
        }
        guard let place = UInt32(exactly: place ?? 0), place != self.chosen.flatMap({ UInt32(exactly: $0) }) else {
            return
        }
        if isRow { adw_combo_row_set_selected(pointer(), place) } else { gtk_drop_down_set_selected(opaque, place) }
    }

    private var shown: [String] {
        let model = isRow ? adw_combo_row_get_model(pointer()) : gtk_drop_down_get_model(opaque)
        guard let model, chatelaine_is_a(UnsafeMutableRawPointer(model), gtk_string_list_get_type()) != 0 else {
            return []
        }
        return (0..<g_list_model_get_n_items(model)).compactMap { index in
            gtk_string_list_get_string(model, index).map { String(cString: $0) }
        }
    }

    /// The index of the chosen text; `nil` if there is none.
    public var chosen: Int? {
        let place = isRow ? adw_combo_row_get_selected(pointer()) : gtk_drop_down_get_selected(opaque)
        return place == UInt32.max ? nil : Int(place)
    }

    /// Calls `body` when another text is chosen, by the user or by the program.
    public func onChange(_ body: @escaping @MainActor () -> Void) { on("notify::selected", body) }
}
