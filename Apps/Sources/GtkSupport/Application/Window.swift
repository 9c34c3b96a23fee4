import AppExtensions
import CGtk

/// A window of a program, from its layout.
public struct Window: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_window_get_type() }

    /// What a desktop shows of it in lists of windows. Never a secret, and nothing of what the user keeps.
    public var title: String {
        get { gtk_window_get_title(pointer()).map { String(cString: $0) } ?? "" }
        nonmutating set { gtk_window_set_title(pointer(), newValue) }
    }

    /// Makes it one of the program's: the program ends when its last window has closed.
    public func join(_ application: Application) {
        application.raw.withMemoryRebound(to: GtkApplication.self, capacity: 1) {
            gtk_window_set_application(pointer(), $0)
        }
    }

    /// Shows it, in front.
    public func present() { gtk_window_present(pointer()) }

    /// Closes it as its close button does.
    public func close() { gtk_window_close(pointer()) }

    /// Takes it away, whatever it would say to being closed.
    public func destroy() { gtk_window_destroy(pointer()) }

    /// Calls `body` when somebody closes it; true: it stays.
    public func onClose(_ body: @escaping @MainActor () -> Bool) {
        Signal.connect(raw, "close-request", answering: body)
    }

    /// The widget that Return presses.
    public func setDefault(_ widget: some WidgetKind) { gtk_window_set_default_widget(pointer(), widget.widget) }

    /// Whether keys go to it.
    public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

    /// Its size in pixels, as it would be if it were not maximised.
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
