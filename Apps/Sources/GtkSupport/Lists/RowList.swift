import CGtk

/// A list of any length, with widgets for the visible rows only.
@MainActor public final class RowList<Element, Row: AnyObject> {
    /// The widget, which has to be in a `GtkScrolledWindow`.
    public let view: Widget
    private let names: OpaquePointer
    private let selection: OpaquePointer
    private let makeRow: @MainActor () -> (Row, Widget)
    private let fillRow: @MainActor (Row, Element) -> String
    private var rows: [UnsafeMutableRawPointer: Row] = [:]
    private var isChanging = false
    /// The listed elements.
    public private(set) var elements: [Element] = []

    /// The number of rows that exist now; for tests.
    public var rowCount: Int { rows.count }

    /// - Parameters:
    ///   - name: the accessible name of the list.
    ///   - makeRow: creates an empty row: an object for its parts, and its widget.
    ///   - fillRow: shows an element in a row. Returns the row's accessible name.
    public init(
        _ name: String, makeRow: @escaping @MainActor () -> (Row, Widget),
        fillRow: @escaping @MainActor (Row, Element) -> String
    ) {
        (self.makeRow, self.fillRow) = (makeRow, fillRow)
        names = gtk_string_list_new(nil)
        selection = gtk_single_selection_new(names)
        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 1)
        let factory: OpaquePointer = gtk_signal_list_item_factory_new()
        view = Widget(raw: UnsafeMutableRawPointer(gtk_list_view_new(selection, factory)))
        view.setAccessibleName(name)
        connect(UnsafeMutableRawPointer(factory))
    }

    /// Replaces the listed elements.
    ///
    /// - Parameter selected: the index of the selected element; `nil` for none.
    public func show(_ elements: [Element], selecting selected: Int? = nil) {
        isChanging = true
        defer { isChanging = false }
        self.elements = elements
        let count = g_list_model_get_n_items(names)
        // GTK's list has only empty entries: a row asks for its element when it becomes visible.
        var places: [UnsafePointer<CChar>?] = Array(repeating: Self.place, count: elements.count) + [nil]
        places.withUnsafeMutableBufferPointer { gtk_string_list_splice(names, 0, count, $0.baseAddress) }
        select(selected)
    }

    private static var place: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// The index of the selected element; `nil` if there is none.
    public var selected: Int? {
        let place = gtk_single_selection_get_selected(selection)
        return place == UInt32.max ? nil : Int(place)
    }

    /// Selects an element; `nil` for none.
    public func select(_ place: Int?) {
        gtk_single_selection_set_selected(selection, place.flatMap { UInt32(exactly: $0) } ?? .max)
    }

    /// Moves the focus to the list, at its selected element or its first.
    public func focus() {
        guard !elements.isEmpty else { return }
        if selected == nil { select(0) }
        view.focus()
    }

    /// Calls `body` when the user has selected another element.
    public func onSelect(_ body: @escaping @MainActor (Int?) -> Void) {
        Signal.connect(UnsafeMutableRawPointer(selection), "notify::selected") { [weak self] in
            guard let self, !isChanging else { return }
            body(selected)
        }
    }

    /// Calls `body` when the user opens an element, by Return or a double click.
    public func onOpen(_ body: @escaping @MainActor (Int) -> Void) {
        Signal.connect(view.raw, "activate", number: { body(Int($0)) })
    }

    /// Sets whether one click opens an element.
    public func setOpensByClick(_ isSet: Bool) { gtk_list_view_set_single_click_activate(view.opaque, isSet ? 1 : 0) }

    // MARK: - Rows

    private func connect(_ factory: UnsafeMutableRawPointer) {
        ListItems.connect(factory, "setup") { [weak self] item in
            guard let self else { return }
            let (row, widget) = makeRow()
            gtk_list_item_set_child(item, widget.widget)
            rows[UnsafeMutableRawPointer(item)] = row
        }
        ListItems.connect(factory, "bind") { [weak self] item in
            guard let self, let row = rows[UnsafeMutableRawPointer(item)] else { return }
            let place = Int(gtk_list_item_get_position(item))
            guard elements.indices.contains(place) else { return }
            let name = fillRow(row, elements[place])
            // In GTK 4.8 a GtkListItem has no accessible name: the widget around the row has it.
            guard let parent = gtk_widget_get_parent(gtk_list_item_get_child(item)) else { return }
            chatelaine_set_accessible_label(parent, name)
        }
        ListItems.connect(factory, "teardown") { [weak self] item in
            self?.rows[UnsafeMutableRawPointer(item)] = nil
        }
    }
}

/// The signals of a factory of rows.
private enum ListItems {
    private final class Handler {
        let body: @MainActor (OpaquePointer) -> Void
        init(_ body: @escaping @MainActor (OpaquePointer) -> Void) { self.body = body }
    }

    @MainActor static func connect(
        _ factory: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (OpaquePointer) -> Void
    ) {
        let call: @convention(c) (gpointer, OpaquePointer, gpointer) -> Void = { _, item, data in
            let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let item = item
            MainActor.assumeIsolated { handler.body(item) }
        }
        g_signal_connect_data(
            factory, name, unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(Handler(body)).toOpaque(),
            { data, _ in
                guard let data else { return }
                Unmanaged<Handler>.fromOpaque(data).release()
            }, GConnectFlags(rawValue: 0))
    }
}
