import CGtk

/// A dialog that asks for a file, in the desktop's own window.
@MainActor public struct FileChooser {
    /// The purpose of the file.
    public enum Purpose: Sendable {
        /// An existing file to read, of the given media types such as `image/png`; an empty list allows all.
        case open(types: [String])
        /// A file to create or replace; the desktop asks before replacing.
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
    ///   - title: the title of the window.
    ///   - accept: the title of the button, without an underscore, which GTK 4.8 would pass to accessibility clients.
    ///   - purpose: the purpose of the file.
    public init(_ title: String, accept: String, _ purpose: Purpose) {
        (self.title, self.accept, self.purpose) = (title, accept, purpose)
    }

    /// Shows the dialog. A cancelled task closes it.
    ///
    /// - Returns: the path; `nil` if the user cancelled, or the chosen location has no path.
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
        // With replacement characters it would be the path of another file.
        return String(validatingCString: path)
    }

    private static func native(_ dialog: OpaquePointer) -> UnsafeMutablePointer<GtkNativeDialog> {
        UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self)
    }
}
