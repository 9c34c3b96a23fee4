/// The reason for which a secret is not on the clipboard.
package struct ClipboardError: Error, Hashable, Sendable {
    /// The kinds of failures.
    package enum Code: Hashable, Sendable {
        /// There is no display, or its server refuses the connection.
        case noDisplay
        /// The compositor allows only programs with a window to set the clipboard.
        case noDataControl
        /// A library is not installed.
        case missingLibrary
        /// The content is empty, too large or not text.
        case unsuitable
        /// The display has ended the connection, or does not follow the protocol.
        case connectionLost
    }

    /// The kind of failure.
    package let code: Code
    /// The reason, for display. Never contains a secret.
    package let reason: String
    /// A remedy.
    package let remedy: String

    init(_ code: Code, _ reason: String, remedy: String) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    static let connectionLost = ClipboardError(
        .connectionLost, "the display has ended the connection", remedy: "copy it again")
}
