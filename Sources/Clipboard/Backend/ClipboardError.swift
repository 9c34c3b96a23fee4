/// Why a secret is not on the clipboard.
public struct ClipboardError: Error, Hashable, Sendable {
    /// What programs may want to tell apart.
    public enum Code: Hashable, Sendable {
        /// There is no display, or its server does not let us in.
        case noDisplay
        /// The compositor lets only programs with a window set the clipboard.
        case noDataControl
        /// A library is not installed.
        case missingLibrary
        /// What was to be copied is empty, too large or no text.
        case unsuitable
        /// The display went away, or does not do what it should.
        case connectionLost
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, for people. Never a secret.
    public let reason: String
    /// What to do about it.
    public let remedy: String

    init(_ code: Code, _ reason: String, remedy: String) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    static let connectionLost = ClipboardError(
        .connectionLost, "the display has ended the connection", remedy: "copy it again")
}
