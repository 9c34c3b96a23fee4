import Glibc

/// A clipboard as one kind of display has it.
///
/// Nothing of it blocks but `take()`, which asks the display's server alone: what other clients do, or leave undone, never keeps the
/// holder from clearing.
public protocol ClipboardBackend: AnyObject {
    /// Makes the secret the content of the clipboard.
    func take() throws(ClipboardError)

    /// What to wait for before `serve(_:)` has something to do.
    var awaited: [pollfd] { get }

    /// Whether `serve(_:)` has something to do already.
    var hasMore: Bool { get }

    /// Answers what other programs have asked for meanwhile.
    ///
    /// - Parameter ready: `awaited`, with what poll(2) says of it.
    /// - Returns: whether the clipboard is still ours.
    func serve(_ ready: [pollfd]) throws(ClipboardError) -> Bool

    /// Empties the clipboard, unless it is somebody else's by now, and ends the connection.
    func clear()
}

/// Which display there is.
public enum ClipboardDisplay {
    /// The clipboard of the display that the environment names: of Wayland if it names both.
    ///
    /// - Throws: `noDisplay`, `missingLibrary`.
    public static func open(_ content: ClipboardContent) throws(ClipboardError) -> any ClipboardBackend {
        if isSet("WAYLAND_DISPLAY") || isSet("WAYLAND_SOCKET") { return try WaylandClipboard(content) }
        if isSet("DISPLAY") { return try X11Clipboard(content) }
        throw ClipboardError(
            .noDisplay, "there is no display, so there is no clipboard",
            remedy: "run it in a desktop session: WAYLAND_DISPLAY or DISPLAY says which")
    }

    private static func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
}
