import CGtk

/// The printing of lines of text.
@MainActor public final class Printing {
    private let lines: [String]

    /// - Parameter lines: the lines to print; the first is the heading.
    public init(_ lines: [String]) { self.lines = lines }

    /// Shows the print dialog, and prints. Returns when the page is sent to the printer, or the user has cancelled.
    ///
    /// - Parameter file: the path of a PDF file to write instead, without a dialog.
    /// - Returns: whether it was printed.
    @discardableResult public func run(over window: Window, toFile file: String? = nil) -> Bool {
        guard let operation = gtk_print_operation_new() else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(operation)) }
        gtk_print_operation_set_n_pages(operation, 1)
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        if let file { gtk_print_operation_set_export_filename(operation, file) }
        connect(operation)
        let action = file == nil ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT
        return gtk_print_operation_run(operation, action, window.pointer(), nil) == GTK_PRINT_OPERATION_RESULT_APPLY
    }

    /// Connects the drawing function. The signal also has the page's number, and comes only while ``run(over:toFile:)`` runs.
    private func connect(_ operation: UnsafeMutablePointer<GtkPrintOperation>) {
        let call: @convention(c) (gpointer, OpaquePointer?, gint, gpointer) -> Void = { _, context, _, data in
            guard let context else { return }
            let printing = Unmanaged<Printing>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let page = context
            MainActor.assumeIsolated { printing.draw(page) }
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(operation), "draw-page", unsafeBitCast(call, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private func draw(_ context: OpaquePointer) {
        guard let cairo = gtk_print_context_get_cairo_context(context),
            let layout = gtk_print_context_create_pango_layout(context)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_width(layout, Int32(gtk_print_context_get_width(context) * Double(PANGO_SCALE)))
        var height = 0.0
        for (index, line) in lines.enumerated() {
            let font = pango_font_description_from_string(index == 0 ? "Sans Bold 18" : "Monospace 12")
            pango_layout_set_font_description(layout, font)
            pango_font_description_free(font)
            pango_layout_set_text(layout, line, -1)
            cairo_move_to(cairo, 0, height)
            pango_cairo_show_layout(cairo, layout)
            var (width, used): (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &width, &used)
            height += Double(used) / Double(PANGO_SCALE) + 12
        }
    }
}
