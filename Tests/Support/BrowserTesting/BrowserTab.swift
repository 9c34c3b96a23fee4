import Foundation
import TestSupport

/// A tab of a real browser whose requests are answered by the test: no page comes from a network.
public protocol BrowserTab: AnyObject {
    /// Says what each address is answered with; all others are not found.
    ///
    /// - Parameters:
    ///   - pages: by address, without a fragment.
    ///   - forms: the answer to everything that is sent, wherever it goes to; `nil` for that of `pages`.
    func serve(_ pages: [String: PageAnswer], forms: PageAnswer?) throws

    /// Loads an address, and waits until the page and its scripts have settled.
    func open(_ url: String) throws

    /// Runs an expression, waits for its promise, and returns its value as JSON has it.
    ///
    /// - Parameter isIsolated: whether it runs where the page's scripts see nothing of it, as an extension's scripts do.
    func evaluate(_ expression: String, isIsolated: Bool) throws -> Any?

    /// Presses the pointer's button over an element, as a person does: the events are trusted.
    func click(_ selector: String) throws

    /// Types into an element as a person does.
    func type(_ text: String, into selector: String) throws

    /// The requests since the page was opened.
    func sentRequests() throws -> [PageRequest]

    /// Closes the tab.
    func close() throws
}

extension BrowserTab {
    /// Presses a button that leads to another page, and waits for that.
    public func send(_ selector: String) throws {
        _ = try evaluate("document.documentElement.dataset.isOld = 'yes'")
        try click(selector)
        for _ in 0..<600 {
            // The page may go while it is asked.
            let isNew = try? evaluate(
                """
                new Promise(done => {
                  const isNew = () => document.readyState === "complete" && document.documentElement.dataset.isOld !== "yes";
                  if (isNew()) done(true); else setTimeout(() => done(isNew()), 100);
                })
                """)
            if isNew as? Bool == true { return }
        }
        throw TestFailure("no page comes after \(selector)")
    }

    /// Runs an expression in the page's own world.
    public func evaluate(_ expression: String) throws -> Any? { try evaluate(expression, isIsolated: false) }
}

/// Whether tests start browsers.
enum RealBrowsers {
    /// False in “make test”, whose time would not be enough.
    static let areWanted = ProcessInfo.processInfo.environment["CHATELAINE_BROWSERS"] != "no"
}

/// An answer to a request of a page.
public struct PageAnswer: Sendable {
    public var type: String
    public var body: String

    public init(_ body: String, type: String = "text/html; charset=utf-8") { (self.type, self.body) = (type, body) }
}

/// A request that a page has made.
public struct PageRequest: Sendable {
    public let method: String
    public let url: String
    /// The body; empty if it has none.
    public let body: String
}
