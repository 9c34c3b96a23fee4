/// The reason for which a request failed.
public struct SheetFailure: Error, Sendable, Equatable {
    /// The kinds of failures that programs can tell apart (Docs/app-extensions.md, "Errors").
    public enum Kind: Sendable, Equatable {
        /// Wrong or contradictory values in the request.
        case unexpectedData
        /// The agent, or a vault that it needs, cannot be reached.
        case unreachable
    }

    /// The kind, for programs.
    public let kind: Kind
    /// The message for the user; it contains no secret.
    public let reason: String

    /// Returns the error for wrong or contradictory values in the request.
    static func unexpectedData(_ reason: String) -> SheetFailure { SheetFailure(kind: .unexpectedData, reason: reason) }
    /// Returns the error for an agent or vault that cannot be reached.
    static func unreachable(_ reason: String) -> SheetFailure { SheetFailure(kind: .unreachable, reason: reason) }
}
