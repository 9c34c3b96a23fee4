import TestSupport
import Testing

@testable import SecurityCommand

/// Certificates and keys: stored, found and verified.
@Suite(.timeLimit(.minutes(60)), .enabled(if: ChildProcess.isInstalled("openssl"), "there is no program “openssl”"))
struct TrustCommandTests {
    private let home: ScriptHome
    init() throws {
        home = try ScriptHome()
        let words = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
            "-subj", "/CN=root", "-keyout", home("key"), "-out", home("root.pem"),
        ]
        try #require(try ChildProcess.run(words, errors: .null).status == 0)
        _ = try home.run("create-keychain -p secret build.keychain")
    }

    @Test func certificateIsVerified() throws {
        let file = home("root.pem")
        #expect(
            try home.output("verify-cert -c \(file) -r \(file) -L") == "...certificate verification successful.\n")
        let refused = try home.run("verify-cert -c \(file)")
        #expect(refused.status == 1 && refused.console.complaints == "Cert Verify Result: CSSMERR_TP_NOT_TRUSTED\n")
        let expired = try home.complaints("verify-cert -c \(file) -r \(file) -d 2200-01-01-00:00:00")
        #expect(expired == "Cert Verify Result: CSSMERR_TP_CERT_EXPIRED\n")
        #expect(try home.status("verify-cert -c \(file) -r \(file) -R ocsp -R offline -l") == 0)
        #expect(try home.status("verify-cert -c \(file) -r \(file) -R something") == 2)
        #expect(try home.output("verify-cert -c \(file) -r \(file) -P").contains("BEGIN CERTIFICATE"))
        #expect(try home.output("verify-cert -c \(file) -r \(file) -t").hasPrefix("Subject: root\n"))
        #expect(try home.status("verify-cert") == 2)
    }

    @Test func certificateIsStoredOnce() throws {
        #expect(try home.status("add-certificates -k build.keychain \(home("root.pem"))") == 0)
        #expect(try home.status("add-certificates -k build.keychain \(home("root.pem"))") == 1)
        #expect(try home.output("find-certificate -p -c ROOT build.keychain").contains("BEGIN CERTIFICATE"))
    }

    @Test func keyIsMadeAndFound() throws {
        #expect(try home.status("find-key build.keychain") == 44)
        #expect(try home.status("create-keypair -s 2048 -k build.keychain sample") == 0)
        #expect(try home.output("find-key -t private -l sample build.keychain").contains("class: 0x00000010"))
        #expect(try home.status("create-keypair -a dsa -k build.keychain sample") == 1)
    }
}
