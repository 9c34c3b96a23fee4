/// Why a request could not be done.
public struct SheetFailure: Error, Sendable, Equatable {
    /// As programs get it (Docs/app-extensions.md, "Errors"): 2 to 6.
    public let code: Int
    /// For people; names no secret.
    public let reason: String

    /// Wrong or contradictory values in the request.
    static func unexpectedData(_ reason: String) -> SheetFailure { SheetFailure(code: 6, reason: reason) }
    /// The agent, or what is needed of it, cannot be reached.
    static func unreachable(_ reason: String) -> SheetFailure { SheetFailure(code: 2, reason: reason) }
}
