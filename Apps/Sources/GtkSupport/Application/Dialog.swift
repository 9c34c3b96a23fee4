import CGtk

extension Window {
    /// Shows the window in front of another window, which is disabled until this one has closed.
    public func present(over parent: Window) {
        gtk_window_set_transient_for(pointer(), parent.pointer())
        gtk_window_set_modal(pointer(), 1)
        gtk_window_set_destroy_with_parent(pointer(), 1)
        present()
    }

    /// The present width, in pixels.
    public var currentWidth: Int { Int(gtk_widget_get_width(widget)) }

    /// Calls `body` whenever the window's size may have changed, before it is drawn.
    public func onLayout(_ body: @escaping @MainActor () -> Void) {
        on("realize") {
            guard let surface = gtk_native_get_surface(opaque) else { return }
            Signal.connect(UnsafeMutableRawPointer(surface), "notify::width", body)
        }
    }

    /// The visible width in pixels, which is known as soon as ``onLayout(_:)`` calls: the surface also contains a shadow at both sides.
    public var surfaceWidth: Int {
        guard let surface = gtk_native_get_surface(opaque) else { return size.width }
        var (left, top) = (0.0, 0.0)
        gtk_native_get_surface_transform(opaque, &left, &top)
        return Int(gdk_surface_get_width(surface)) - 2 * Int(left)
    }

    /// Creates an empty window with a header bar and a widget below.
    ///
    /// - Parameters:
    ///   - title: the window's title; never a secret.
    ///   - width: the width in pixels; the height is that of the content, unless it is given.
    public init(_ title: String, width: Int32, height: Int32 = -1, content: some WidgetKind) {
        self.init(raw: UnsafeMutableRawPointer(adw_window_new()))
        self.title = title
        let box = Box(vertical: true, spacing: 0)
        box.append(Widget(raw: UnsafeMutableRawPointer(adw_header_bar_new())))
        box.append(content)
        gtk_window_set_default_size(pointer(), width, height)
        adw_window_set_content(pointer(), box.widget)
        let window = self
        Shortcuts.add("Escape", to: window) {
            window.close()
            return true
        }
    }
}

extension Window {
    /// Calls `body` for every key press, click and move of the pointer in the window.
    public func onUse(_ body: @escaping @MainActor () -> Void) {
        guard let controller = gtk_event_controller_legacy_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Signal.connect(
            UnsafeMutableRawPointer(controller), "event",
            answering: {
                body()
                return false
            })
        gtk_widget_add_controller(widget, controller)
    }

    /// Calls `body` when the window becomes active or inactive.
    public func onActivity(_ body: @escaping @MainActor () -> Void) { on("notify::is-active", body) }
}

extension WidgetKind {
    /// Calls `body` when a mouse button is released over the widget, in addition to the widget's own reaction.
    public func onRelease(_ body: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        Signal.connect(UnsafeMutableRawPointer(gesture), "released", body)
        gtk_widget_add_controller(widget, gesture)
    }
}

/// The bar at the top of a window, or of a part of it.
public struct HeaderBar: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_header_bar_get_type() }

    /// Sets the ends at which the bar has the window's buttons.
    public func setButtons(atStart: Bool, atEnd: Bool) {
        adw_header_bar_set_show_start_title_buttons(opaque, atStart ? 1 : 0)
        adw_header_bar_set_show_end_title_buttons(opaque, atEnd ? 1 : 0)
    }
}

/// The title in the middle of a header bar.
public struct WindowTitle: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { adw_window_title_get_type() }

    /// Shows a title, and a subtitle below it in smaller type.
    public func show(_ title: String, _ subtitle: String = "") {
        adw_window_title_set_title(opaque, title)
        adw_window_title_set_subtitle(opaque, subtitle)
    }
}

extension Panes {
    /// Sets whether panes may be next to each other if there is room.
    public func setCanUnfold(_ canUnfold: Bool) { adw_leaflet_set_can_unfold(opaque, canUnfold ? 1 : 0) }
}

extension HeaderBar {
    /// Creates an empty header bar.
    ///
    /// - Parameter flat: whether it looks like a part of the content below.
    public init(flat: Bool = false) {
        self.init(raw: UnsafeMutableRawPointer(adw_header_bar_new()))
        setClass("flat", flat)
    }
}
