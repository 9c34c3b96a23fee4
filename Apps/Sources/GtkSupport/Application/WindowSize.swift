import CGtk
import Foundation

/// The size that a window had, for the next start. What was selected in it is not kept.
@MainActor public enum WindowSize {
    private static let (group, width, height, maximized) = ("window", "width", "height", "maximized")

    /// Gives a window the size that it had, and keeps the one that it has when it is closed.
    ///
    /// - Parameters:
    ///   - window: is not shown yet.
    ///   - identifier: the program's.
    public static func remember(_ window: Window, of identifier: String) {
        let file = Directories.configuration(identifier).appendingPathComponent("window.ini")
        restore(window, from: file.path)
        // Not when it is closed alone: a program that ends by itself closes nothing.
        window.on("unrealize") { keep(window, in: file) }
    }

    private static func restore(_ window: Window, from path: String) {
        guard let keys = g_key_file_new() else { return }
        defer { g_key_file_unref(keys) }
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_NONE, nil) != 0 else { return }
        let (width, height) = (
            Int(g_key_file_get_integer(keys, group, width, nil)), Int(g_key_file_get_integer(keys, group, height, nil))
        )
        // Anything else is not what was written here.
        if (100...10_000).contains(width), (100...10_000).contains(height) { window.size = (width, height) }
        if g_key_file_get_boolean(keys, group, maximized, nil) != 0 { gtk_window_maximize(window.pointer()) }
    }

    /// It does not matter much: where nothing can be written nobody is told.
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
