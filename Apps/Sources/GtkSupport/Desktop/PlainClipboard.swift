import CGtk

/// The desktop's clipboard, for data that is not secret or no longer secret: every program can read it.
@MainActor public enum PlainClipboard {
    /// Copies a text, and a picture if there is one: the program that pastes takes the format that it supports.
    public static func copy(_ text: String, _ picture: Pixels? = nil) {
        guard let clipboard = gdk_display_get_default().flatMap({ gdk_display_get_clipboard($0) }) else { return }
        guard let picture, let both = provider(text, picture) else { return gdk_clipboard_set_text(clipboard, text) }
        gdk_clipboard_set_content(clipboard, both)
        g_object_unref(both)
    }

    private static func provider(
        _ text: String, _ picture: Pixels
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        let words = text.utf8.withContiguousStorageIfAvailable { bytes in
            let held = g_bytes_new(bytes.baseAddress, gsize(bytes.count))
            defer { g_bytes_unref(held) }
            return gdk_content_provider_new_for_bytes("text/plain;charset=utf-8", held)
        }
        guard let words, let words, let encoded = picture.encoded() else { return nil }
        let held = encoded.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(held) }
        let image = gdk_content_provider_new_for_bytes(picture.hasAlpha ? "image/png" : "image/jpeg", held)
        var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [words, image]
        return gdk_content_provider_new_union(&parts, gsize(parts.count))
    }
}
