import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Chromium, and a person who uses its popup: the real host, agent and vault.
final class PopupStage {
    static var isPossible: Bool { ChromiumStage.isPossible }

    let chromium: ChromiumStage
    var stage: BrowserStage { chromium.stage }
    var person: PersonAtPinentry { chromium.person }
    var browser: Chromium { chromium.browser }
    var id: String { chromium.id }

    /// - Parameters:
    ///   - hasHost: whether the browser is told where the native host is.
    ///   - display: the variables of a display, for its clipboard.
    init(hasHost: Bool = true, display: [String: String] = [:]) throws {
        chromium = try ChromiumStage(hasHost: hasHost, variables: display)
        // It comes to the front, which closes a popup.
        _ = try chromium.pairingPage()
    }

    // MARK: - What a person does

    func pairingPage() throws -> ExtensionPage { try chromium.pairingPage() }

    func pair() throws { try chromium.pair() }

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
    func openPopup(over url: String) throws -> ExtensionPage { try chromium.openPopup(over: url) }

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
