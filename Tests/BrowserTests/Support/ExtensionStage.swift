import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The browsers of Debian in which the extension is tried.
enum RealBrowser: String, CaseIterable, Sendable {
    case chromium, firefox

    var isInstalled: Bool { self == .chromium ? Chromium.isInstalled : Firefox.isInstalled }

    /// Those that are installed; the others are named in the output.
    static let installed = allCases.filter { browser in
        if !browser.isInstalled { print("skipped: the extension in \(browser.rawValue), which is not installed") }
        return browser.isInstalled
    }
}

/// The extension in a real browser, with the real host, agent and vault.
protocol ExtensionStage: AnyObject {
    var stage: BrowserStage { get }
    var person: PersonAtPinentry { get }
    /// A page of the extension in a tab, by the end of its address.
    func tab(_ path: String) throws -> any ExtensionView
    /// Presses the extension's button over a page, and returns its popup.
    func openPopup(over page: any BrowserTab, at url: String) throws -> any ExtensionView
    /// Opens an empty tab.
    func page() throws -> any BrowserTab
    /// The beginning of the addresses of the extension's pages.
    var address: String { get }
    /// Ends the browser at once.
    func kill()
}

extension ExtensionStage {
    static var folder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Extension").path
    }

    static var pairingPath: String { "/pairing/pairing.html" }

    /// Pairs the profile as a person does.
    ///
    /// - Parameter answer: the person's answer to the agent's question.
    /// - Returns: the page that shows the digits.
    @discardableResult
    func pair(answer: String = "yes") throws -> any ExtensionView {
        let page = try tab(Self.pairingPath)
        try page.wait(for: "document.querySelector('#pair').textContent")
        _ = try page.evaluate("document.querySelector('#pair').click()")
        let question = try person.question()
        let code = try page.wait(for: "document.querySelector('#code').textContent")
        #expect(code.count == 7 && question.contains(code), "\(question)")
        person.answer(answer)
        if answer == "yes" { try page.wait(for: "document.querySelector('#status').textContent.includes('is paired')") }
        return page
    }

    /// Pairs the profile, unlocks the vault for it, and returns a page of the extension that has the connection to the host.
    func open() throws -> any ExtensionView {
        let view = try pair()
        _ = try view.evaluate(
            """
            import("/background/host.js").then(({ host }) => {
              window.host = host;
              host.request("unlock", { vault: "personal" });
            })
            """)
        _ = try person.question()
        person.type(BrowserStage.password)
        // Requests are answered in their order.
        _ = try view.evaluate("host.request('status')")
        return view
    }
}

extension BrowserStage {
    /// Tells a browser where the native host is.
    ///
    /// - Parameters:
    ///   - directory: where it looks for the manifests of hosts.
    ///   - allowed: the extension, as the browser wants to have it.
    func writeHost(into directory: String, _ allowed: [String: [String]]) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var manifest: [String: Any] = allowed
        manifest["name"] = BrowserExtension.hostName
        manifest["description"] = "Chatelaine"
        manifest["type"] = "stdio"
        manifest["path"] = programs + "/chatelaine-browser"
        try JSONSerialization.data(withJSONObject: manifest)
            .write(to: URL(fileURLWithPath: "\(directory)/\(BrowserExtension.hostName).json"))
    }
}

extension RealBrowser {
    /// Starts the browser with a new profile.
    ///
    /// - Parameter shared: the agent and its vault; `nil` for new ones.
    func stage(_ shared: BrowserStage? = nil) throws -> any ExtensionStage {
        let stage = try shared ?? BrowserStage()
        return switch self {
        case .chromium: try ChromiumStage(stage)
        case .firefox: try FirefoxStage(stage)
        }
    }
}
