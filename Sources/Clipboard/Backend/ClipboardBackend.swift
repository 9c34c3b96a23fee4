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
