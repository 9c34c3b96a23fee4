import BrowserMessages
import BrowserTesting
import Foundation
import TestSupport
import Testing

/// The extension in Debian's Firefox.
final class FirefoxStage: ExtensionStage {
    let stage: BrowserStage
    let person: PersonAtPinentry
    private let browser: Firefox
    private let loaded: FirefoxExtension

    /// Starts it with a new profile.
    init(_ stage: BrowserStage) throws {
        self.stage = stage
        person = try #require(stage.person)
        let hosts = stage.home + "/.mozilla/native-messaging-hosts"
        try stage.writeHost(into: hosts, ["allowed_extensions": [BrowserExtension.firefoxID]])
        browser = try Firefox(variables: stage.variables)
        loaded = try FirefoxExtension(Self.folder, id: BrowserExtension.firefoxID, in: browser)
    }

    var address: String { "moz-extension://\(loaded.host)" }

    func tab(_ path: String) throws -> any ExtensionView { try loaded.tab(path) }

    func openPopup(over page: any BrowserTab, at url: String) throws -> any ExtensionView { try loaded.pressButton() }

    func page() throws -> any BrowserTab { try FirefoxPage(in: browser) }

    func kill() { browser.kill() }
}
