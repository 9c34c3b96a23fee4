import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Chromium.
final class ChromiumStage: ExtensionStage {
    static let isPossible = BrowserStage.isPossible && Chromium.isInstalled

    let stage: BrowserStage
    let person: PersonAtPinentry
    let browser: Chromium
    /// The identifier of the extension.
    let id: String

    /// Starts it with a new profile.
    ///
    /// - Parameters:
    ///   - shared: the agent and its vault; `nil` for new ones.
    ///   - hasHost: whether the browser is told where the native host is.
    ///   - variables: more variables of its environment.
    init(
        _ shared: BrowserStage? = nil, hasHost: Bool = true,
        variables: [String: String] = [:]
    ) throws {
        let stage = try shared ?? BrowserStage()
        self.stage = stage
        person = try #require(stage.person)
        browser = try Chromium(variables: stage.variables.merging(variables) { $1 }) { profile in
            let origin = "chrome-extension://\(BrowserExtension.chromiumID)/"
            // Chromium looks for hosts in its profile, wherever that is.
            if hasHost { try stage.writeHost(into: profile + "/NativeMessagingHosts", ["allowed_origins": [origin]]) }
        }
        id = try browser.call("Extensions.loadUnpacked", ["path": Self.folder])["id"] as? String ?? ""
        // Chromium makes it of the key in the manifest.
        #expect(id == BrowserExtension.chromiumID)
    }

    var address: String { "chrome-extension://\(id)" }

    func tab(_ path: String) throws -> any ExtensionView { try extensionPage(path) }

    private func extensionPage(_ path: String) throws -> ExtensionPage {
        try ExtensionPage(try browser.target("page") { $0.hasSuffix(path) }, in: browser)
    }

    /// The page that opens when the extension is installed.
    func pairingPage() throws -> ExtensionPage { try extensionPage(Self.pairingPath) }

    func openPopup(over page: any BrowserTab, at url: String) throws -> any ExtensionView { try openPopup(over: url) }

    /// Presses the extension's button over a page, and returns the popup.
    func openPopup(over url: String) throws -> ExtensionPage {
        let tab = try #require(try browser.targets("tab") { $0 == url }.first, "\(url)")
        try browser.call("Extensions.triggerAction", ["id": id, "targetId": tab])
        return try extensionPage("/popup/popup.html")
    }

    func page() throws -> any BrowserTab { try ChromiumPage(in: browser) }

    func kill() { browser.kill() }
}
