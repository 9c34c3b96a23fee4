import Foundation
import TestSupport

/// A tab of Chromium whose requests are answered by the test.
public final class ChromiumPage: BrowserTab {
    public typealias Answer = PageAnswer
    public typealias Request = PageRequest

    let browser: Chromium
    private let target: String
    let session: String
    let frame: String
    /// A place where scripts run.
    struct Context {
        let id: Int
        let name: String
        let frame: String
        let session: String
    }
    private(set) var contexts: [Context] = []
    /// The sessions of frames in processes of their own.
    var innerSessions: Set<String> = []
    private var isolated: Int?
    private var isLoaded = false
    /// The requests since the page was opened.
    public private(set) var requests: [Request] = []
    /// Answers requests; `nil` for what is not found.
    public var onRequest: (Request) -> Answer? = { _ in nil }

    /// Opens an empty tab.
    ///
    /// - Parameters:
    ///   - early: a script that runs in the page before the page's own; `nil` for none.
    ///   - isPrivate: whether it is in a private window.
    public init(in browser: Chromium, early: String? = nil, isPrivate: Bool = false) throws {
        self.browser = browser
        var wanted: Chromium.Message = ["url": "about:blank"]
        if isPrivate {
            wanted["browserContextId"] = try browser.call("Target.createBrowserContext")["browserContextId"]
            wanted["newWindow"] = true
        }
        let target = try browser.call("Target.createTarget", wanted)["targetId"] as? String ?? ""
        self.target = target
        let attached = try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"] as? String ?? ""
        let tree = try browser.call("Page.getFrameTree", session: session)["frameTree"] as? Chromium.Message
        frame = (tree?["frame"] as? Chromium.Message)?["id"] as? String ?? ""
        for domain in ["Page", "Runtime"] { try browser.call("\(domain).enable", session: session) }
        try browser.call("Fetch.enable", ["patterns": [["urlPattern": "*"]]], session: session)
        if let early {
            try browser.call("Page.addScriptToEvaluateOnNewDocument", ["source": early], session: session)
        }
        browser.onEvent = { [weak self] method, parameters, session in
            guard let self, let session, session == self.session || innerSessions.contains(session) else { return }
            if method.hasPrefix("Runtime.") { return noteContext(method, parameters, session) }
            if session == self.session { try handle(method, parameters) }
        }
    }

    public func close() throws { try browser.call("Target.closeTarget", ["targetId": target]) }

    public func open(_ url: String) throws {
        (requests, isolated, isLoaded) = ([], nil, false)
        try browser.call("Page.navigate", ["url": url], session: session)
        try browser.wait { isLoaded }
        // Frameworks draw in the tasks and pictures that follow. A tab behind another one draws no pictures.
        _ = try evaluate(
            """
            Promise.race([
              new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
              new Promise(done => setTimeout(done, 1_000)),
            ])
            """)
    }

    public func evaluate(_ expression: String, isIsolated: Bool) throws -> Any? {
        var parameters: Chromium.Message = [
            "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true,
        ]
        if isIsolated {
            if isolated == nil {
                let made = try browser.call(
                    "Page.createIsolatedWorld", ["frameId": frame, "worldName": "test"], session: session)
                isolated = made["executionContextId"] as? Int
            }
            parameters["contextId"] = isolated
        }
        return try evaluated(parameters, session: session)
    }

    func evaluate(_ expression: String, in context: Context) throws -> Any? {
        try evaluated(
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "contextId": context.id],
            session: context.session)
    }

    private func evaluated(_ parameters: Chromium.Message, session: String) throws -> Any? {
        let expression = parameters["expression"] as? String ?? ""
        let answer = try browser.call("Runtime.evaluate", parameters, session: session)
        if let problem = answer["exceptionDetails"] as? Chromium.Message {
            let exception = problem["exception"] as? Chromium.Message
            throw TestFailure("\(exception?["description"] ?? problem["text"] ?? problem) in \(expression.prefix(200))")
        }
        return (answer["result"] as? Chromium.Message)?["value"]
    }

    public func serve(_ pages: [String: PageAnswer], forms: PageAnswer?) {
        onRequest = { request in
            let page = pages[String(request.url.prefix { $0 != "#" })]
            return request.method == "GET" ? page : forms ?? page
        }
    }

    public func sentRequests() -> [PageRequest] { requests }

    /// Waits until the page has made a request.
    public func waitForRequest(_ isWanted: (Request) -> Bool) throws {
        try browser.wait { requests.contains(where: isWanted) }
    }

    private func handle(_ method: String, _ parameters: Chromium.Message) throws {
        switch method {
        case "Page.loadEventFired": isLoaded = true
        case "Page.javascriptDialogOpening":
            try browser.send("Page.handleJavaScriptDialog", ["accept": true], session: session)
        case "Fetch.requestPaused": try answer(parameters)
        default: return
        }
    }

    private func noteContext(_ method: String, _ parameters: Chromium.Message, _ session: String) {
        switch method {
        case "Runtime.executionContextCreated":
            let context = parameters["context"] as? Chromium.Message
            let more = context?["auxData"] as? Chromium.Message
            let made = Context(
                id: context?["id"] as? Int ?? 0, name: context?["name"] as? String ?? "",
                frame: more?["frameId"] as? String ?? "", session: session)
            contexts.append(made)
        case "Runtime.executionContextDestroyed":
            let id = parameters["executionContextId"] as? Int
            contexts.removeAll { $0.id == id && $0.session == session }
        case "Runtime.executionContextsCleared": contexts.removeAll { $0.session == session }
        default: return
        }
    }

    private func answer(_ parameters: Chromium.Message) throws {
        let id = parameters["requestId"] as? String ?? ""
        let asked = parameters["request"] as? Chromium.Message
        let request = Request(
            method: asked?["method"] as? String ?? "", url: asked?["url"] as? String ?? "",
            body: asked?["postData"] as? String ?? "")
        requests.append(request)
        let answer = onRequest(request)
        let headers: [[String: String]] = [["name": "Content-Type", "value": answer?.type ?? "text/plain"]]
        try browser.send(
            "Fetch.fulfillRequest",
            [
                "requestId": id, "responseCode": answer == nil ? 404 : 200, "responseHeaders": headers,
                "body": Data((answer?.body ?? "").utf8).base64EncodedString(),
            ], session: session)
    }
}
