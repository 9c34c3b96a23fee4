import CGtk

/// Asks for a file, in the desktop's own window.
@MainActor public struct FileChooser {
    /// What the file is for.
    public enum Purpose: Sendable {
        /// It is there, and is read. Files of such types only, such as `image/png`; none: of all.
        case open(types: [String])
        /// It is made, or replaced; the desktop asks before that.
        case save(name: String)
    }

    @MainActor private final class Waiting {
        var continuation: CheckedContinuation<String?, Never>?
        var dialog: OpaquePointer?

        func end(_ path: String?) {
            if let dialog { g_object_unref(UnsafeMutableRawPointer(dialog)) }
            dialog = nil
            continuation?.resume(returning: path)
            continuation = nil
        }
    }

    private let title: String
    private let accept: String
    private let purpose: Purpose

    /// - Parameters:
    ///   - title: of the window.
    ///   - accept: what is on the button; no underscore, which GTK 4.8 would have accessibility clients hear.
    ///   - purpose: what the file is for.
    public init(_ title: String, accept: String, _ purpose: Purpose) {
        (self.title, self.accept, self.purpose) = (title, accept, purpose)
    }

    /// Asks. A cancelled task takes the window away.
    ///
    /// - Returns: the path; nil if somebody has thought better of it, or if the place has none.
    public func show(over window: Window) async -> String? {
        let waiting = Waiting()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                waiting.continuation = continuation
                guard !Task.isCancelled, let dialog = makeDialog(over: window) else { return waiting.end(nil) }
                waiting.dialog = dialog
                Signal.connect(
                    UnsafeMutableRawPointer(dialog), "response",
                    number: { answer in
                        let isAccepted = Int32(bitPattern: answer) == GTK_RESPONSE_ACCEPT.rawValue
                        waiting.end(isAccepted ? Self.path(dialog) : nil)
                    })
                gtk_native_dialog_show(Self.native(dialog))
            }
        } onCancel: {
            Task { @MainActor in
                if let dialog = waiting.dialog { gtk_native_dialog_hide(Self.native(dialog)) }
                waiting.end(nil)
            }
        }
    }

    private func makeDialog(over window: Window) -> OpaquePointer? {
        let action: GtkFileChooserAction
        switch purpose {
        case .open: action = GTK_FILE_CHOOSER_ACTION_OPEN
        case .save: action = GTK_FILE_CHOOSER_ACTION_SAVE
        }
        guard let dialog = gtk_file_chooser_native_new(title, window.pointer(), action, accept, text("Cancel")) else {
            return nil
        }
        gtk_native_dialog_set_modal(Self.native(dialog), 1)
        switch purpose {
        case .open(let types):
            guard !types.isEmpty, let filter = gtk_file_filter_new() else { break }
            for type in types { gtk_file_filter_add_mime_type(filter, type) }
            gtk_file_chooser_set_filter(dialog, filter)
            g_object_unref(UnsafeMutableRawPointer(filter))
        case .save(let name): gtk_file_chooser_set_current_name(dialog, name)
        }
        return dialog
    }

    private static func path(_ dialog: OpaquePointer) -> String? {
        guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }

    private static func native(_ dialog: OpaquePointer) -> UnsafeMutablePointer<GtkNativeDialog> {
        UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self)
    }
}
