import CGtk
import CWindows

extension Window {
    /// Has the window belong to one of another program, in front of which it stays.
    ///
    /// - Parameter handle: as the desktop portals name windows: `x11:` and a number in hexadecimal, or `wayland:` and the handle of
    ///   xdg-foreign. What is neither, or not of this display, is left alone. To be called when the window is shown.
    public func belong(to handle: String) {
        if handle.hasPrefix("x11:"), let number = UInt(handle.dropFirst(4), radix: 16) {
            chatelaine_set_x11_parent(widget, number)
        } else if handle.hasPrefix("wayland:") {
            chatelaine_set_wayland_parent(widget, String(handle.dropFirst(8)))
        }
    }

    /// Has the window come to the front by the right that another program had.
    ///
    /// - Parameter token: of xdg-activation. To be called before the window is shown.
    public func activate(by token: String) { gtk_window_set_startup_id(pointer(), token) }
}
