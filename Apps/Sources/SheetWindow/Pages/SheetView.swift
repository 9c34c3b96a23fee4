import GtkSupport

/// A page of a sheet.
@MainActor protocol SheetView {
    var widget: Widget { get }
    /// Forgets what was typed.
    func clear()
}
