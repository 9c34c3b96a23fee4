import Foundation
import TestSupport

/// A page of an extension: its popup, or one in a tab.
public final class ExtensionPage {
    let browser: Chromium
    let session: String

    /// Attaches to a page that is there, and waits until it is loaded.
    ///
    /// - Parameter target: its id.
    public init(_ target: String, in browser: Chromium) throws {
        self.browser = browser
        let attached = try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"] as? String ?? ""
        try browser.call("Runtime.enable", session: session)
        // Its scripts have run then.
        _ = try evaluate(
            "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))")
    }

    /// Runs an expression, waits for its promise, and returns its value.
    public func evaluate(_ expression: String) throws -> Any? {
        let answer = try browser.call(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true],
            session: session)
        if let problem = answer["exceptionDetails"] as? Chromium.Message {
            throw TestFailure("\(problem["text"] ?? "") \(problem["exception"] ?? "") in \(expression.prefix(200))")
        }
        return (answer["result"] as? Chromium.Message)?["value"]
    }

    /// Waits a minute and a half until the page shows something.
    ///
    /// - Parameter condition: an expression of JavaScript, which is looked at after each change of the page.
    /// - Returns: its value.
    @discardableResult
    public func wait(for condition: String) throws -> String {
        let value = try evaluate(
            """
            new Promise((done) => {
              setTimeout(() => done("\u{0}" + document.body.innerText), 90_000);
              const look = () => { const value = \(condition); if (value) done(String(value)); return value; };
              if (look()) return;
              new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
            })
            """)
        let text = value as? String ?? ""
        guard !text.hasPrefix("\u{0}") else {
            throw TestFailure("the page shows “\(text.dropFirst())”, and not: \(condition)")
        }
        return text
    }
}
