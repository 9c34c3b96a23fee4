import Foundation
import PasswordVault
import Secrets
import Testing

@testable import VaultExchange

/// The encryption of Bitwarden's export, compared with another implementation: Python's hashlib and hmac, and OpenSSL's command.
struct BitwardenCipherTests {
    private static let hasPrograms = ["/usr/bin/python3", "/usr/bin/openssl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let program = #"""
        import sys, json, base64, hashlib, hmac, subprocess
        d = json.load(open(sys.argv[1]))
        key = hashlib.pbkdf2_hmac("sha256", b"p\xc3\xa4ss", d["salt"].encode(), d["kdfIterations"], 32)
        expand = lambda info: hmac.new(key, info + b"\x01", hashlib.sha256).digest()
        for name in ("encKeyValidation_DO_NOT_EDIT", "data"):
            kind, rest = d[name].split(".", 1)
            iv, data, mac = (base64.b64decode(part) for part in rest.split("|"))
            assert kind == "2" and hmac.new(expand(b"mac"), iv + data, hashlib.sha256).digest() == mac
            plain = subprocess.run(["openssl", "enc", "-d", "-aes-256-cbc", "-K", expand(b"enc").hex(), "-iv", iv.hex()],
                input=data, stdout=subprocess.PIPE, check=True).stdout
        assert json.loads(plain)["items"][0]["name"] == "Title"
        """#

    @Test(.enabled(if: hasPrograms, "python3 or openssl is not installed"))
    func anotherImplementationOpensAProtectedExport() throws {
        let item = ExportedItem(VaultItem(.login, title: "Title"))
        let (data, _) = try ArchiveSample.file(BitwardenExport(.protected), [item], password: "päss")
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: path) }
        try data.write(to: path)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, path.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func fileWithArgon2AndSeveralLanesOpens() throws {
        var document: [String: Any] = [
            "encrypted": true, "passwordProtected": true, "salt": "c2FsdA==", "kdfType": 1, "kdfIterations": 2,
            "kdfMemory": 16, "kdfParallelism": 4,
        ]
        let cipher = try BitwardenCipher(password: SecretBytes(copying: "pass".utf8), JSONNode(document))
        document["encKeyValidation_DO_NOT_EDIT"] = try cipher.seal(Data("check".utf8))
        document["data"] = try cipher.seal(Data(JSONSamples.bitwarden.text.utf8))
        let data = try JSONText.data(document)
        #expect(try ArchiveSample.read(data, ArchiveSample.context("pass")).items.count == 5)
        document["data"] = try cipher.seal(Data("{".utf8))
        let damaged = try JSONText.data(document)
        #expect(
            ArchiveSample.failure { _ = try ArchiveSample.read(damaged, ArchiveSample.context("pass")) }?.kind
                == .damaged)
    }
}
