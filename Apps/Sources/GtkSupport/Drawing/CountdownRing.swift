import CGtk

/// A ring that shows a decreasing share.
@MainActor public final class CountdownRing {
    /// The widget.
    public let view: Widget
    private var share = 1.0

    /// - Parameters:
    ///   - name: the accessible name.
    ///   - size: the width and height, in pixels.
    public init(_ name: String, size: Int32 = 24) {
        view = Widget(raw: UnsafeMutableRawPointer(gtk_drawing_area_new()))
        view.setLeastSize(width: size, height: size)
        view.setAlignment(horizontal: .center, vertical: .center)
        view.setAccessibleName(name)
        let draw: GtkDrawingAreaDrawFunc = { _, context, width, height, data in
            guard let data, let context else { return }
            nonisolated(unsafe) let canvas = context
            let ring = Unmanaged<Weak>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { ring.ring?.draw(canvas, Double(width), Double(height)) }
        }
        gtk_drawing_area_set_draw_func(
            view.pointer(), draw, Unmanaged.passRetained(Weak(self)).toOpaque(),
            { data in
                guard let data else { return }
                Unmanaged<Weak>.fromOpaque(data).release()
            })
    }

    private final class Weak {
        weak var ring: CountdownRing?
        init(_ ring: CountdownRing) { self.ring = ring }
    }

    /// Shows the share that is left.
    ///
    /// - Parameters:
    ///   - share: from 0 to 1.
    ///   - description: the same as text.
    public func show(_ share: Double, _ description: String) {
        self.share = min(max(share, 0), 1)
        view.setTooltip(description)
        view.setClass("error", share < 0.2)
        gtk_widget_queue_draw(view.widget)
    }

    private func draw(_ context: OpaquePointer, _ width: Double, _ height: Double) {
        var colour = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(view.widget), &colour)
        let radius = min(width, height) / 2 - 2
        let (top, turn) = (-Double.pi / 2, 2 * Double.pi)
        cairo_set_line_width(context, 3)
        for (end, strength) in [(turn, 0.2), (turn * share, 1.0)] {
            cairo_set_source_rgba(
                context, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * strength)
            cairo_new_path(context)
            cairo_arc(context, width / 2, height / 2, radius, top, top + end)
            cairo_stroke(context)
        }
    }
}
