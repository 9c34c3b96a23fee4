import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import TestSupport
import Testing

/// OpenSSH's files in both directions with `ssh-keygen`.
@Suite(.enabled(if: ChildProcess.isInstalled("ssh-keygen"), "ssh-keygen is not installed"))
struct OpenSSHTests {
    static let types = [["rsa", "-b", "2048"], ["ecdsa", "-b", "256"], ["ecdsa", "-b", "521"], ["ed25519"]]

    private func made(_ type: [String], _ password: String, _ options: [String] = []) throws -> (
        key: [UInt8], half: [UInt8]
    ) {
        let directory = try TemporaryDirectory()
        let words =
            ["ssh-keygen", "-q", "-t"] + type + ["-N", password, "-C", "kim@example.com", "-f", directory("key")]
        guard try ChildProcess.run(words + options).status == 0 else { throw TestFailure("ssh-keygen fails") }
        let read = { [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory($0)))) }
        return (try read("key"), try read("key.pub"))
    }

    @Test(arguments: types) func plainKeysAreReadAndWritten(_ type: [String]) throws {
        let (file, line) = try made(type, "")
        let contents = try ExchangeReader.read(file)
        #expect((contents.format, contents.type) == (.openSSH, .privateKey))
        #expect(contents.items.map(\.name) == ["kim@example.com"])
        let half = try ExchangeReader.read(line)
        #expect(half.publicKeys == [try #require(contents.privateKeys.first).publicKey()])
        #expect(half.items.map(\.name) == ["kim@example.com"])
        #expect(try ExchangeWriter.write(half.items, as: .openSSH).bytes == line)
        // Random numbers differ.
        let ours = try ExchangeWriter.write(contents.items, as: .openSSH)
        #expect(ours.count == file.count)
        #expect(try publicLine(of: ours.bytes, "") == line)
    }

    /// Returns what `ssh-keygen -y` prints for a file.
    private func publicLine(of file: [UInt8], _ password: String) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        try Data(file).write(to: URL(fileURLWithPath: directory("key")))
        guard chmod(directory("key"), 0o600) == 0 else { throw TestFailure("the permissions cannot be set") }
        let (output, status) = try ChildProcess.run(
            ["ssh-keygen", "-y", "-P", password, "-f", directory("key")], errors: .null)
        guard status == 0 else { throw TestFailure("ssh-keygen -y ends with \(status)") }
        return Array(output.utf8)
    }

    @Test(arguments: types) func encryptedKeysAreReadAndWritten(_ type: [String]) throws {
        let password = "Grüße und $(false) 'x' \\"
        let (file, line) = try made(type, password)
        let contents = try ExchangeReader.read(file, Passphrase(password))
        let half = try ExchangeReader.read(line)
        #expect(try contents.privateKeys.map { try $0.publicKey() } == half.publicKeys)
        #expect(ExchangeReader.failure(file, Passphrase("another")) == .wrongPassphrase)
        #expect(ExchangeReader.failure(file, Passphrase("two\nlines")) == .wrongPassphrase)
        #expect(ExchangeReader.failure(file, Passphrase("")) == .wrongPassphrase)
        #expect(ExchangeReader.failure(file) == .passphraseRequired)
        let ours = try ExchangeWriter.write(contents.items, as: .openSSH, Passphrase(password)).bytes
        #expect(try publicLine(of: ours, password) == line)
        #expect(throws: TestFailure.self) { try publicLine(of: ours, "another") }
    }

    @Test func everyCurveAndSizeComesBack() throws {
        for specification in Sample.types where specification != .x25519 {
            let key = try Sample.key(specification)
            let file = try ExchangeWriter.write([ExchangeItem(.privateKey(key), name: "k")], as: .openSSH).bytes
            #expect(try ExchangeReader.read(file).privateKeys == [key])
        }
        let item = ExchangeItem(.privateKey(try Sample.x25519.get()))
        #expect(throws: (any Error).self) { _ = try ExchangeWriter.write([item], as: .openSSH) }
    }

    /// Rounds of the derivation are in the file: more than an honest file has are refused before they are run.
    @Test func aCostlyFileIsRefused() throws {
        let (file, _) = try made(["ed25519"], "secret", ["-a", "16"])
        let text = String(decoding: file, as: UTF8.self)
        let base64 = text.split(separator: "\n").dropFirst().dropLast().joined()
        var bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        let rounds = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 16, 0, 0, 0, 1]) })
        bytes.replaceSubrange(rounds..<(rounds + 4), with: [0x7F, 0xFF, 0xFF, 0xFF])
        let changed =
            "-----BEGIN OPENSSH PRIVATE KEY-----\n\(Data(bytes).base64EncodedString())\n-----END OPENSSH PRIVATE KEY-----\n"
        #expect(ExchangeReader.failure(Array(changed.utf8), Passphrase("secret")) == .cost)
    }

    @Test func aCommentCannotBeginAnotherKey() throws {
        let key = try Sample.p256.get().publicKey()
        let line = try ExchangeWriter.write([ExchangeItem(.publicKey(key), name: "a\nssh-ed25519 AAAA")], as: .openSSH)
        #expect(line.text.split(separator: "\n").count == 1)
    }

    /// A file of any number of short lines, with line breaks of every kind, has the keys that are in it.
    @Test func manyShortLinesAreRead() throws {
        let key = try Sample.p256.get().publicKey()
        let line = try ExchangeWriter.write([ExchangeItem(.publicKey(key))], as: .openSSH).bytes
        let empty = [[UInt8]](repeating: [0x23, 0x0A, 0x0D, 0x0A], count: 1 << 20).flatMap(\.self)
        #expect(try ExchangeReader.read(line + empty + line).publicKeys == [key, key])
    }
}
