import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Chromium, with the real host, agent and vault, and a person in front of it.
final class ExtensionStage {
    static let isPossible = BrowserStage.isPossible && Chromium.isInstalled
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Extension").path

    let stage: BrowserStage
    let person: PersonAtPinentry
    let browser: Chromium
    /// The identifier of the extension.
    let id: String

    /// - Parameter hasHost: whether the browser knows Chatelaine's program.
    init(hasHost: Bool = true) throws {
        stage = try BrowserStage()
        person = try #require(stage.person)
        // Chromium looks for hosts in its profile, wherever that is.
        let programs = stage.programs
        browser = try Chromium(variables: stage.variables) { profile in
            let hosts = profile + "/NativeMessagingHosts"
            try FileManager.default.createDirectory(atPath: hosts, withIntermediateDirectories: true)
            guard hasHost else { return }
            let manifest: [String: Any] = [
                "name": "org.chatelaine.browser", "description": "Chatelaine", "type": "stdio",
                "path": programs + "/chatelaine-browser",
                "allowed_origins": ["chrome-extension://\(BrowserExtension.chromiumID)/"],
            ]
            try JSONSerialization.data(withJSONObject: manifest)
                .write(to: URL(fileURLWithPath: hosts + "/org.chatelaine.browser.json"))
        }
        let loaded = try browser.call("Extensions.loadUnpacked", ["path": Self.folder])
        id = loaded["id"] as? String ?? ""
        // Chromium makes it of the key in the manifest.
        #expect(id == BrowserExtension.chromiumID)
    }

    /// The page that opens when the extension is installed.
    func pairingPage() throws -> ExtensionPage {
        try ExtensionPage(try browser.target("page") { $0.hasSuffix("/pairing/pairing.html") }, in: browser)
    }

    /// Has the person pair the profile.
    @discardableResult
    func pair(answer: String = "yes") throws -> ExtensionPage {
        let page = try pairingPage()
        _ = try page.evaluate("document.querySelector('#pair').click()")
        let question = try person.question()
        let code = try page.wait(for: "document.querySelector('#code').textContent")
        #expect(code.count == 7 && question.contains(code), "\(question)")
        person.answer(answer)
        return page
    }
}
