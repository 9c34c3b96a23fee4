import Foundation
import TestSupport

/// A tab of Firefox whose requests are answered by the test.
public final class FirefoxPage: BrowserTab {
    private let browser: Firefox
    private let handle: String

    /// Opens an empty tab; from then on all requests of the browser, also those of its other tabs, are answered by the test.
    ///
    /// - Parameter early: a script that runs in the browser's pages before their own; `nil` for none.
    public init(in browser: Firefox, early: String? = nil) throws {
        self.browser = browser
        handle = try browser.newTab()
        try browser.runInBrowser(Self.observer)
        if let early { try browser.runInBrowser(Self.loader, [early]) }
    }

    /// Has each process of pages run a script in each page that is made.
    private static let loader = """
        const run = (script) => {
          const observer = { observe: (window) => { if (/^https?:/.test(window.location.href)) window.eval(script); } };
          Services.obs.addObserver(observer, "content-document-global-created");
        };
        const text = `(${run})(${JSON.stringify(arguments[0])})`;
        Services.ppmm.loadProcessScript("data:application/javascript," + encodeURIComponent(text), true);
        """

    /// Answers before a connection is made.
    private static let observer = """
        if (globalThis.testAnswers) return;
        globalThis.testAnswers = { pages: {}, forms: null, requests: [] };
        const body = (channel) => {
          const stream = channel.QueryInterface(Ci.nsIUploadChannel).uploadStream;
          if (!stream) return "";
          const place = stream.QueryInterface(Ci.nsISeekableStream);
          const start = place.tell();
          const reader = Cc["@mozilla.org/binaryinputstream;1"].createInstance(Ci.nsIBinaryInputStream);
          reader.setInputStream(stream);
          const text = reader.readBytes(reader.available());
          place.seek(0, start);
          return text;
        };
        globalThis.testAnswers.observe = (subject) => {
          const channel = subject.QueryInterface(Ci.nsIHttpChannel);
          const { pages, forms, requests } = globalThis.testAnswers;
          const request = { method: channel.requestMethod, url: channel.URI.specIgnoringRef, body: body(channel) };
          requests.push(request);
          const answer = (request.method === "GET" ? null : forms) ?? pages[request.url];
          const replaced = Cc["@mozilla.org/network/replaced-http-response;1"].createInstance(Ci.nsIReplacedHttpResponse);
          replaced.init();
          replaced.responseStatus = answer ? 200 : 404;
          replaced.responseStatusText = answer ? "OK" : "Not Found";
          replaced.setResponseHeader("Content-Type", answer?.type ?? "text/plain", false);
          replaced.responseBody = Array.from(new TextEncoder().encode(answer?.body ?? ""), byte => String.fromCharCode(byte)).join("");
          channel.QueryInterface(Ci.nsIHttpChannelInternal).setResponseOverride(replaced);
        };
        Services.obs.addObserver(globalThis.testAnswers, "http-on-before-connect");
        """

    public func serve(_ pages: [String: PageAnswer], forms: PageAnswer?) throws {
        let plain = { (answer: PageAnswer) in ["type": answer.type, "body": answer.body] }
        try browser.runInBrowser(
            "Object.assign(globalThis.testAnswers, { pages: arguments[0], forms: arguments[1] })",
            [pages.mapValues(plain), forms.map(plain) ?? NSNull()])
    }

    public func open(_ url: String) throws {
        try browser.select(handle)
        try browser.runInBrowser("globalThis.testAnswers.requests.length = 0")
        try browser.call("WebDriver:Navigate", ["url": url])
        _ = try evaluate(
            """
            Promise.race([
              new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))),
              new Promise(done => setTimeout(done, 1_000)),
            ])
            """, isIsolated: true)
    }

    public func evaluate(_ expression: String, isIsolated: Bool) throws -> Any? {
        try browser.select(handle)
        return try browser.run("return (\(expression)\n)", world: isIsolated ? "test" : nil)
    }

    public func click(_ selector: String) throws {
        try browser.call("WebDriver:ElementClick", ["id": element(selector)])
    }

    public func type(_ text: String, into selector: String) throws {
        try browser.call("WebDriver:ElementSendKeys", ["id": element(selector), "text": text])
    }

    private func element(_ selector: String) throws -> String {
        try browser.select(handle)
        let found = try browser.call("WebDriver:FindElement", ["using": "css selector", "value": selector])
        return (found as? [String: String])?.values.first ?? ""
    }

    public func sentRequests() throws -> [PageRequest] {
        let all = try browser.runInBrowser("return globalThis.testAnswers.requests") as? [[String: String]] ?? []
        return all.map {
            PageRequest(method: $0["method"] ?? "", url: $0["url"] ?? "", body: $0["body"] ?? "")
        }
    }

    public func close() throws {
        try browser.select(handle)
        try browser.call("WebDriver:CloseWindow")
    }
}
