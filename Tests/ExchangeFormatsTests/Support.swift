import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import Secrets
import TestSupport

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Operations on arrays, which tests write more easily.
extension ExchangeReader {
    static func read(
        _ bytes: [UInt8], _ passphrase: Passphrase = .none, as format: ExchangeFormat? = nil,
        type: ExchangeItemType? = nil
    ) throws(ExchangeError) -> ExchangeContents {
        try bytes.withBytes { bytes throws(ExchangeError) in
            try read(bytes, passphrase, as: format, type: type)
        }
    }

    /// Returns the kind of error that reading ends with; nil if it succeeds.
    static func failure(_ bytes: [UInt8], _ passphrase: Passphrase = .none) -> ExchangeError.Kind? {
        do throws(ExchangeError) {
            _ = try read(bytes, passphrase)
            return nil
        } catch { return error.kind }
    }
}

extension ExchangeContents {
    var privateKeys: [PrivateKey] {
        items.compactMap { if case .privateKey(let key) = $0.content { key } else { nil } }
    }
    var publicKeys: [PublicKey] {
        items.compactMap { if case .publicKey(let key) = $0.content { key } else { nil } }
    }
    var certificates: [[UInt8]] {
        items.compactMap { if case .certificate(let der) = $0.content { der } else { nil } }
    }
}

/// Keys that are made once for all tests.
enum Sample {
    static let rsa = Result { try PrivateKey.generate(.rsa(bits: 2048)) }
    static let p256 = Result { try PrivateKey.generate(.ellipticCurve(.p256)) }
    static let p384 = Result { try PrivateKey.generate(.ellipticCurve(.p384)) }
    static let p521 = Result { try PrivateKey.generate(.ellipticCurve(.p521)) }
    static let ed25519 = Result { try PrivateKey.generate(.ed25519) }
    static let x25519 = Result { try PrivateKey.generate(.x25519) }

    static let types: [KeySpecification] = [
        .rsa(bits: 2048), .ellipticCurve(.p256), .ellipticCurve(.p384), .ellipticCurve(.p521), .ed25519, .x25519,
    ]

    static func key(_ specification: KeySpecification) throws -> PrivateKey {
        switch specification {
        case .ellipticCurve(.p256): try p256.get()
        case .ellipticCurve(.p384): try p384.get()
        case .ellipticCurve(.p521): try p521.get()
        case .ed25519: try ed25519.get()
        case .x25519: try x25519.get()
        default: try rsa.get()
        }
    }

    /// A certificate of the P-256 key, and its key in a file, made by `openssl`.
    static let certified = Result { try Certified() }

    struct Certified {
        let directory: TemporaryDirectory
        let certificate: [UInt8]
        var key: PrivateKey { get throws { try Sample.p256.get() } }

        init() throws {
            let directory = try TemporaryDirectory()
            let key = try ExchangeWriter.write([ExchangeItem(.privateKey(try Sample.p256.get()))], asPEM: true)
            try Data(key.bytes).write(to: URL(fileURLWithPath: directory("key.pem")))
            let words = ["req", "-x509", "-key", directory("key.pem"), "-subj", "/CN=Kim", "-days", "100", "-out"]
            try OpenSSL.run(words + [directory("cert.pem")])
            try OpenSSL.run(["x509", "-in", directory("cert.pem"), "-outform", "DER", "-out", directory("cert.der")])
            self.directory = directory
            certificate = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory("cert.der"))))
        }
    }
}

/// The program `openssl`.
enum OpenSSL {
    static func run(_ words: [String]) throws {
        let (output, status) = try ChildProcess.run(["openssl"] + words, errors: .null)
        guard status == 0 else { throw TestFailure("openssl \(words) ends with \(status): \(output)") }
    }

    /// Returns what the program makes of files.
    ///
    /// - Parameter words: `IN` and `OUT` stand for files.
    static func convert(_ input: [UInt8], _ words: String...) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        try Data(input).write(to: URL(fileURLWithPath: directory("IN")))
        try run(words.map { $0 == "IN" || $0 == "OUT" ? directory($0) : $0 })
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory("OUT"))))
    }
}

/// Values in DER, byte by byte, for files that no program makes.
func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let contents = parts.flatMap { $0 }
    guard contents.count >= 0x80 else { return [tag, UInt8(contents.count)] + contents }
    let length = withUnsafeBytes(of: UInt64(contents.count).bigEndian) { Array($0.drop { $0 == 0 }) }
    return [tag, 0x80 | UInt8(length.count)] + length + contents
}
