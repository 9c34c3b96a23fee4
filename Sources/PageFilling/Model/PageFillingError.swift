/// The reason why a page is not filled.
package struct PageFillingError: Error, Sendable, Equatable {
    /// The kinds of errors that programs can tell apart (Docs/app-extensions.md, "Errors").
    package enum Kind: Sendable, Equatable {
        /// The data that was read from the page is not a page model.
        case unreadablePage
        /// Nothing of the item may go anywhere on this page, or has a place there.
        case nothingToFill
        /// The request contradicts itself.
        case contradiction
    }

    /// The kind, for programs.
    package let kind: Kind
    /// For people. Names no secret, and nothing that the page says.
    package let reason: String

    static func unreadable(_ what: String) -> PageFillingError {
        PageFillingError(kind: .unreadablePage, reason: "The data that was read from the page cannot be used: \(what).")
    }

    static func nothingToFill(_ why: String) -> PageFillingError {
        PageFillingError(kind: .nothingToFill, reason: why)
    }

    static func contradiction(_ what: String) -> PageFillingError {
        PageFillingError(kind: .contradiction, reason: what)
    }
}
