import AppTesting
import Foundation
import Testing

/// Certificates and keys, which are shown, imported and exported.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct CertificateTests {
    /// With an identity and its authority in the keychain.
    private func opened() throws -> (KeychainsWindow, Certificates) {
        var made: Certificates?
        let window = try KeychainsWindow { stage in
            let certificates = try Certificates(in: stage.home)
            try stage.chatelaine("security", "import", certificates.identity, "-P", Certificates.password)
            try stage.chatelaine("security", "import", certificates.authority)
            made = certificates
        }
        return (window, try #require(made))
    }

    @Test func aCertificateIsShownWithItsChainAndWhyItIsNotTrusted() throws {
        let (window, certificates) = try opened()
        let app = window.app
        try window.choose("My Certificates, 1")
        try window.select("leaf.example")
        for words in [
            "Not Trusted", "Chain", "Example Authority", "Common name", "leaf.example",
            "leaf.example, www.leaf.example",
            "Valid until", try certificates.fingerprint(),
        ] { _ = try app.find("label", words) }
        #expect(app.unnamed == [])
        // By the user's settings.
        try window.stage.chatelaine("security", "add-trusted-cert", certificates.authority)
        try app.press("Edit")
        try app.enter("My leaf", into: "Label")
        try app.press("Save")
        _ = try app.find("list item", where: { $0.name.hasPrefix("My leaf,") })
        _ = try app.find("label", "Trusted")
    }

    @Test func aKeyIsShownWithWhatItMayDoAndWhereItIs() throws {
        let (window, _) = try opened()
        let app = window.app
        try window.choose("Keys, 1")
        let row = try app.find("list item", where: { $0.name.hasSuffix("Key") }).frame
        try app.click(row.x + row.width / 2, row.y + row.height / 2)
        for words in [
            "Private key, elliptic curve, 256 bits", "In this keychain", "Public Half", "External representation",
        ] {
            _ = try app.find("label", words)
        }
        _ = try app.find("label", where: { $0.says?.contains("Signs") == true })
    }

    @Test func aFileWithAPasswordIsImported() throws {
        let window = try KeychainsWindow()
        let app = window.app
        let certificates = try Certificates(in: window.stage.home)
        try window.choose("Import a File…", in: "Main menu")
        try window.answerChooser("Import a File", certificates.identity)
        try app.type("not that one", into: "Password of the file")
        try app.press("Import")
        _ = try app.find("label", "That is not the password of the file.")
        try app.type(Certificates.password, into: "Password of the file")
        try app.press("Import")
        _ = try app.find("list item", "My Certificates, 1")
        #expect(try window.stage.chatelaine("security", "find-identity").contains("leaf.example"))
    }

    @Test func anIdentityIsExportedWithAPassword() throws {
        let (window, certificates) = try opened()
        let app = window.app
        try window.choose("My Certificates, 1")
        try window.select("leaf.example")
        try window.choose("Export with the Private Key…", in: "More about this item")
        try app.type("another pass", into: "Password for the file")
        try app.type("another pass", into: "Password for the file again")
        try app.press("Continue")
        let path = window.stage.home + "/out.p12"
        try window.answerChooser("Save the Export", path, saves: true)
        _ = try app.find("label", "Exported")
        let output = try Certificates.openssl("pkcs12", "-in", path, "-passin", "pass:another pass", "-nodes")
        #expect(output.contains("PRIVATE KEY") && output.contains("CERTIFICATE"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        _ = certificates
    }
}

/// The user's decisions about certificates.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct TrustTests {
    private func choose(_ place: Int, of choice: String, _ app: RunningApp) throws {
        try app.focus(choice, role: "combo box")
        try app.desktop.press("Home")
        for _ in 0..<place { try app.desktop.press("Down") }
        try app.desktop.press("Return")
    }

    @Test func anAuthorityIsTrustedForSomeUsesAndThatIsUndone() throws {
        var made: Certificates?
        let window = try KeychainsWindow { stage in
            let certificates = try Certificates(in: stage.home)
            try stage.chatelaine("security", "import", certificates.authority)
            made = certificates
        }
        let (app, certificates) = (window.app, try #require(made))
        func isTrusted(_ policy: String) throws -> Bool {
            let command = [
                "\(window.stage.prefix)/bin/chatelaine", "security", "verify-cert", "-q", "-c",
                certificates.certificate, "-p", policy,
            ]
            return try ChildProcess.run(command, variables: window.stage.variables).1 == 0
        }
        try window.select("Example Authority")
        _ = try app.find("label", "Not Trusted")
        #expect(try !isTrusted("basic"))
        try app.press("Change Trust…")
        _ = try app.find("frame", "Trust")
        #expect(app.unnamed == [])
        try choose(1, of: "For everything", app)
        try choose(2, of: "For servers and clients (TLS)", app)
        try app.press("Save")
        try app.waitUntilGone("frame", "Trust")
        _ = try app.find("label", "Trusted")
        #expect(try isTrusted("basic") && !isTrusted("ssl"))
        try app.press("Change Trust…")
        try choose(2, of: "For everything", app)
        try app.press("Save")
        // As the command line says it: the offer to undo ends after eight seconds.
        try Desktop.wait(for: "a certificate that is not trusted") { try isTrusted("basic") ? nil : () }
        try app.takeKeys()
        try app.desktop.press("ctrl+z")
        try Desktop.wait(for: "a certificate that is trusted again") { try isTrusted("basic") ? () : nil }
        #expect(try !isTrusted("ssl"))
        _ = try app.find("label", "Trusted")
    }
}
