
/// The reason for which a request failed.
public struct SheetFailure: Error, Sendable, Equatable {
    /// The code that programs get (Docs/app-extensions.md, "Errors"): 2 to 6.
    public let code: Int
    /// The message for the user; it contains no secret.
    public let reason: String

    /// Returns the error for wrong or contradictory values in the request.
    static func unexpectedData(_ reason: String) -> SheetFailure { SheetFailure(code: 6, reason: reason) }
    /// Returns the error for an agent or vault that cannot be reached.
    static func unreachable(_ reason: String) -> SheetFailure { SheetFailure(code: 2, reason: reason) }
}
