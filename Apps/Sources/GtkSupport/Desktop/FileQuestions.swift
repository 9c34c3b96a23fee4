import CGtk
import Foundation

/// Which file something is read from or written to.
@MainActor public enum FileQuestions {
    private final class Waiting {
        var continuation: CheckedContinuation<String?, Never>?
        var dialog: UnsafeMutableRawPointer?
    }

    /// Asks where something is to be saved.
    ///
    /// - Parameters:
    ///   - title: of the question.
    ///   - name: of the file, as long as nobody gives it another.
    /// - Returns: a path; nil: nowhere.
    public static func save(_ title: String, name: String, over window: Window) async -> String? {
        await ask(title, GTK_FILE_CHOOSER_ACTION_SAVE, text("_Save"), over: window) {
            gtk_file_chooser_set_current_name($0, name)
        }
    }

    /// Asks which file is to be read.
    ///
    /// - Returns: a path; nil: none.
    public static func open(_ title: String, over window: Window) async -> String? {
        await ask(title, GTK_FILE_CHOOSER_ACTION_OPEN, text("_Open"), over: window) { _ in }
    }

    private static func ask(
        _ title: String, _ action: GtkFileChooserAction, _ accept: String, over window: Window,
        _ prepare: (OpaquePointer) -> Void
    ) async -> String? {
        guard let dialog = gtk_file_chooser_native_new(title, window.pointer(), action, accept, text("_Cancel")) else {
            return nil
        }
        let raw = UnsafeMutableRawPointer(dialog)
        defer { g_object_unref(raw) }
        gtk_native_dialog_set_modal(raw.assumingMemoryBound(to: GtkNativeDialog.self), 1)
        prepare(OpaquePointer(raw))
        let waiting = Waiting()
        return await withCheckedContinuation { continuation in
            waiting.continuation = continuation
            Signal.connect(
                raw, "response",
                number: { answer in
                    let isAccepted = Int32(bitPattern: answer) == GTK_RESPONSE_ACCEPT.rawValue
                    waiting.continuation?.resume(returning: isAccepted ? path(of: OpaquePointer(raw)) : nil)
                    waiting.continuation = nil
                })
            gtk_native_dialog_show(raw.assumingMemoryBound(to: GtkNativeDialog.self))
        }
    }

    private static func path(of chooser: OpaquePointer) -> String? {
        guard let file = gtk_file_chooser_get_file(chooser) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}

/// Other programs, as the desktop knows them by their `.desktop` files.
@MainActor public enum DesktopPrograms {
    /// Whether a program is installed.
    ///
    /// - Parameter identifier: of its `.desktop` file, without the ending.
    public static func isInstalled(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        g_object_unref(UnsafeMutableRawPointer(info))
        return true
    }

    /// Starts a program.
    ///
    /// - Returns: whether it was started.
    @discardableResult public static func start(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return g_app_info_launch(info, nil, nil, nil) != 0
    }

    /// Shows a web page in the user's browser.
    ///
    /// - Parameter address: `http` or `https`; others are not shown.
    public static func show(page address: String, over window: Window) {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else { return }
        gtk_show_uri(window.pointer(), address, guint32(GDK_CURRENT_TIME))
    }
}
