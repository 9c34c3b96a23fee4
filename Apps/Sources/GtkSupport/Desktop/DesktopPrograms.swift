import CGtk
import Foundation

/// Other programs, found by their `.desktop` files.
@MainActor public enum DesktopPrograms {
    /// Whether a program is installed.
    ///
    /// - Parameter identifier: the name of its `.desktop` file, without the extension.
    public static func isInstalled(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        g_object_unref(UnsafeMutableRawPointer(info))
        return true
    }

    /// Starts a program by the name of its `.desktop` file.
    ///
    /// - Returns: whether it was started.
    @discardableResult public static func start(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_app_info_launch(info, nil, nil, nil) != 0
    }

    /// Shows a web page in the user's browser.
    ///
    /// - Parameter address: an `http` or `https` address; others are ignored.
    public static func show(page address: String, over window: Window) {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else { return }
        gtk_show_uri(window.pointer(), address, guint32(GDK_CURRENT_TIME))
    }
}
