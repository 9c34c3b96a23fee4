import GtkSupport

/// A page of a sheet.
@MainActor protocol SheetView {
    var widget: Widget { get }
    /// Removes what the user has typed.
    func clear()
}
