import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import Secrets
import TestSupport
import Testing

/// Damaged and malicious messages: each is refused, or its signature is that of its content.
@Suite(.timeLimit(.minutes(60)), .enabled(if: ChildProcess.isInstalled("openssl"), "there is no program “openssl”"))
struct MessageTests {
    private static let content = Array("Dear Kim\n".utf8)

    /// Small messages of every kind.
    private static let samples = Result { () throws -> [(name: String, bytes: [UInt8])] in
        let directory = try Sample.certified.get().directory
        try Data(content).write(to: URL(fileURLWithPath: directory("letter")))
        let (key, certificate) = (directory("key.pem"), directory("cert.pem"))
        let made = { (name: String, words: [String]) throws -> (name: String, bytes: [UInt8]) in
            let out = try TemporaryDirectory()
            try OpenSSL.run(words + ["-in", directory("letter"), "-outform", "DER", "-out", out("file")])
            return (name, [UInt8](try Data(contentsOf: URL(fileURLWithPath: out("file")))))
        }
        let sign = ["cms", "-sign", "-binary", "-nodetach", "-signer", certificate, "-inkey", key]
        return [
            try made("signed", sign), try made("signed, lengths open", sign + ["-stream", "-indef"]),
            try made("signed, without attributes", sign + ["-noattr", "-keyid"]),
            try made("encrypted", ["cms", "-encrypt", "-binary", "-aes256", "-recip", certificate]),
            try made("encrypted, lengths open", ["cms", "-encrypt", "-binary", "-stream", "-recip", certificate]),
            try made(
                "encrypted with a key",
                [
                    "cms", "-EncryptedData_encrypt", "-binary", "-aes128", "-secretkey",
                    String(repeating: "00", count: 16),
                ]),
            ("certificates", try SignedMessage.certificatesOnly([try Sample.certified.get().certificate])),
        ]
    }

    private static func read(_ bytes: [UInt8]) throws(ExchangeError) -> Message {
        try bytes.withBytes { bytes throws(ExchangeError) in try Message.read(bytes) }
    }

    /// Returns the status of the first signature.
    private static func status(_ message: Message, _ content: [UInt8]? = nil) throws -> SignatureStatus? {
        guard case .signed(let signed) = message, let signer = signed.signers.first else { return nil }
        let certificate = try CertificateIdentity(try Sample.certified.get().certificate)
        guard signer.name.isName(of: certificate) else { return .certificateNotFound }
        return try signer.verify(content ?? signed.content ?? [], type: signed.type, by: certificate)
    }

    @Test func wholeMessagesAreRead() throws {
        for (name, bytes) in try Self.samples.get() {
            let message = try Self.read(bytes)
            guard case .signed(let signed) = message, !signed.signers.isEmpty else { continue }
            #expect(signed.content == Self.content, "\(name)")
            #expect(try Self.status(message) == .good, "\(name)")
            #expect(try Self.status(message, Self.content + [0x0A]) != .good, "\(name)")
        }
    }

    @Test func noChangeOfAByteMakesAnotherContentGood() throws {
        for (name, bytes) in try Self.samples.get() {
            for index in bytes.indices {
                for change in [UInt8(0x01), 0x80] {
                    var changed = bytes
                    changed[index] ^= change
                    guard let message = try? Self.read(changed), case .signed(let signed) = message,
                        signed.content != Self.content
                    else { continue }
                    #expect((try? Self.status(message)) != .good, "\(name), byte \(index)")
                }
            }
        }
    }

    @Test func shortenedMessagesAreRefused() throws {
        for (name, bytes) in try Self.samples.get() {
            for count in bytes.indices {
                #expect(throws: ExchangeError.self, "\(name), \(count) bytes") { try Self.read(Array(bytes[..<count])) }
            }
            #expect(throws: ExchangeError.self, "\(name)") { try Self.read(bytes + [0]) }
        }
    }

    /// The attributes of a message are bytes with a signature: as the content of a message without attributes they would be good.
    @Test func attributesAreNoContent() throws {
        let bytes = try #require(try Self.samples.get().first { $0.name == "signed" }?.bytes)
        let certificate = try Sample.certified.get().certificate
        guard case .signed(let signed) = try Self.read(bytes), !signed.signers.isEmpty else {
            throw TestFailure("not signed")
        }
        // The attributes are behind the hash function's identifier, and begin with that of the content's type.
        let type: [UInt8] = [0x30, 0x18, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: type) })
        let header = try #require((2...4).first { bytes[start - $0] == 0xA0 })
        let length =
            header == 2 ? Int(bytes[start - 1]) : bytes[start - header + 2..<start].reduce(0) { $0 << 8 | Int($1) }
        let attributes = der(0x31, Array(bytes[start..<start + length]))
        let rest = Array(bytes[(start + length)...])
        let identity = Array(bytes[..<(start - header)])
        // Signature algorithm and signature are the rest; the name and the hash function are in front of the attributes.
        let hash = der(0x30, [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
        let hashStart = try #require(identity.indices.last { identity[$0...].starts(with: hash) })
        let name = try nameOfSigner(certificate)
        #expect(identity[..<hashStart].suffix(name.count).elementsEqual(name))
        let signer = der(0x30, [2, 1, 1], name, hash, rest)
        let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let forged = der(
            0x30, signedData,
            der(
                0xA0,
                der(
                    0x30, [2, 1, 1], der(0x31, hash), der(0x30, data, der(0xA0, der(0x04, attributes))),
                    der(0x31, signer))))
        let message = try Self.read(forged)
        #expect(try Self.status(message) == .malformed)
        // The test can fail: the signature is that of these bytes.
        #expect(try isSignature(rest, of: attributes))
    }

    private func nameOfSigner(_ certificate: [UInt8]) throws -> [UInt8] {
        let identity = try CertificateIdentity(certificate)
        return der(0x30, identity.issuer, der(0x02, identity.serialNumber))
    }

    private func isSignature(_ rest: [UInt8], of bytes: [UInt8]) throws -> Bool {
        let key = try Sample.certified.get().key.publicKey()
        // The algorithm, tag and length of the string, the signature.
        let signature = Array(rest[(2 + Int(rest[1]) + 2)...])
        return try bytes.withBytes { bytes in
            try signature.withBytes { try key.isValid($0, of: bytes, with: .ecdsa(.x962, .message(.sha256))) }
        }
    }

    @Test func limitsAreKept() throws {
        #expect(throws: ExchangeError(.tooLarge)) {
            try Self.read([UInt8](repeating: 0x30, count: ExchangeLimits.file + 1))
        }
        // Values in values, each of open length.
        let deep = (0..<100_000).flatMap { _ -> [UInt8] in [0x30, 0x80] }
        #expect(throws: ExchangeError.self) { try Self.read(deep) }
        let bytes = try #require(try Self.samples.get().last?.bytes)
        #expect(throws: Never.self) { try Self.read(bytes) }
        #expect(throws: ExchangeError(.tooLarge)) {
            let certificate = try Sample.certified.get().certificate
            return try Self.read(try SignedMessage.certificatesOnly([[UInt8]](repeating: certificate, count: 257)))
        }
    }

    @Test func anotherKeyIsSaidInOneWay() throws {
        guard
            case .encrypted(let content) = try Self.read(
                try #require(try Self.samples.get().first { $0.name == "encrypted with a key" }?.bytes))
        else { throw TestFailure("not encrypted") }
        #expect(try content.open(with: SecretBytes(zeros: 16)).bytes == Self.content)
        #expect(throws: ExchangeError(.wrongKey)) { try content.open(with: SecretBytes(zeros: 24)).count }
        var wrong = 0
        // The padding of one in 256 keys fits by chance.
        for number in UInt8(1)...16 {
            let key = SecretBytes(copying: [UInt8](repeating: number, count: 16))
            do throws(ExchangeError) {
                _ = try content.open(with: key)
            } catch { wrong += error == ExchangeError(.wrongKey) ? 1 : 0 }
        }
        #expect(wrong >= 12)
    }
}
