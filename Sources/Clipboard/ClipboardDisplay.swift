import Glibc

/// The selection of the display.
package enum ClipboardDisplay {
    /// Returns the clipboard of the display that the environment names: of Wayland if it names both.
    ///
    /// - Throws: `noDisplay`, `missingLibrary`.
    package static func open(_ content: ClipboardContent) throws(ClipboardError) -> any ClipboardBackend {
        if isSet("WAYLAND_DISPLAY") || isSet("WAYLAND_SOCKET") { return try WaylandClipboard(content) }
        if isSet("DISPLAY") { return try X11Clipboard(content) }
        throw ClipboardError(
            .noDisplay, "there is no display, so there is no clipboard",
            remedy: "run it in a desktop session, or set WAYLAND_DISPLAY or DISPLAY")
    }

    private static func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
}
