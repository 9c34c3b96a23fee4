import Foundation
import Secrets

/// The writer of databases of KeePass 2 in version 4.0 of the format: Argon2id, AES-256, gzip.
///
/// Specified in: KeePass's documentation, “KDBX File Format Specification”.
struct KDBXWriter {
    /// 64 MiB and two lanes, as KeePassXC has them, and twelve passes: about half a second on a computer of today, like the password of a
    /// vault. RFC 9106 recommends three passes at least for this memory.
    static let cost = (memory: 64 << 10, passes: 12, lanes: 2)
    /// The size of blocks.
    private static let blockSize = 1 << 20
    /// The most bytes of all attachments.
    private static let mostBytes = 1 << 30

    private let argon2: Argon2
    private let salt = SecureRandom.bytes(32)
    private let masterSeed = SecureRandom.bytes(32)
    private let vector = SecureRandom.bytes(16)

    init(derivesCheaply: Bool) throws(ExchangeError) {
        argon2 =
            derivesCheaply
            ? try Argon2(.id, memory: 64, passes: 1, lanes: 1)
            : try Argon2(.id, memory: Self.cost.memory, passes: Self.cost.passes, lanes: Self.cost.lanes)
    }

    /// Writes a database.
    ///
    /// - Returns: what has no place in it.
    func write(
        _ items: [ExportedItem], _ credentials: KeePassCredentials, to destination: ExportDestination,
        _ context: ExportContext
    ) throws -> [ImportRemark] {
        let streamKey = SecureRandom.bytes(64)
        let writer = KeePassDocumentWriter(try InnerStream(id: 3, key: streamKey))
        let document = try writer.write(items, context)
        let content = WipedBuffer(capacity: document.count + 4096)
        Self.append(1, withUnsafeBytes(of: UInt32(3).littleEndian) { Array($0) }, to: content)
        Self.append(2, streamKey, to: content)
        for attachment in writer.attachments { try Self.append(attachment, to: content) }
        Self.append(0, [], to: content)
        document.withUnsafeBytes { content.append($0) }
        let packed = try Gzip.deflate(content)
        content.removeAll()
        context.progress(0.7)
        try seal(packed, credentials, context, destination)
        context.progress(1)
        return writer.remarks
    }

    private static func append(_ type: UInt8, _ bytes: [UInt8], to content: WipedBuffer) {
        content.append([type])
        content.append(littleEndian: UInt32(clamping: bytes.count))
        content.append(bytes)
    }

    private static func append(_ attachment: any AttachmentContent, to content: WipedBuffer) throws {
        guard attachment.size >= 0, content.count + attachment.size <= mostBytes else {
            throw ExchangeError(
                .tooLarge, "the attachments have more than 1 GiB, which a database does not hold",
                remedy: "export fewer items")
        }
        content.append([3])
        content.append(littleEndian: UInt32(clamping: attachment.size + 1))
        // Protected in memory.
        content.append([1])
        let start = content.count
        try attachment.read { part in part.withUnsafeBytes { content.append($0) } }
        guard content.count - start == attachment.size else {
            throw ExchangeError(.io, "an attachment was not read as a whole", remedy: "check the vault with “doctor”")
        }
    }

    // MARK: - Encryption

    private func seal(
        _ content: WipedBuffer, _ credentials: KeePassCredentials, _ context: ExportContext,
        _ destination: ExportDestination
    ) throws {
        var importContext = ImportContext()
        importContext.cancellation = context.cancellation
        let composite = try credentials.compositeKey()
        let derivation = KeePassDerivation(argon2: argon2, salt: salt)
        let transformed = try derivation.derive(composite, importContext)
        let seeded = WipedBuffer()
        seeded.append(masterSeed)
        transformed.withUnsafeBytes { seeded.append($0) }
        let key = try seeded.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA256(bytes) }
        seeded.append([1])
        let blockKey = try seeded.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA512(bytes) }
        let header = header()
        try header.withUnsafeBytes { bytes in
            try destination.write(bytes)
            try Self.write(try KeePassHash.sha256(bytes), destination)
            try Self.write(try KDBXBlocks.code(bytes, .max, blockKey), destination)
        }
        try encrypt(content, key)
        try writeBlocks(content, blockKey, destination)
    }

    private func header() -> WipedBuffer {
        let header = WipedBuffer()
        header.append(KDBXHeader.signature)
        header.append(littleEndian: UInt32(0x0004_0000))
        let one = withUnsafeBytes(of: UInt32(1).littleEndian) { Array($0) }
        Self.append(2, KDBXHeader.aes.bytes, to: header)
        Self.append(3, one, to: header)
        Self.append(4, masterSeed, to: header)
        Self.append(7, vector, to: header)
        let parameters = VariantDictionary([
            "$UUID": .bytes(KeePassDerivation.argon2id.bytes), "S": .bytes(salt), "V": .number(0x13),
            "P": .number(UInt64(argon2.lanes)), "M": .number(UInt64(argon2.memory) << 10),
            "I": .number(UInt64(argon2.passes)),
        ])
        Self.append(11, parameters.encoded(wide: ["M", "I"]), to: header)
        Self.append(0, [0x0D, 0x0A, 0x0D, 0x0A], to: header)
        return header
    }

    private func encrypt(_ content: WipedBuffer, _ key: borrowing SecretBytes) throws(ExchangeError) {
        let padding = 16 - content.count % 16
        content.append([UInt8](repeating: UInt8(padding), count: padding))
        let vector = SecretBytes(copying: vector)
        let cipher = try key.withUnsafeBytes { key throws(ExchangeError) in
            try vector.withUnsafeBytes { vector throws(ExchangeError) in
                try GcryptCipher(.aesCBC, key: key, vector: vector)
            }
        }
        try content.withUnsafeMutableBytes { bytes throws(ExchangeError) in try cipher.encrypt(bytes) }
    }

    private func writeBlocks(
        _ content: WipedBuffer, _ blockKey: borrowing SecretBytes, _ destination: ExportDestination
    ) throws {
        let message = WipedBuffer(capacity: Self.blockSize + 12)
        var (position, index) = (0, UInt64(0))
        repeat {
            let count = min(Self.blockSize, content.count - position)
            message.removeAll()
            message.append(littleEndian: index)
            message.append(littleEndian: UInt32(count))
            content.withUnsafeBytes {
                message.append(UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
            }
            try message.withUnsafeBytes { bytes in
                try Self.write(try KDBXBlocks.code(bytes, index, blockKey), destination)
                try destination.write(UnsafeRawBufferPointer(rebasing: bytes[8...]))
            }
            (position, index) = (position + count, index + 1)
            // The last block is empty.
            if count == 0 { return }
        } while true
    }

    private static func write(_ bytes: [UInt8], _ destination: ExportDestination) throws {
        try bytes.withUnsafeBytes { try destination.write($0) }
    }
}
