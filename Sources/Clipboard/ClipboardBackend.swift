import Glibc

/// A clipboard on one kind of display.
///
/// Only `take()` blocks, and it waits for the display server alone: no behaviour of other clients can keep the holder from clearing.
package protocol ClipboardBackend: AnyObject {
    /// Makes the secret the content of the clipboard.
    func take() throws(ClipboardError)

    /// The descriptors and events to wait for before `serve(_:)` has something to do.
    var awaited: [pollfd] { get }

    /// Whether `serve(_:)` has something to do already.
    var hasMore: Bool { get }

    /// Answers the pending requests of other programs.
    ///
    /// - Parameter ready: `awaited`, with the result of poll(2).
    /// - Returns: whether this program still owns the clipboard.
    func serve(_ ready: [pollfd]) throws(ClipboardError) -> Bool

    /// Empties the clipboard, unless another program owns it by now, and ends the connection.
    func clear()
}

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
            remedy: "run it in a desktop session: WAYLAND_DISPLAY or DISPLAY says which")
    }

    private static func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
}
