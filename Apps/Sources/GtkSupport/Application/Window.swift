import AppExtensions
import CGtk

/// A window of a program, from its layout file.
public struct Window: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_window_get_type() }

    /// The title that a desktop shows in lists of windows. Never a secret or any of the user's data.
    public var title: String {
        get { gtk_window_get_title(pointer()).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_window_set_title(pointer(), newValue) }
    }

    /// Adds the window to the program, which ends when its last window has closed.
    public func join(_ application: Application) {
        application.raw.withMemoryRebound(to: GtkApplication.self, capacity: 1) {
            gtk_window_set_application(pointer(), $0)
        }
    }

    /// Shows the window in front.
    public func present() { gtk_window_present(pointer()) }

    /// Closes the window as its close button does.
    public func close() { gtk_window_close(pointer()) }

    /// Destroys the window without asking its handler of ``onClose(_:)``.
    public func destroy() { gtk_window_destroy(pointer()) }

    /// Calls `body` when the user closes the window; `true` keeps it open.
    public func onClose(_ body: @escaping @MainActor () -> Bool) {
        Signal.connect(raw, "close-request", answering: body)
    }

    /// Sets the widget that Return activates.
    public func setDefault(_ widget: some WidgetKind) { gtk_window_set_default_widget(pointer(), widget.widget) }

    /// Whether the window has the keyboard focus.
    public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

    /// The size in pixels, or the size that it would have if it were not maximised.
    public var size: (width: Int, height: Int) {
        get {
            var (width, height): (Int32, Int32) = (0, 0)
            gtk_window_get_default_size(pointer(), &width, &height)
            return (Int(width), Int(height))
        }
        nonmutating set {
            gtk_window_set_default_size(pointer(), Int32(clamping: newValue.width), Int32(clamping: newValue.height))
        }
    }
}
