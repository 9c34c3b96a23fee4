import CGtk

/// The dropping of files on a widget.
@MainActor public enum FileDrop {
    private final class Handler {
        let body: @MainActor ([String]) -> Bool
        init(_ body: @escaping @MainActor ([String]) -> Bool) { self.body = body }
    }

    private typealias Call = @convention(c) (gpointer, gpointer?, Double, Double, gpointer) -> gboolean

    /// Calls `body` with the paths of files that the user drops on a widget.
    ///
    /// - Parameter body: returns whether it takes them. Files without a path are left out.
    public static func accept(on widget: some WidgetKind, _ body: @escaping @MainActor ([String]) -> Bool) {
        let target = UnsafeMutableRawPointer(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY))
        guard let target else { return }
        Signal.attach(target, "drop", unsafeBitCast(call, to: GCallback.self), Handler(body), swapped: false)
        gtk_widget_add_controller(widget.widget, OpaquePointer(target))
    }

    private nonisolated static let call: Call = { _, value, _, _, data in dropped(value, data) }

    private nonisolated static func dropped(_ value: gpointer?, _ data: gpointer) -> gboolean {
        nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        let files = paths(of: value)
        return MainActor.assumeIsolated { handler.body(files) } ? 1 : 0
    }

    /// - Parameter value: a `GValue` with a list of files.
    private nonisolated static func paths(of value: gpointer?) -> [String] {
        guard let value, let list = g_value_get_boxed(value.assumingMemoryBound(to: GValue.self)),
            let files = gdk_file_list_get_files(OpaquePointer(list))
        else { return [] }
        defer { g_slist_free(files) }
        return sequence(first: files, next: { $0.pointee.next }).compactMap { entry in
            guard let file = entry.pointee.data, let path = g_file_get_path(OpaquePointer(file)) else { return nil }
            defer { g_free(path) }
            return String(validatingCString: path)
        }
    }
}
