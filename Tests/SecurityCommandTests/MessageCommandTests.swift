import Foundation
import TestSupport
import Testing

@testable import SecurityCommand

/// Messages of `cms` against the program `openssl`, in both directions.
@Suite(.timeLimit(.minutes(60)), .enabled(if: ChildProcess.isInstalled("openssl"), "there is no program “openssl”"))
struct MessageCommandTests {
    private let home: ScriptHome

    /// A portable keychain with two identities, whose certificates are self-signed.
    init() throws {
        home = try ScriptHome()
        try #require(try home.status("create-keychain -p secret build.keychain") == 0)
        try makeIdentity("rsa", "rsa:2048")
        try makeIdentity("ec", "ec", "-pkeyopt", "ec_paramgen_curve:P-384")
        try Data("Dear Kim\n".utf8).write(to: URL(fileURLWithPath: home("letter")))
    }

    private func makeIdentity(_ name: String, _ key: String...) throws {
        try openssl(
            ["req", "-x509", "-newkey"] + key + ["-nodes", "-days", "30", "-subj", "/CN=Kim \(name)"]
                + ["-keyout", home("\(name).key"), "-out", home("\(name).pem")])
        try openssl(
            ["pkcs12", "-export", "-inkey", home("\(name).key"), "-in", home("\(name).pem")]
                + ["-passout", "pass:p12", "-out", home("\(name).p12")])
        try #require(try home.status("import \(home("\(name).p12")) -k build.keychain -P p12 -x") == 0)
    }

    @discardableResult
    private func openssl(_ words: [String]) throws -> String {
        let run = try ChildProcess.run(["openssl"] + words, errors: .null)
        try #require(run.status == 0, "openssl \(words)")
        return run.output
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: home(name))))
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home(name)) }

    /// Verifies without asking whether the certificate is trusted: it says only whether the signature is valid.
    private func opensslVerifies(_ name: String, _ others: String...) throws -> String {
        try openssl(["cms", "-verify", "-inform", "DER", "-in", home(name), "-noverify", "-binary"] + others)
    }

    /// The tests' certificates are no anchors: what is left to find fault with is the trust.
    private static let untrusted = "signer 0 status = SigningCertNotTrusted (CSSMERR_TP_NOT_TRUSTED)\n"

    @Test(arguments: ["rsa", "ec"], ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"])
    func opensslVerifiesWhatIsSigned(key: String, hash: String) throws {
        for options in ["", "-G", "-P", "-G -P -Y NONE", "-Y 'Kim rsa'"] {
            let line =
                "cms -S -N 'Kim \(key)' -H \(hash) \(options) -k build.keychain -i \(home("letter")) -o \(home("m"))"
            #expect(try home.run(line).console.complaints == "")
            #expect(try opensslVerifies("m") == "Dear Kim\n", "\(options)")
        }
        let printed = try openssl(["cms", "-cmsout", "-print", "-inform", "DER", "-in", home("m"), "-noout"])
        #expect(printed.contains(hash.lowercased()) && printed.contains("id-smime-aa-encrypKeyPref"))
    }

    @Test func signerIsNamedByTheKey() throws {
        let text = try openssl(["x509", "-in", home("ec.pem"), "-noout", "-ext", "subjectKeyIdentifier"])
        let identifier = text.split(separator: "\n").last.map { $0.filter(\.isHexDigit) } ?? ""
        let line = "cms -S -Z \(identifier) -T -k build.keychain -i \(home("letter")) -o \(home("m"))"
        try #require(try home.status(line) == 0)
        #expect(try opensslVerifies("m", "-content", home("letter")) == "Dear Kim\n")
        #expect(try home.complaints("cms -D -k build.keychain -c \(home("letter")) -i \(home("m"))") == Self.untrusted)
    }

    @Test(arguments: ["rsa", "ec"])
    func signaturesOfOpenSSLAreVerified(key: String) throws {
        let variants = [
            [], ["-noattr"], ["-keyid"], ["-stream", "-indef"], ["-md", "sha512"], ["-md", "sha1"], ["-nocerts"],
        ]
        for options in variants {
            try openssl(
                ["cms", "-sign", "-signer", home("\(key).pem"), "-inkey", home("\(key).key"), "-in", home("letter")]
                    + ["-binary", "-nodetach", "-outform", "DER", "-out", home("m")] + options)
            let read = try home.run("cms -D -k build.keychain -i \(home("m")) -o \(home("out"))")
            #expect(read.status == 1 && read.console.complaints == Self.untrusted, "\(options)")
            #expect(!exists("out") && read.console.text.isEmpty)
            // The last byte is one of the signature.
            var changed = try bytes("m")
            if !options.contains("-indef") {
                changed[changed.count - 1] ^= 1
                let wrong = try home.run("cms -D -k build.keychain", input: changed)
                #expect(
                    wrong.status == 1 && wrong.console.complaints == "signer 0 status = BadSignature\n", "\(options)")
            }
        }
    }

    @Test func oneWrongSignatureOfTwoIsAnError() throws {
        try openssl(
            ["cms", "-sign", "-signer", home("rsa.pem"), "-inkey", home("rsa.key"), "-in", home("letter"), "-binary"]
                + [
                    "-nodetach", "-outform", "DER", "-out", home("m"), "-signer", home("ec.pem"), "-inkey",
                    home("ec.key"),
                ])
        var message = try bytes("m")
        message[message.count - 1] ^= 1
        let read = try home.run("cms -D -k build.keychain -o \(home("out"))", input: message)
        let lines = read.console.complaints.split(separator: "\n").map(String.init).sorted()
        #expect(read.status == 1 && !exists("out"))
        #expect(lines.map { $0.hasSuffix("BadSignature") }.filter { $0 } == [true] && lines.count == 2)
    }

    @Test func detachedContentIsNeeded() throws {
        try #require(
            try home.status("cms -S -T -N 'Kim rsa' -k build.keychain -i \(home("letter")) -o \(home("m"))") == 0)
        let read = try home.run("cms -D -k build.keychain -i \(home("m")) -o \(home("out"))")
        #expect(read.status == 1 && !exists("out"))
        #expect(read.console.complaints == "security: cms: the message has no content: name the file with -c\n")
        let other = try home.complaints("cms -D -k build.keychain -i \(home("m")) -c \(home("rsa.pem"))")
        #expect(other == "signer 0 status = DigestMismatch\n")
    }

    @Test(arguments: ["rsa", "ec"])
    func messagesAreEncryptedBothWays(key: String) throws {
        try #require(
            try home.status("cms -E -r 'Kim \(key)' -k build.keychain -i \(home("letter")) -o \(home("m"))") == 0)
        let words = ["-inform", "DER", "-in", home("m"), "-inkey", home("\(key).key"), "-recip", home("\(key).pem")]
        #expect(try openssl(["cms", "-decrypt", "-binary"] + words) == "Dear Kim\n")
        #expect(try home.output("cms -D -k build.keychain -i \(home("m"))") == "Dear Kim\n")
        for options in [["-des3"], ["-aes128"], ["-aes192"], ["-aes256", "-stream"], ["-aes256", "-keyid"]] {
            try openssl(
                ["cms", "-encrypt", "-binary", "-in", home("letter"), "-outform", "DER", "-out", home("m")] + options
                    + [home("\(key).pem")])
            let read = try home.run("cms -D -k build.keychain -i \(home("m")) -o \(home("out"))")
            #expect(read.status == 0 && read.console.complaints.isEmpty, "\(options)")
            #expect(try bytes("out") == Array("Dear Kim\n".utf8))
            let mode = try FileManager.default.attributesOfItem(atPath: home("out"))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    /// AES in Galois/Counter mode has a code against changes, which is noticed.
    @Test(arguments: ["rsa", "ec"], ["-aes-128-gcm", "-aes-192-gcm", "-aes-256-gcm"])
    func authenticatedMessagesAreDecrypted(key: String, cipher: String) throws {
        try openssl(
            ["cms", "-encrypt", "-binary", "-in", home("letter"), "-outform", "DER", "-out", home("m"), cipher]
                + [home("\(key).pem")])
        let printed = try openssl(["cms", "-cmsout", "-print", "-inform", "DER", "-in", home("m"), "-noout"])
        #expect(printed.contains("authEnvelopedData"))
        #expect(try home.output("cms -D -k build.keychain -i \(home("m"))") == "Dear Kim\n")
        let header = try home.output("cms -D -n -h 0 -k build.keychain -i \(home("m"))")
        #expect(header.contains("type=authEnvelopedData"))
        // The code is at the end, and the ciphertext in front of it.
        let whole = try bytes("m")
        for distance in [1, 16, 19, 26] {
            var changed = whole
            changed[changed.count - distance] ^= 1
            let read = try home.run("cms -D -k build.keychain -o \(home("out"))", input: changed)
            #expect(read.status == 1 && !exists("out"), "\(distance)")
        }
    }

    @Test(arguments: ["rsa", "ec"])
    func aMessageIsEncryptedWithTheKeyOfAnEnvelope(key: String) throws {
        // The envelope is for one identity, and the message for another: readers of either have the key.
        let other = key == "rsa" ? "ec" : "rsa"
        let (envelope, message) = (home("envelope"), home("m"))
        try #require(
            try home.status(
                "cms -C -e \(envelope) -r 'Kim \(other)' -k build.keychain -i \(home("letter")) -o \(home("c"))")
                == 0)
        let before = try bytes("envelope")
        let line = "cms -E -e \(envelope) -r 'Kim \(key)' -k build.keychain -i \(home("letter")) -o \(message)"
        try #require(try home.status(line) == 0)
        #expect(try bytes("envelope") == before)
        let words = ["-inform", "DER", "-in", message, "-inkey", home("\(key).key"), "-recip", home("\(key).pem")]
        #expect(try openssl(["cms", "-decrypt", "-binary"] + words) == "Dear Kim\n")
        #expect(try home.output("cms -D -k build.keychain -i \(message)") == "Dear Kim\n")
        #expect(try home.output("cms -D -e \(envelope) -k build.keychain -i \(message)") == "Dear Kim\n")
        // An envelope that is not there yet is made.
        try FileManager.default.removeItem(atPath: envelope)
        try #require(try home.status(line) == 0)
        #expect(try home.output("cms -D -e \(envelope) -k build.keychain -i \(message)") == "Dear Kim\n")
    }

    @Test func oaepIsDecrypted() throws {
        for hash in ["sha1", "sha256"] {
            try openssl(
                ["cms", "-encrypt", "-aes256", "-binary", "-in", home("letter"), "-outform", "DER", "-out", home("m")]
                    + ["-recip", home("rsa.pem"), "-keyopt", "rsa_padding_mode:oaep", "-keyopt", "rsa_oaep_md:\(hash)"])
            #expect(try home.output("cms -D -k build.keychain -i \(home("m"))") == "Dear Kim\n", "\(hash)")
        }
    }

    @Test func aMessageForOthersIsNotDecrypted() throws {
        try makeIdentity("other", "rsa:2048")
        try #require(
            try home.status("cms -E -r 'Kim other' -k build.keychain -i \(home("letter")) -o \(home("m"))") == 0)
        _ = try home.run("delete-identity -c 'Kim other' build.keychain")
        let read = try home.run("cms -D -k build.keychain -i \(home("m")) -o \(home("out"))")
        #expect(read.status == 1 && !exists("out"))
        #expect(read.console.complaints == "security: cms: the keychains have no key of a recipient\n")
    }

    @Test func aChangedKeyIsNoReason() throws {
        try #require(
            try home.status("cms -E -r 'Kim rsa' -k build.keychain -i \(home("letter")) -o \(home("m"))") == 0)
        let message = try bytes("m")
        // In front of the encrypted content there is the encrypted key: any change of it ends in the same words.
        for distance in [100, 200, 300] {
            var changed = message
            changed[message.count - distance] ^= 0x10
            let read = try home.run("cms -D -k build.keychain -o \(home("out"))", input: changed)
            #expect(
                read.console.complaints
                    == "security: cms: the key is not that of the message, or the message was changed\n")
            #expect(read.status == 1 && !exists("out"))
        }
    }

    @Test func anEnvelopeHasTheKeyOfSeveralMessages() throws {
        let line = "cms -C -k build.keychain -e \(home("envelope")) -i \(home("letter")) -o \(home("m"))"
        #expect(try home.status(line) == 2)
        #expect(try home.status(line + " -r 'Kim ec'") == 0)
        #expect(try home.status(line) == 0)
        #expect(try home.output("cms -D -k build.keychain -e \(home("envelope")) -i \(home("m"))") == "Dear Kim\n")
        #expect(try home.status("cms -D -k build.keychain -i \(home("m"))") == 1)
        #expect(try home.status("cms -D -k build.keychain -e \(home("m")) -i \(home("m"))") == 1)
    }

    @Test func theKeychainIsUnlockedByItsPassword() throws {
        _ = try home.run("lock-keychain build.keychain")
        let line = "cms -S -N 'Kim rsa' -k build.keychain -i \(home("letter")) -o \(home("m"))"
        #expect(try home.status(line) == 36 && !exists("m"))
        #expect(try home.status(line + " -p wrong") == 51 && !exists("m"))
        #expect(try home.status(line + " -p secret") == 0)
        // The certificate comes with the message: a locked keychain is not needed to read it.
        _ = try home.run("lock-keychain build.keychain")
        #expect(try home.complaints("cms -D -k build.keychain -i \(home("m"))") == Self.untrusted)
    }

    @Test func namesAreLabelsToo() throws {
        try openssl(
            ["pkcs12", "-export", "-inkey", home("ec.key"), "-in", home("ec.pem"), "-name", "Nick"]
                + ["-passout", "pass:p12", "-out", home("named.p12")])
        _ = try home.run("create-keychain -p secret named.keychain")
        try #require(try home.status("import \(home("named.p12")) -k named.keychain -P p12") == 0)
        for name in ["Nick", "Kim ec"] {
            let line = "-k named.keychain -i \(home("letter")) -o \(home("m"))"
            #expect(try home.status("cms -S -N '\(name)' \(line)") == 0)
            #expect(try home.status("cms -E -r '\(name)' \(line)") == 0)
        }
    }

    @Test func namesThatAreAmbiguousAreErrors() throws {
        try makeIdentity("rsa", "rsa:2048")
        let line = "cms -S -N 'Kim rsa' -k build.keychain -i \(home("letter"))"
        #expect(
            try home.complaints(line)
                == "security: cms: \"Kim rsa\" is ambiguous, matches more than one identity\n")
        #expect(try home.status("cms -E -r 'Kim rsa' -k build.keychain -i \(home("letter"))") == 1)
        // A part of a name is no name.
        #expect(try home.status("cms -E -r Kim -k build.keychain -i \(home("letter"))") == 1)
    }
}
