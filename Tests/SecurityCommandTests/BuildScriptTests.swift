import Foundation
import KeychainServices
import TestSupport
import Testing

@testable import SecurityCommand

/// Scripts as they are found on build machines: without a terminal, and with no person to ask.
@Suite(.timeLimit(.minutes(60)), .enabled(if: ChildProcess.isInstalled("openssl"), "there is no program “openssl”"))
struct BuildScriptTests {
    private let home: ScriptHome
    init() throws { home = try ScriptHome() }

    /// Makes `NAME.key`, `NAME.pem` and `NAME.p12`.
    private func makeIdentity(_ name: String, password: String = "p12pw") throws {
        try openssl(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
                + ["-subj", "/CN=\(name)", "-keyout", home("\(name).key"), "-out", home("\(name).pem")])
        try openssl(
            ["pkcs12", "-export", "-inkey", home("\(name).key"), "-in", home("\(name).pem"), "-name", name]
                + ["-passout", "pass:\(password)", "-out", home("\(name).p12")])
    }

    private func openssl(_ words: [String]) throws {
        try #require(try ChildProcess.run(["openssl"] + words, errors: .null).status == 0, "openssl \(words)")
    }

    /// Returns the certificate's hash as `find-identity` prints it.
    private func hash(_ name: String) throws -> String {
        let text = try ChildProcess.run(
            ["openssl", "x509", "-in", home("\(name).pem"), "-noout", "-fingerprint", "-sha1"]
        ).output
        return text.drop { $0 != "=" }.filter(\.isHexDigit)
    }

    @Test func signingIsSetUpAndTornDown() throws {
        try makeIdentity("signer")
        for line in [
            "create-keychain -p secret build.keychain", "set-keychain-settings -lut 21600 build.keychain",
            "unlock-keychain -p secret build.keychain", "list-keychains -d user -s build.keychain login.keychain",
        ] {
            let run = try home.run(line)
            #expect(run.status == 0 && run.console.complaints.isEmpty && run.console.prompts.isEmpty, "\(line)")
        }
        let imported = try home.run(
            "import \(home("signer.p12")) -k build.keychain -P p12pw -f pkcs12 -A -T /usr/bin/codesign")
        #expect(imported.status == 0 && imported.console.text == "1 identity imported.\n")
        #expect(try home.status("set-key-partition-list -S apple-tool:,apple: -s -k wrong build.keychain") == 51)
        #expect(try home.status("set-key-partition-list -S apple-tool:,apple: -s -k secret build.keychain") == 0)

        let line = try "  1) \(hash("signer")) \"signer\""
        #expect(
            try home.output("find-identity build.keychain") == """

                Policy: X.509 Basic
                  Matching identities
                \(line) (CSSMERR_TP_NOT_TRUSTED)
                     1 identities found

                  Valid identities only
                     0 valid identities found

                """)
        #expect(try home.output("find-identity -v build.keychain") == "     0 valid identities found\n")
        #expect(try home.output("find-identity").contains(line))
        #expect(try home.output("find-identity login.keychain").contains("     0 identities found\n"))

        let exported = try home.run(
            "export -k build.keychain -t identities -f pkcs12 -P other -o \(home("exported.p12"))")
        #expect(exported.status == 0 && exported.console.complaints.hasSuffix("written to \(home("exported.p12"))\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: home("exported.p12"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try openssl(["pkcs12", "-in", home("exported.p12"), "-passin", "pass:other", "-nodes", "-out", home("all.pem")])

        #expect(try home.status("delete-identity -Z \(hash("signer")) build.keychain") == 0)
        #expect(try home.output("find-identity build.keychain").contains("     0 identities found\n"))
        #expect(try home.status("delete-keychain build.keychain") == 0)
    }

    @Test func wrongPassphraseImportsNothing() throws {
        try makeIdentity("signer")
        _ = try home.run("create-keychain -p secret build.keychain")
        let file = home("signer.p12")
        let wrong = try home.run("import \(file) -k build.keychain -P wrong")
        #expect(wrong.status == 1 && wrong.console.complaints.hasPrefix("security: SecKeychainItemImport: "))
        #expect(try home.status("import \(file) -k build.keychain") == 1)
        let asked = try home.run("import \(file) -k build.keychain", answers: ["1", "2", "3", "p12pw"])
        #expect(asked.status == 1 && asked.console.prompts.count == 3)
        #expect(try home.output("find-identity build.keychain").contains("     0 identities found\n"))
        #expect(try home.status("import \(file) -k build.keychain", answers: ["wrong", "p12pw"]) == 0)
        let again = try home.run("import \(file) -k build.keychain -P p12pw")
        #expect(again.status == 1 && again.console.complaints.contains("already exists"))
    }

    @Test func keyThatIsNotExtractableStaysThere() throws {
        try makeIdentity("signer")
        _ = try home.run("create-keychain -p secret build.keychain")
        #expect(try home.status("import \(home("signer.p12")) -k build.keychain -P p12pw -x") == 0)
        for type in ["identities", "privKeys", "allKeys", "all"] {
            let exported = try home.run("export -k build.keychain -t \(type) -f pemseq")
            #expect(exported.status == 1 && exported.console.text.isEmpty, "\(type)")
        }
        let dumped = try home.output("dump-keychain -d build.keychain")
        let key = try Data(contentsOf: URL(fileURLWithPath: home("signer.key")))
        #expect(!key.isEmpty && !dumped.contains("PRIVATE KEY"))
        #expect(try home.output("export -k build.keychain -t certs -f x509 -p").contains("BEGIN CERTIFICATE"))
    }

    @Test func pemIsImportedAndExported() throws {
        try makeIdentity("one")
        try makeIdentity("two")
        _ = try home.run("create-keychain -p secret build.keychain")
        #expect(
            try home.output("import \(home("one.pem")) -k build.keychain -t cert") == "1 certificate imported.\n")
        #expect(try home.output("import \(home("one.key")) -k build.keychain") == "1 key imported.\n")
        #expect(try home.output("import \(home("two.p12")) -k build.keychain -P p12pw") == "1 identity imported.\n")
        let certificates = try home.output("export -k build.keychain -t certs")
        #expect(certificates.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
        let identities = try home.output("export -k build.keychain -t identities -f pemseq")
        #expect(identities.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
        #expect(try home.status("export -k none.keychain") == 1)
        #expect(try home.status("export -k build.keychain -t nothing") == 2)
        #expect(try home.status("import \(home("missing"))") == 1)
        #expect(try home.status("import") == 2)
    }

    @Test func identityThatIsAmbiguousStays() throws {
        try makeIdentity("signer one")
        try makeIdentity("signer two")
        _ = try home.run("create-keychain -p secret build.keychain")
        for name in ["one", "two"] {
            #expect(try home.status("import '\(home("signer \(name).p12"))' -k build.keychain -P p12pw") == 0)
        }
        let deleted = try home.run("delete-identity -c signer build.keychain")
        #expect(deleted.status == 1)
        #expect(
            deleted.console.complaints == "\"signer\" is ambiguous, matches more than one certificate\n"
                + "Unable to delete certificate matching \"signer\"\n")
        #expect(try home.output("find-identity build.keychain").contains("     2 identities found\n"))
        #expect(try home.status("delete-identity build.keychain") == 2)
        #expect(try home.status("find-identity -p eap build.keychain") == 0)
    }

    @Test func partitionListsAreAccepted() throws {
        _ = try home.run("create-keychain -p secret build.keychain")
        for kind in ["generic", "internet"] {
            let command = "set-\(kind)-password-partition-list -s mail -S apple: "
            #expect(try home.status(command + "-k secret build.keychain") == 0)
            #expect(try home.status(command + "-k wrong build.keychain") == 51)
            #expect(try home.status(command + "-k secret none.keychain") == 50)
        }
        #expect(try home.status("set-key-partition-list -S apple: -k anything login.keychain") == 0)
    }
}
