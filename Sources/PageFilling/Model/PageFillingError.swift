/// Why a page is not filled.
package struct PageFillingError: Error, Sendable, Equatable {
    /// As programs get it (Docs/app-extensions.md, "Errors"): 4, 5 or 6.
    package let code: Int
    /// For people. Names no secret, and nothing that the page says.
    package let reason: String

    /// What was read from the page is no page model: 4.
    static func unreadable(_ what: String) -> PageFillingError {
        PageFillingError(code: 4, reason: "What was read from the page cannot be used: \(what).")
    }

    /// Nothing of the item may go anywhere on this page, or has a place there: 5.
    static func nothingToFill(_ why: String) -> PageFillingError { PageFillingError(code: 5, reason: why) }

    /// The request does not go with itself: 6.
    static func contradiction(_ what: String) -> PageFillingError { PageFillingError(code: 6, reason: what) }
}
