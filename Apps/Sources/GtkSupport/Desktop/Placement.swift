import CGtk
import CWindows

extension Window {
    /// The longest handle that is accepted, in bytes. A text of more than 4 KiB cannot be sent to a Wayland compositor: it would end the
    /// program.
    private static let longestHandle = 1 << 10

    /// Makes the window a child of another program's window, and stay in front of it. Must be called before the window is shown.
    ///
    /// - Parameter handle: the window's handle as in the desktop portals: `x11:` and a number in hexadecimal, or `wayland:` and a handle of
    ///   xdg-foreign. Any other text, or a handle of another display, is ignored.
    public func belong(to handle: String) {
        guard handle.utf8.count <= Self.longestHandle else { return }
        gtk_widget_realize(widget)
        if handle.hasPrefix("x11:"), let number = UInt32(handle.dropFirst(4), radix: 16), number != 0 {
            chatelaine_set_x11_parent(widget, UInt(number))
        } else if handle.hasPrefix("wayland:") {
            chatelaine_set_wayland_parent(widget, String(handle.dropFirst(8)))
        }
    }

    /// Brings the window to the front by another program's activation token. Must be called before the window is shown.
    ///
    /// - Parameter token: a token of xdg-activation, or of startup notification on X11.
    public func activate(by token: String) {
        guard token.utf8.count <= Self.longestHandle else { return }
        chatelaine_activate(widget, token)
    }
}
