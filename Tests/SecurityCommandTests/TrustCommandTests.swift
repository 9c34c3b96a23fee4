import CertificateTrust
import Foundation
import Glibc
import LinuxSupport
import Security
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

    /// A server that runs while the test does.
    private final class Server {
        let port: Int
        private let process: ChildProcess

        init(_ home: ScriptHome, _ more: [String] = []) throws {
            // openssl says where it listens, for a port that the system chooses.
            let words = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-naccept", "16"] + more
            process = try ChildProcess(
                words, variables: ProcessInfo.processInfo.environment, input: .null, errors: .null)
            var line = process.line()
            while let other = line, !other.hasPrefix("ACCEPT") { line = process.line() }
            port = try #require(line?.split(separator: ":").last.flatMap { Int($0) })
        }

        deinit { process.end() }
    }

    /// A server that says something to one caller, whatever that one says.
    private static func speaker(_ text: String) throws -> Int {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(isBound)
        Thread.detachNewThread {
            let caller = accept(listener, nil, nil)
            _ = write(caller, text, text.utf8.count)
            close(caller)
            close(listener)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// A root, and a certificate for localhost that an intermediate has issued.
    private func makeChain() throws {
        let script = """
            cd '\(home("."))' && for name in middle leaf; do
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=$name -keyout $name.key -out $name.csr
            done &&
            printf 'basicConstraints=critical,CA:true\\nkeyUsage=keyCertSign\\n' > ca.ext &&
            printf 'subjectAltName=DNS:localhost\\nextendedKeyUsage=serverAuth\\n' > leaf.ext &&
            openssl x509 -req -in middle.csr -CA root.pem -CAkey key -set_serial 2 -days 30 -extfile ca.ext -out middle.pem &&
            openssl x509 -req -in leaf.csr -CA middle.pem -CAkey middle.key -set_serial 3 -days 30 -extfile leaf.ext -out leaf.pem
            """
        try #require(try ChildProcess.run(["/bin/sh", "-c", script], errors: .null).status == 0)
    }

    @Test func theCertificateOfAServerIsVerified() throws {
        try makeChain()
        let leaf = ["-cert", home("leaf.pem"), "-key", home("leaf.key")]
        let (root, good) = (home("root.pem"), "...certificate verification successful.\n")
        let server = try Server(home, leaf + ["-cert_chain", home("middle.pem")])
        let address = "https://localhost:\(server.port)"
        #expect(try home.output("verify-cert -r \(root) \(address)") == good)
        #expect(try home.output("verify-cert -r \(root) \(address)/a/page?q=1") == good)
        #expect(try home.complaints("verify-cert \(address)") == "Cert Verify Result: CSSMERR_TP_NOT_TRUSTED\n")
        let other = try home.complaints("verify-cert -r \(root) https://127.0.0.1:\(server.port)")
        #expect(other == "Cert Verify Result: CSSMERR_APPLETP_HOSTNAME_MISMATCH\n")
        #expect(try home.output("verify-cert -r \(root) -n localhost https://127.0.0.1:\(server.port)") == good)
        #expect(try home.status("verify-cert -r \(root) -n example.com \(address)") == 1)
        #expect(try home.output("verify-cert -r \(root) -t \(address)").hasPrefix("Subject: leaf\n"))
        #expect(try home.status("verify-cert -c \(root) \(address)") == 2)
        // One that does not send the intermediate is not trusted, unless that is known.
        let short = try Server(home, leaf)
        #expect(try home.status("verify-cert -r \(root) https://localhost:\(short.port)") == 1)
        _ = try home.run("add-certificates -k build.keychain \(home("middle.pem"))")
        #expect(
            try home.output("verify-cert -r \(root) -k build.keychain https://localhost:\(short.port)") == good)
    }

    @Test func whatIsNoServerIsAnError() throws {
        for address in ["http://localhost", "localhost", "https://", "https://localhost:99999", "file:///etc/passwd"] {
            #expect(try home.status("verify-cert \(address)") == 2, "\(address)")
        }
        #expect(
            try home.complaints("verify-cert https://localhost:1")
                == "security: verify-cert: localhost: Connection refused\n")
        #expect(
            try home.complaints("verify-cert https://nothing.invalid")
                == "security: verify-cert: nothing.invalid: the host is not known\n")
        // Something that speaks no TLS.
        for text in ["220 welcome\r\n", ""] {
            let complaint = try home.complaints("verify-cert https://127.0.0.1:\(Self.speaker(text))")
            #expect(complaint.hasPrefix("security: verify-cert: 127.0.0.1: "), "\(text)")
        }
    }

    @Test func settingsCountForOneProgram() throws {
        let file = home("root.pem")
        let own = try #require(InstalledProgram.ownPath)
        try TrustSettingsFile.$override.withValue(TrustSettingsFile(path: home("trust-settings.json"))) { () throws in
            #expect(try home.status("add-trusted-cert -a /usr/bin/mail \(file)") == 0)
            #expect(try home.status("verify-cert -c \(file)") == 1)
            #expect(try home.status("add-trusted-cert -a \(own) \(file)") == 0)
            #expect(try home.status("verify-cert -c \(file)") == 0)
            #expect(try home.status("remove-trusted-cert \(file)") == 0)
            #expect(try home.status("verify-cert -c \(file)") == 1)
            #expect(try home.status("add-trusted-cert -a program \(file)") == 2)
        }
    }

    /// Only the certificates above one are handed to an evaluation, however many a keychain has.
    @Test func issuersAreFoundAmongMany() throws {
        try makeChain()
        let certificates = try ["leaf", "middle", "root"].map { try CertificateFile.certificate(home("\($0).pem")) }
        let others = try (0..<110).map { number in
            let words = [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=\(number)", "-keyout", "/dev/null", "-out", home("\(number).pem"),
            ]
            try #require(try ChildProcess.run(words, errors: .null).status == 0)
            return try CertificateFile.certificate(home("\(number).pem"))
        }
        #expect(TrustResult.chain(of: certificates[0], others + certificates) == certificates)
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
