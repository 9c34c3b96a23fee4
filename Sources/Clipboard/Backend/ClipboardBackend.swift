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
