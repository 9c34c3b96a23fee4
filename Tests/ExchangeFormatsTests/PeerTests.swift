import AsymmetricKeys
import ExchangeFormats
import Foundation
import TestSupport
import Testing

/// Files in both directions with Python's `cryptography`.
@Suite(.enabled(if: Peer.isInstalled, "python3 has no module “cryptography”"))
struct PeerTests {
    private static let password = "Größe und mehr"

    /// A key of a kind that each format has.
    private static let types: [KeySpecification] = [.rsa(bits: 2048), .ellipticCurve(.p256)]

    @Test(arguments: types) func weReadWhatPythonWrites(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let files = try Peer.make(key, Self.password)
        #expect(files.count >= 15)
        for file in files {
            // The code of a file that is not encrypted is that of no password.
            let passphrase = file.name == "not encrypted" ? .none : Passphrase(Self.password)
            let contents = try ExchangeReader.read([UInt8](file.file), passphrase)
            #expect(contents.privateKeys == [PrivateKey](repeating: key, count: file.keys), "\(file.name)")
            #expect(contents.certificates.count == file.certificates, "\(file.name)")
        }
    }

    @Test(arguments: Sample.types.filter { $0 != .x25519 })
    func pythonReadsWhatWeWrite(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let certificate = try Sample.certified.get().certificate
        let item = ExchangeItem(.privateKey(key), name: "Größe")
        let passphrase = Passphrase(Self.password)
        let plain = try Peer.read(ExchangeWriter.write([item]).bytes, "").key
        for format in [ExchangeFormat.pkcs12, .wrappedPKCS8] {
            let file = try ExchangeWriter.write([item], as: format, passphrase).bytes
            #expect(try Peer.read(file, Self.password).key == plain)
            #expect(throws: TestFailure.self) { try Peer.read(file, "wrong") }
        }
        #expect(try Peer.read(ExchangeWriter.write([item], as: .openSSH).bytes, "").key == plain)
        let pem = try ExchangeWriter.write([item], asPEM: true, passphrase).bytes
        #expect(try Peer.read(pem, Self.password).key == plain)
        let items = [ExchangeItem(.certificate(certificate)), ExchangeItem(.certificate(certificate))]
        for format in [ExchangeFormat.pkcs12, .pkcs7] {
            let file = try ExchangeWriter.write(items, as: format, format == .pkcs12 ? passphrase : .none).bytes
            let read = try Peer.read(file, Self.password)
            #expect(read.certificates == [certificate, certificate].map { Data($0) })
        }
    }
}

/// Python's `cryptography`, asked by `Peer/peer.py`.
enum Peer {
    // Not the first python3 of PATH, which may be one without Debian's packages.
    private static let python = "/usr/bin/python3"

    static let isInstalled: Bool = {
        let process = try? ChildProcess([python, "-c", "import cryptography"], errors: .null)
        return process?.wait() == 0
    }()

    struct File: Decodable {
        let name: String
        let file: Data
        let keys: Int
        let certificates: Int
    }

    struct Reading: Decodable {
        var error: String?
        var key: Data?
        var certificates: [Data]?
    }

    private static func ask<Answer: Decodable>(_ words: [String], _ input: [UInt8]) throws -> Answer {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peer/peer.py")
        let process = try ChildProcess([python, program.path] + words, input: .bytes(Data(input)))
        let output = process.text()
        let status = process.wait()
        guard status == 0 else { throw TestFailure("peer.py ends with \(status): \(output)") }
        return try JSONDecoder().decode(Answer.self, from: Data(output.utf8))
    }

    static func make(_ key: PrivateKey, _ password: String) throws -> [File] {
        let plain = try ExchangeWriter.write([ExchangeItem(.privateKey(key))]).bytes
        return try ask(
            ["make", password],
            OpenSSL.convert(
                plain, "pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-in", "IN", "-outform", "DER", "-out", "OUT"))
    }

    static func read(_ file: [UInt8], _ password: String) throws -> Reading {
        let reading: Reading = try ask(["read", password], file)
        if let error = reading.error { throw TestFailure("Python: \(error)") }
        return reading
    }
}
