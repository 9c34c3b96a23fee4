/// The reason for which a page is not filled.
package struct PageFillingError: Error, Sendable, Equatable {
    /// The code that the requesting program gets (Docs/app-extensions.md, "Errors"): 4, 5 or 6.
    package let code: Int
    /// The message for the user. It contains no secret and no text from the page.
    package let reason: String

    /// Returns error 4: the data that was read from the page is not a page model.
    static func unreadable(_ what: String) -> PageFillingError {
        PageFillingError(code: 4, reason: "The data that was read from the page cannot be used: \(what).")
    }

    /// Returns error 5: no value of the item may go to this page, or the page has no field for one.
    static func nothingToFill(_ why: String) -> PageFillingError { PageFillingError(code: 5, reason: why) }

    /// Returns error 6: the parts of the request contradict each other.
    static func contradiction(_ what: String) -> PageFillingError { PageFillingError(code: 6, reason: what) }
}
