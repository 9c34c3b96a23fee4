import Foundation
import LibCrypto
import Secrets

@testable import VaultExchange

/// A maker of databases in all versions and ciphers, with every cost at its least.
struct KDBXSample: CustomStringConvertible, Sendable {
    enum Derivation: Sendable, CaseIterable { case aes, argon2d, argon2id }

    var major: UInt16 = 4
    var cipher = GcryptCipher.Algorithm.aesCBC
    var derivation = Derivation.argon2id
    var stream: UInt32 = 3
    var isCompressed = true
    var blockSize = 300
    var attachments: [[UInt8]] = []
    /// Another dictionary of the derivation.
    var parameters: VariantDictionary?

    private static let streamKey = [UInt8](repeating: 7, count: 64)
    private static let seed = [UInt8](repeating: 1, count: 32)
    private static let salt = [UInt8](repeating: 2, count: 32)
    private static let start = [UInt8](repeating: 3, count: 32)

    var description: String { "KDBX \(major), \(cipher), \(derivation), stream \(stream), compressed: \(isCompressed)" }

    /// All combinations that programs write.
    static let all: [KDBXSample] = {
        var all: [KDBXSample] = []
        for stream in [UInt32(2), 3] {
            for cipher in [GcryptCipher.Algorithm.aesCBC, .twofishCBC, .chaCha20] {
                for derivation in Derivation.allCases {
                    all.append(
                        KDBXSample(cipher: cipher, derivation: derivation, stream: stream, isCompressed: stream == 3))
                }
            }
        }
        for major in [UInt16(2), 3] {
            for cipher in [GcryptCipher.Algorithm.aesCBC, .twofishCBC] {
                all.append(
                    KDBXSample(major: major, cipher: cipher, derivation: .aes, stream: 2, isCompressed: major == 3))
            }
        }
        return all
    }()

    /// Encrypts a document, in which `[[…]]` stands for a protected value.
    func file(_ document: String, password: String? = "secret", keyFile: Data? = nil) throws -> Data {
        let document = try protected(document)
        let content = WipedBuffer()
        if major == 4 {
            content.append([1])
            content.append(littleEndian: UInt32(4))
            content.append(littleEndian: stream)
            Self.append(2, Self.streamKey, content)
            for attachment in attachments { Self.append(3, [0] + attachment, content) }
            Self.append(0, [], content)
        }
        content.append(document.utf8)
        let packed = isCompressed ? try Gzip.deflate(content) : content
        return try major == 4 ? seal4(packed, key(password, keyFile)) : seal3(packed, key(password, keyFile))
    }

    /// The header, for documents that repeat its hash.
    func header() -> [UInt8] {
        let header = WipedBuffer()
        header.append(KDBXHeader.signature)
        header.append(littleEndian: UInt16(1))
        header.append(littleEndian: major)
        var fields: [(UInt8, [UInt8])] = [
            (2, cipherID), (3, [isCompressed ? 1 : 0, 0, 0, 0]), (4, Self.seed), (7, vector),
        ]
        if major == 4 {
            fields.append((11, (parameters ?? dictionary).encoded(wide: ["M", "I", "R"])))
        } else {
            fields += [(5, Self.salt), (6, [3, 0, 0, 0, 0, 0, 0, 0]), (8, Self.streamKey), (9, Self.start)]
            fields.append((10, [UInt8(stream), 0, 0, 0]))
        }
        for (id, bytes) in fields + [(0, [13, 10, 13, 10])] {
            header.append([id])
            if major == 4 {
                header.append(littleEndian: UInt32(bytes.count))
            } else {
                header.append(littleEndian: UInt16(bytes.count))
            }
            header.append(bytes)
        }
        return header.withUnsafeBytes { Array($0) }
    }

    private var cipherID: [UInt8] {
        switch cipher {
        case .twofishCBC: KDBXHeader.twofish.bytes
        case .chaCha20: KDBXHeader.chaCha20.bytes
        default: KDBXHeader.aes.bytes
        }
    }

    private var vector: [UInt8] { [UInt8](repeating: 9, count: cipher.blockCount == 1 ? 12 : 16) }

    private var dictionary: VariantDictionary {
        guard derivation != .aes else {
            return VariantDictionary([
                "$UUID": .bytes(KeePassDerivation.aes4.bytes), "R": .number(3), "S": .bytes(Self.salt),
            ])
        }
        let id = derivation == .argon2d ? KeePassDerivation.argon2d : KeePassDerivation.argon2id
        return VariantDictionary([
            "$UUID": .bytes(id.bytes), "S": .bytes(Self.salt), "V": .number(0x13), "P": .number(2),
            "M": .number(64 << 10), "I": .number(1),
        ])
    }

    private func key(_ password: String?, _ keyFile: Data?) throws -> SecretBytes {
        let credentials = KeePassCredentials(
            password: password.map { KeePassCredentials.Secret(SecretBytes(copying: $0.utf8)) },
            keyFile: keyFile.map { data in data.withUnsafeBytes { SecretFile(copying: $0) } })
        let derivation: KeePassDerivation =
            major == 4
            ? try dictionary.encoded(wide: ["M", "I", "R"]).withUnsafeBytes {
                try KeePassDerivation(VariantDictionary($0))
            }
            : .aes(try AESDerivation(rounds: 3), seed: Self.salt)
        return try derivation.derive(try credentials.compositeKey(), ImportContext())
    }

    private func protected(_ document: String) throws -> String {
        let cipher = try InnerStream(id: stream, key: Self.streamKey)
        var (result, rest) = ("", document[...])
        while let start = rest.range(of: "[["), let end = rest.range(of: "]]") {
            var bytes = Array(rest[start.upperBound..<end.lowerBound].utf8)
            try bytes.withUnsafeMutableBytes { try cipher.run($0) }
            result += rest[..<start.lowerBound] + Data(bytes).base64EncodedString()
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    private func seal4(_ content: WipedBuffer, _ transformed: borrowing SecretBytes) throws -> Data {
        let header = header()
        let seeded = Self.seed + transformed.withUnsafeBytes { Array($0) }
        let key = try seeded.withUnsafeBytes { try KeePassHash.sha256($0) }
        let blockKey = SecretBytes(copying: try (seeded + [1]).withUnsafeBytes { try KeePassHash.sha512($0) })
        var file = Data(header)
        file += try header.withUnsafeBytes { try KeePassHash.sha256($0) }
        file += try header.withUnsafeBytes { try KDBXBlocks.code($0, .max, blockKey) }
        let sealed = try encrypt(content, key)
        for (index, start) in (Array(stride(from: 0, to: sealed.count, by: blockSize)) + [sealed.count]).enumerated() {
            let block = sealed[start..<min(start + blockSize, sealed.count)]
            let message = WipedBuffer()
            message.append(littleEndian: UInt64(index))
            message.append(littleEndian: UInt32(block.count))
            message.append(block)
            file += try message.withUnsafeBytes { try KDBXBlocks.code($0, UInt64(index), blockKey) }
            file += message.withUnsafeBytes { Data($0.dropFirst(8)) }
        }
        return file
    }

    private func seal3(_ content: WipedBuffer, _ transformed: borrowing SecretBytes) throws -> Data {
        let key = try (Self.seed + transformed.withUnsafeBytes { Array($0) }).withUnsafeBytes {
            try KeePassHash.sha256($0)
        }
        let plaintext = WipedBuffer()
        plaintext.append(Self.start)
        let bytes = content.withUnsafeBytes { Array($0) }
        for (index, start) in (Array(stride(from: 0, to: bytes.count, by: blockSize)) + [bytes.count]).enumerated() {
            let block = Array(bytes[start..<min(start + blockSize, bytes.count)])
            plaintext.append(littleEndian: UInt32(index))
            plaintext.append(
                block.isEmpty
                    ? [UInt8](repeating: 0, count: 32) : try block.withUnsafeBytes { try KeePassHash.sha256($0) })
            plaintext.append(littleEndian: UInt32(block.count))
            plaintext.append(block)
        }
        return Data(header() + (try encrypt(plaintext, key)))
    }

    private func encrypt(_ content: WipedBuffer, _ key: [UInt8]) throws -> [UInt8] {
        var bytes = content.withUnsafeBytes { Array($0) }
        if cipher.blockCount > 1 {
            let padding = 16 - bytes.count % 16
            bytes += [UInt8](repeating: UInt8(padding), count: padding)
        }
        let cipher = try key.withUnsafeBytes { key in
            try vector.withUnsafeBytes { try GcryptCipher(self.cipher, key: key, vector: $0) }
        }
        try bytes.withUnsafeMutableBytes { try cipher.encrypt($0) }
        return bytes
    }

    private static func append(_ type: UInt8, _ bytes: [UInt8], _ content: WipedBuffer) {
        content.append([type])
        content.append(littleEndian: UInt32(bytes.count))
        content.append(bytes)
    }
}

extension ImportContext {
    /// A context with a password, and a key file.
    init(password: String?, keyFile: Data? = nil) {
        self.init()
        self.password = { _, isAgain in isAgain ? nil : password.map { SecretBytes(copying: $0.utf8) } }
        self.keyFile = keyFile.map { data in data.withUnsafeBytes { SecretFile(copying: $0) } }
    }
}

extension ImportedContent {
    /// Returns the item with a title.
    subscript(_ title: String) -> ImportedItem? { items.first { $0.item.title == title } }
}

extension ImportedAttachment {
    /// The whole content.
    var bytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            try content.read { bytes += $0 }
            return bytes
        }
    }
}

/// Returns an XML export of KeePass with entries.
func keePassExport(_ entries: String, meta: String = "") -> Data {
    Data(
        "<?xml version=\"1.0\"?>\n<KeePassFile><Meta>\(meta)</Meta><Root><Group><Name>Root</Name>\(entries)</Group></Root></KeePassFile>"
            .utf8)
}

/// Returns an entry of an XML export.
func keePassEntry(_ strings: KeyValuePairs<String, String>, more: String = "") -> String {
    let texts = strings.map { "<String><Key>\($0.key)</Key><Value>\($0.value)</Value></String>" }.joined()
    return "<Entry>\(texts)\(more)</Entry>"
}

/// Imports an XML export of KeePass.
func importKeePass(_ entries: String, meta: String = "") throws -> ImportedContent {
    try KeePassXMLFormat().read(ImportSource(keePassExport(entries, meta: meta)), ImportContext())
}
