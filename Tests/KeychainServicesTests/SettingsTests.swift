import Foundation
import LinuxSupport
import Testing

@testable import KeychainServices

/// Docs/authentication.md, "Settings".
@Suite struct SettingsTests {
    private func read(_ text: String) throws -> Settings {
        let temporary = try TemporaryRoot()
        let path = temporary.root.path + ".json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try Settings.read(path)
    }

    @Test func withoutAFileEverythingIsAsUsual() throws {
        #expect(try Settings.read("/nowhere/configuration.json") == Settings())
        #expect(try Settings.read(nil) == Settings())
        #expect(try read("{}") == Settings())
    }

    @Test func settingsAreRead() throws {
        let settings = try read(
            """
            { // as a person writes it
              "authentication": { "passcode": "pam", "pamHelper": "/opt/helper" }, "tpm": { "tcti": "swtpm:path=/run/tpm" }, "later": 1 }
            """)
        #expect(settings.passcode == .pam && settings.pamHelper == "/opt/helper")
        #expect(settings.tcti == "swtpm:path=/run/tpm")
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"authentication": {"passcode": "none"}}"#, #"{"authentication": "pam"}"#,
        #"{"authentication": {"pamHelper": 1}}"#,
        #"{"tpm": {"tcti": 1}}"#,
    ])
    func invalidSettingsAreRefused(text: String) throws {
        #expect(throws: failure(.parameter)) { try read(text) }
    }

    @Test func aLongFileIsNotReadInPart() {
        #expect(throws: failure(.parameter)) { try read("{}" + String(repeating: " ", count: 100_000)) }
    }

    @Test func environmentDeterminesThePath() {
        func path(_ variables: [String: String]) -> String? { Settings.userPath(UserDirectories { variables[$0] }) }
        #expect(path(["CHATELAINE_HOME": "/c", "XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/c/configuration.json")
        #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/chatelaine/configuration.json")
        #expect(path(["XDG_CONFIG_HOME": "relative", "HOME": "/h"]) == "/h/.config/chatelaine/configuration.json")
        #expect(path([:]) == nil)
    }
}
