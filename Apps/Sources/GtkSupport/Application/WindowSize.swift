import CGtk
import Foundation

/// The size of a window, kept for the next start. A selection in the window is not kept.
@MainActor public enum WindowSize {
    private static let (group, width, height, maximized) = ("window", "width", "height", "maximized")

    /// Restores the size of a window, and stores the size when the window is closed.
    ///
    /// - Parameters:
    ///   - window: a window that is not shown yet.
    ///   - identifier: the program's identifier.
    public static func remember(_ window: Window, of identifier: String) {
        let file = Directories.configuration(identifier).appendingPathComponent("window.ini")
        restore(window, from: file.path)
        // The signal is not that of closing: a program that ends by itself does not close its windows.
        window.on("unrealize") { keep(window, in: file) }
    }

    private static func restore(_ window: Window, from path: String) {
        guard let keys = g_key_file_new() else { return }
        defer { g_key_file_unref(keys) }
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_NONE, nil) != 0 else { return }
        let (width, height) = (
            Int(g_key_file_get_integer(keys, group, width, nil)), Int(g_key_file_get_integer(keys, group, height, nil))
        )
        // Other values were not written by this program.
        if (100...10_000).contains(width), (100...10_000).contains(height) { window.size = (width, height) }
        if g_key_file_get_boolean(keys, group, maximized, nil) != 0 { gtk_window_maximize(window.pointer()) }
    }

    /// Writes the file. An error is ignored, because the size is not important.
    private static func keep(_ window: Window, in file: URL) {
        guard let keys = g_key_file_new() else { return }
        defer { g_key_file_unref(keys) }
        let size = window.size
        g_key_file_set_integer(keys, group, width, Int32(clamping: size.width))
        g_key_file_set_integer(keys, group, height, Int32(clamping: size.height))
        g_key_file_set_boolean(keys, group, maximized, gtk_window_is_maximized(window.pointer()))
        try? Directories.make(file.deletingLastPathComponent())
        g_key_file_save_to_file(keys, file.path, nil)
    }
}
