import Foundation
import TestSupport

/// An unpacked extension in Firefox.
public final class FirefoxExtension {
    private let browser: Firefox
    private let id: String
    /// The host of its pages' addresses, which is drawn for each profile.
    public let host: String

    /// Loads it until the browser ends.
    ///
    /// - Parameter id: its identifier in the manifest.
    public init(_ folder: String, id: String, in browser: Firefox) throws {
        (self.browser, self.id) = (browser, id)
        try browser.call("Addon:Install", ["path": folder, "temporary": true])
        host =
            try browser.runInBrowser(
                "return WebExtensionPolicy.getByID(arguments[0]).mozExtensionHostname", [id]) as? String ?? ""
    }

    /// Waits until one of its pages is in a tab.
    ///
    /// - Parameter path: the end of its address.
    public func tab(_ path: String) throws -> any ExtensionView {
        try browser.runInBrowser(
            """
            return new Promise((done) => {
              const isThere = (each) => {
                const page = each.browsingContext?.currentWindowGlobal;
                return page?.documentURI?.spec.endsWith(arguments[0]) && !each.webProgress.isLoadingDocument;
              };
              const look = () => { if (gBrowser.browsers.some(isThere)) done(1); };
              gBrowser.addTabsProgressListener({ onLocationChange: look, onStateChange: look });
              look();
            });
            """, [path])
        for handle in try browser.tabs() {
            try browser.select(handle)
            guard (try browser.call("WebDriver:GetCurrentURL") as? String)?.hasSuffix(path) == true else { continue }
            let tab = FirefoxExtensionTab(browser: browser, handle: handle)
            try tab.waitUntilLoaded()
            return tab
        }
        throw TestFailure("no tab has \(path)")
    }

    /// Presses its button, over the tab that is in front, and returns its popup.
    public func pressButton() throws -> any ExtensionView {
        try browser.runInBrowser(
            """
            const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
            const { extension } = WebExtensionPolicy.getByID(arguments[0]);
            ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
            return new Promise((done) => {
              const look = () => {
                const popup = document.querySelector(".webextension-popup-browser:not(.webextension-preload-browser)");
                if (!popup?.currentURI?.spec.includes("popup")) return requestAnimationFrame(look);
                globalThis.testPopup = popup;
                done(1);
              };
              look();
            });
            """, [id])
        let popup = FirefoxPopup(browser: browser)
        try popup.waitUntilLoaded()
        return popup
    }
}

/// A page of an extension in a tab.
private struct FirefoxExtensionTab: ExtensionView {
    let browser: Firefox
    let handle: String

    func evaluate(_ expression: String) throws -> Any? {
        try browser.select(handle)
        return try browser.run("return (\(expression)\n)")
    }
}

/// The popup of an extension's button, which is in no tab.
private struct FirefoxPopup: ExtensionView {
    let browser: Firefox

    func evaluate(_ expression: String) throws -> Any? {
        let answer = try browser.runInBrowser(
            """
            const manager = globalThis.testPopup.messageManager;
            const frame = (expression) => {
              const sandbox = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
              const answer = (result) => sendAsyncMessage("test-answer", JSON.stringify(result));
              try {
                Promise.resolve(Cu.evalInSandbox(expression, sandbox)).then(
                  (value) => answer({ value: value ?? null }), (error) => answer({ error: String(error) }));
              } catch (error) { answer({ error: String(error) }); }
            };
            return new Promise((done) => {
              const receive = ({ data }) => { manager.removeMessageListener("test-answer", receive); done(data); };
              manager.addMessageListener("test-answer", receive);
              const text = `(${frame})(${JSON.stringify(arguments[0])})`;
              manager.loadFrameScript("data:application/javascript," + encodeURIComponent(text), false);
            });
            """, ["(\(expression)\n)"])
        let result = try JSONSerialization.jsonObject(with: Data("\(answer ?? "{}")".utf8)) as? [String: Any] ?? [:]
        if let error = result["error"] { throw TestFailure("\(error) in \(expression.prefix(200))") }
        return result["value"]
    }
}
