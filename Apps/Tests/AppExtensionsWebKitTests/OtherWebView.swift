import AppExtensions
import Foundation

/// A web view of any other kind: it runs functions of JavaScript in an isolated world of its page's main frame.
@MainActor protocol ScriptedView: AnyObject, Sendable {
    /// The address of the page, from the view.
    var address: String? { get }
    /// Runs the body of an asynchronous function, with named arguments, and returns the text that it returns.
    func run(_ body: String, _ arguments: [String: String]) async throws -> String
}

/// A page of such a view.
@MainActor final class OtherWebViewPage: WebPage {
    private let view: any ScriptedView
    private let scripts: String
    private var token = ""

    /// - Parameter folder: the scripts: `Extension/page`.
    init(_ view: any ScriptedView, scriptsIn folder: URL) throws {
        self.view = view
        let order = try String(contentsOf: folder.appendingPathComponent("scripts.txt"), encoding: .utf8)
        scripts = try order.split(separator: "\n").map { name in
            let script = try String(contentsOf: folder.appendingPathComponent(String(name)), encoding: .utf8)
            return "(function () {\n\(script)\n}).call(globalThis);"
        }.joined(separator: "\n")
    }

    func currentURL() async -> String? { view.address }

    func pageModel() async throws -> Data {
        token = UUID().uuidString
        let body = """
            if (!globalThis.ChatelainePage) { \(scripts) }
            globalThis.readingToken = token;
            return JSON.stringify(ChatelainePage.collect({ frames: "descend" }));
            """
        return Data(try await view.run(body, ["token": token]).utf8)
    }

    func fill(with plan: Data) async throws {
        // Another document has another world, without the token.
        let body = """
            if (globalThis.readingToken !== token) throw new Error("another page");
            return JSON.stringify(await ChatelainePage.fill(JSON.parse(plan)));
            """
        _ = try await view.run(body, ["token": token, "plan": String(decoding: plan, as: UTF8.self)])
    }
}
