import CGtk
import CWindows

extension Window {
    /// The longest handle that is looked at, in bytes. Longer texts than 4 KiB cannot be sent to a Wayland compositor at all: the
    /// program would be ended.
    private static let longestHandle = 1 << 10

    /// Has the window belong to one of another program, in front of which it stays.
    ///
    /// - Parameter handle: as the desktop portals name windows: `x11:` and a number in hexadecimal, or `wayland:` and the handle of
    ///   xdg-foreign. What is neither, or not of this display, is left alone. To be called before the window is shown.
    public func belong(to handle: String) {
        guard handle.utf8.count <= Self.longestHandle else { return }
        gtk_widget_realize(widget)
        if handle.hasPrefix("x11:"), let number = UInt32(handle.dropFirst(4), radix: 16), number != 0 {
            chatelaine_set_x11_parent(widget, UInt(number))
        } else if handle.hasPrefix("wayland:") {
            chatelaine_set_wayland_parent(widget, String(handle.dropFirst(8)))
        }
    }

    /// Has the window come to the front by the right that another program had.
    ///
    /// - Parameter token: of xdg-activation, or of startup notification on X11. To be called before the window is shown.
    public func activate(by token: String) {
        guard token.utf8.count <= Self.longestHandle else { return }
        chatelaine_activate(widget, token)
    }
}
