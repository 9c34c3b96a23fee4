import Foundation
import TestSupport

/// A page of an extension: its popup, or one in a tab.
public protocol ExtensionView {
    /// Runs an expression, waits for its promise, and returns its value.
    func evaluate(_ expression: String) throws -> Any?
}

extension ExtensionView {
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

    /// Waits until the page and its scripts are loaded.
    func waitUntilLoaded() throws {
        _ = try evaluate(
            "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))")
    }
}
