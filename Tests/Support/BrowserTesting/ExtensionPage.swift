import Foundation
import TestSupport

/// A page of an extension in Chromium.
public final class ExtensionPage: ExtensionView {
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
        try waitUntilLoaded()
    }

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
}
