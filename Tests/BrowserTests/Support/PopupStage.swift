import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Chromium, and a person who uses its popup: the real host, agent and vault.
final class PopupStage {
    static var isPossible: Bool { BrowserStage.isPossible && Chromium.isInstalled }

    let stage: BrowserStage
    let person: PersonAtPinentry
    let browser: Chromium
    let id: String

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Extension").path

    /// - Parameters:
    ///   - hasHost: whether the browser is told where the native host is.
    ///   - display: the variables of a display, for its clipboard.
    init(hasHost: Bool = true, display: [String: String] = [:]) throws {
        let stage = try BrowserStage()
        self.stage = stage
        person = try #require(stage.person)
        browser = try Chromium(variables: stage.variables.merging(display) { $1 }) { profile in
            if hasHost { try Self.writeHost(of: stage, into: profile) }
        }
        id = try browser.call("Extensions.loadUnpacked", ["path": Self.folder])["id"] as? String ?? ""
        #expect(id == BrowserExtension.chromiumID)
        // It comes to the front, which closes a popup.
        _ = try browser.target("page") { $0.hasSuffix("/pairing/pairing.html") }
    }

    private static func writeHost(of stage: BrowserStage, into profile: String) throws {
        let hosts = profile + "/NativeMessagingHosts"
        try FileManager.default.createDirectory(atPath: hosts, withIntermediateDirectories: true)
        let manifest: [String: Any] = [
            "name": BrowserExtension.hostName, "description": "Chatelaine", "type": "stdio",
            "path": stage.programs + "/chatelaine-browser",
            "allowed_origins": ["chrome-extension://\(BrowserExtension.chromiumID)/"],
        ]
        try JSONSerialization.data(withJSONObject: manifest)
            .write(to: URL(fileURLWithPath: "\(hosts)/\(BrowserExtension.hostName).json"))
    }

    // MARK: - What a person does

    /// The page that opens when the extension is installed.
    func pairingPage() throws -> ExtensionPage {
        try ExtensionPage(try browser.target("page") { $0.hasSuffix("/pairing/pairing.html") }, in: browser)
    }

    func pair() throws {
        let page = try pairingPage()
        try page.wait(for: "document.querySelector('#pair').textContent")
        try page.click("#pair")
        let question = try person.question()
        let code = try page.wait(for: "document.querySelector('#code').textContent")
        #expect(code.count == 7 && question.contains(code), "\(question)")
        person.answer("yes")
        try page.wait(for: "document.querySelector('#status').textContent.includes('is paired')")
    }

    /// Opens a page of the extension in a tab.
    func extensionTab(_ path: String) throws -> ExtensionPage {
        try ExtensionPage.open("chrome-extension://\(id)/\(path)", in: browser)
    }

    /// Opens the popup over a page as a page of its own, which stays.
    func popupTab(over url: String) throws -> ExtensionPage {
        let tabs = "chrome.tabs.query({}).then(tabs => tabs.find(tab => tab.url === \(ExtensionPage.quoted(url))).id)"
        let tab = try #require(try inBackground(tabs) as? Int)
        return try extensionTab("popup/popup.html?tab=\(tab)")
    }

    /// Presses the extension's button over a page, and returns the popup.
    func openPopup(over url: String) throws -> ExtensionPage {
        let tab = try #require(try browser.targets("tab") { $0 == url }.first, "\(url)")
        try browser.call("Extensions.triggerAction", ["id": id, "targetId": tab])
        return try ExtensionPage(try browser.target("page") { $0.hasSuffix("/popup/popup.html") }, in: browser)
    }

    /// The window that the popup has opened since something takes a proof.
    func window() throws -> ExtensionPage {
        try ExtensionPage(try browser.target("page") { $0.contains("/popup/popup.html?tab=") }, in: browser)
    }

    /// Unlocks the vault from the popup.
    func unlock(in popup: ExtensionPage) throws {
        try popup.wait(for: "document.querySelector('[data-vault=personal]')?.textContent")
        try popup.click("[data-vault=personal]")
        #expect(try person.question().contains("asks for the master password"))
        person.type(BrowserStage.password)
        try popup.wait(
            for: "!document.querySelector('[data-vault=personal]') && !document.querySelector('#search').hidden")
    }

    /// Pairs, opens a page, and unlocks the vault over it.
    func openPage(_ url: String, _ html: String) throws -> (page: ChromiumPage, popup: ExtensionPage) {
        try pair()
        let page = try self.page(url, html)
        let popup = try openPopup(over: url)
        try unlock(in: popup)
        return (page, popup)
    }

    func page(_ url: String, _ html: String) throws -> ChromiumPage {
        let page = try ChromiumPage(in: browser)
        page.onRequest = { $0.url == url ? ChromiumPage.Answer(html) : nil }
        try page.open(url)
        return page
    }

    /// Runs an expression in the extension's background, where events of the browser are played that no protocol has: keys and menus.
    @discardableResult
    func inBackground(_ expression: String) throws -> Any? {
        let worker = try browser.target("service_worker") { $0.hasSuffix("/background.js") }
        let attached = try browser.call("Target.attachToTarget", ["targetId": worker, "flatten": true])
        let parameters: Chromium.Message = ["expression": expression, "awaitPromise": true, "returnByValue": true]
        let answer = try browser.call("Runtime.evaluate", parameters, session: attached["sessionId"] as? String ?? "")
        if let problem = answer["exceptionDetails"] { throw TestFailure("\(problem) in \(expression.prefix(200))") }
        return (answer["result"] as? Chromium.Message)?["value"]
    }

    /// Presses a key of the extension's over a page.
    func press(_ command: String, over url: String) throws {
        let tab = "chrome.tabs.query({}).then(tabs => tabs.find(tab => tab.url === \(ExtensionPage.quoted(url))))"
        try inBackground("\(tab).then(tab => chrome.commands.onCommand.dispatch('\(command)', tab))")
    }

    /// Gives the proof that the agent asks for.
    ///
    /// - Parameter reason: a part of the prompt.
    func prove(_ reason: String) throws {
        let question = try person.question()
        #expect(question.contains(reason), "\(question)")
        person.type(BrowserStage.password)
    }
}

extension ExtensionPage {
    /// Presses a button.
    func click(_ selector: String) throws {
        _ = try evaluate("document.querySelector(\(Self.quoted(selector))).click()")
    }

    /// Waits until the line at the bottom says something.
    func waitForStatus(_ text: String) throws {
        try wait(for: "document.querySelector('#status').textContent.includes(\(Self.quoted(text)))")
    }

    static func quoted(_ text: String) -> String {
        let json = try? JSONSerialization.data(withJSONObject: [text])
        return String(String(decoding: json ?? Data(), as: UTF8.self).dropFirst().dropLast())
    }
}
