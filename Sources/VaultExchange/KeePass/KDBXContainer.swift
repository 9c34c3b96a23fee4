import Foundation
import Secrets

/// The decrypted content of a database: its XML document, the cipher of protected values, and attachments.
struct KDBXContent {
    let document: WipedBuffer
    let stream: InnerStream
    var binaries: [String: KeePassBinary] = [:]
    /// The hash of the outer header, which the document of KDBX 3 repeats.
    var headerHash: [UInt8]?
}

/// The encryption around a database of KeePass 2.
///
/// Specified in: KeePass's documentation, “KDBX File Format Specification”.
struct KDBXContainer {
    private let header: KDBXHeader
    private let file: WipedBuffer

    init(_ file: WipedBuffer) throws(ExchangeError) {
        self.file = file
        header = try file.withUnsafeBytes { bytes throws(ExchangeError) in try KDBXHeader(bytes) }
    }

    /// Decrypts the content.
    ///
    /// - Throws: `.wrongPassword`; KDBX 4 tells it from damage, KDBX 3 only where the damage is behind the start.
    func open(_ credentials: KeePassCredentials, _ context: ImportContext) throws(ExchangeError) -> KDBXContent {
        let composite = try credentials.compositeKey()
        if header.major == 4 { try checkHeaderHash() }
        let transformed = try header.derivation.derive(composite, context)
        let seeded = WipedBuffer()
        seeded.append(header.masterSeed)
        transformed.withUnsafeBytes { seeded.append($0) }
        let key = try seeded.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA256(bytes) }
        if header.major < 4 { return try openBlocks(key) }
        seeded.append([1])
        let blockKey = try seeded.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA512(bytes) }
        return try openAuthenticatedBlocks(key, blockKey)
    }

    // MARK: - KDBX 4

    private func checkHeaderHash() throws(ExchangeError) {
        try file.withUnsafeBytes { bytes throws(ExchangeError) in
            var reader = ByteReader(bytes, "the database", from: header.count)
            let hash = try reader.array(32)
            guard try KeePassHash.sha256(UnsafeRawBufferPointer(rebasing: bytes[..<header.count])) == hash else {
                throw ExchangeError(
                    .damaged, "the header of the database was changed", remedy: "use a copy of the file")
            }
        }
    }

    private func openAuthenticatedBlocks(
        _ key: borrowing SecretBytes, _ blockKey: borrowing SecretBytes
    ) throws(ExchangeError) -> KDBXContent {
        let ciphertext = WipedBuffer(capacity: file.count)
        let message = WipedBuffer()
        try file.withUnsafeBytes { bytes throws(ExchangeError) in
            var reader = ByteReader(bytes, "the database", from: header.count + 32)
            let code = try reader.array(32)
            let headerBytes = UnsafeRawBufferPointer(rebasing: bytes[..<header.count])
            guard try KDBXBlocks.code(headerBytes, .max, blockKey) == code else { throw KeePassCredentials.wrong }
            var index: UInt64 = 0
            while true {
                let code = try reader.array(32)
                let size: UInt32 = try reader.number()
                let block = try reader.take(Int(size))
                message.removeAll()
                message.append(littleEndian: index)
                message.append(littleEndian: size)
                message.append(block)
                let expected = try message.withUnsafeBytes { bytes throws(ExchangeError) in
                    try KDBXBlocks.code(bytes, index, blockKey)
                }
                guard expected == code else {
                    throw reader.error("block \(index) of the database was changed or is damaged")
                }
                if size == 0 { break }
                ciphertext.append(block)
                index += 1
            }
        }
        try decrypt(ciphertext, key, failure: ExchangeError(.damaged, "the encrypted content has a wrong length"))
        let content = try inflated(ciphertext)
        return try Self.withInnerHeader(content)
    }

    /// Reads the inner header.
    static func withInnerHeader(_ content: WipedBuffer) throws(ExchangeError) -> KDBXContent {
        var (binaries, id, key) = ([String: KeePassBinary](), UInt32(0), [UInt8]())
        let document = try content.withUnsafeBytes { bytes throws(ExchangeError) in
            var reader = ByteReader(bytes, "the inner header")
            while true {
                let type: UInt8 = try reader.number()
                let count = Int(try reader.number(UInt32.self))
                let start = reader.position
                let value = try reader.take(count)
                switch type {
                case 0: return WipedBuffer(copying: UnsafeRawBufferPointer(rebasing: bytes[reader.position...]))
                case 1:
                    guard count == 4 else { throw reader.error("the inner header is damaged") }
                    id = UInt32(littleEndian: value.loadUnaligned(as: UInt32.self))
                case 2: key = Array(value)
                case 3:
                    guard count >= 1 else { throw reader.error("an attachment in the inner header is damaged") }
                    binaries[String(binaries.count)] = KeePassBinary(content, start + 1..<start + count)
                default: break
                }
            }
        }
        return KDBXContent(document: document, stream: try InnerStream(id: id, key: key), binaries: binaries)
    }

    // MARK: - KDBX 3

    private func openBlocks(_ key: borrowing SecretBytes) throws(ExchangeError) -> KDBXContent {
        let plaintext = file.withUnsafeBytes {
            WipedBuffer(copying: UnsafeRawBufferPointer(rebasing: $0[header.count...]))
        }
        // Nothing tells a wrong key from damage here.
        try decrypt(plaintext, key, failure: KeePassCredentials.wrong)
        let joined = WipedBuffer(capacity: plaintext.count)
        let hash = try plaintext.withUnsafeBytes { bytes throws(ExchangeError) in
            guard bytes.count >= 32, bytes.prefix(32).elementsEqual(header.startBytes) else {
                throw KeePassCredentials.wrong
            }
            try joinHashedBlocks(bytes, joined)
            return try file.withUnsafeBytes { file throws(ExchangeError) in
                try KeePassHash.sha256(UnsafeRawBufferPointer(rebasing: file[..<header.count]))
            }
        }
        let stream = try InnerStream(id: header.stream, key: header.streamKey)
        return KDBXContent(document: try inflated(joined), stream: stream, headerHash: hash)
    }

    private func joinHashedBlocks(_ bytes: UnsafeRawBufferPointer, _ joined: WipedBuffer) throws(ExchangeError) {
        var reader = ByteReader(bytes, "the database", from: 32)
        var index: UInt32 = 0
        while true {
            let (number, hash) = (try reader.number(UInt32.self), try reader.array(32))
            let block = try reader.take(Int(try reader.number(UInt32.self)))
            if block.isEmpty { return }
            guard number == index, try KeePassHash.sha256(block) == hash else {
                throw reader.error("block \(index) of the database is damaged")
            }
            joined.append(block)
            index &+= 1
        }
    }

    // MARK: - Both

    private func decrypt(
        _ buffer: WipedBuffer, _ key: borrowing SecretBytes, failure: ExchangeError
    ) throws(ExchangeError) {
        let vector = SecretBytes(copying: header.vector)
        let cipher = try key.withUnsafeBytes { key throws(ExchangeError) in
            try vector.withUnsafeBytes { vector throws(ExchangeError) in
                try GcryptCipher(header.cipher, key: key, vector: vector)
            }
        }
        guard buffer.count.isMultiple(of: header.cipher.blockCount) else {
            throw ExchangeError(.damaged, "the encrypted content ends early")
        }
        try buffer.withUnsafeMutableBytes { bytes throws(ExchangeError) in try cipher.decrypt(bytes) }
        guard header.cipher.blockCount > 1 else { return }
        guard let padding = KDBXBlocks.padding(buffer) else { throw failure }
        buffer.removeLast(padding)
    }

    private func inflated(_ content: WipedBuffer) throws(ExchangeError) -> WipedBuffer {
        guard header.isCompressed else { return content }
        return try content.withUnsafeBytes { bytes throws(ExchangeError) in try Gzip.inflate(bytes) }
    }
}

/// The functions that reading and writing of blocks have in common.
enum KDBXBlocks {
    /// Returns the message authentication code of a block, or with the largest index that of the header.
    static func code(
        _ message: UnsafeRawBufferPointer, _ index: UInt64, _ key: borrowing SecretBytes
    ) throws(ExchangeError) -> [UInt8] {
        let parts = WipedBuffer()
        parts.append(littleEndian: index)
        key.withUnsafeBytes { parts.append($0) }
        let blockKey = try parts.withUnsafeBytes { parts throws(ExchangeError) in try KeePassHash.secretSHA512(parts) }
        return try KeePassHash.hmac(message, key: blockKey)
    }

    /// Returns the number of bytes of the padding of PKCS #7 (RFC 5652, 6.3); `nil` if it is wrong.
    static func padding(_ buffer: WipedBuffer) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let last = bytes.last, (1...16).contains(last), bytes.count >= Int(last) else { return nil }
            return bytes.suffix(Int(last)).allSatisfy { $0 == last } ? Int(last) : nil
        }
    }
}

/// The stream cipher of protected values, which are decrypted in the order of the document.
final class InnerStream {
    private let cipher: GcryptCipher?

    /// No cipher: documents in plain text.
    init() { cipher = nil }

    /// - Parameter id: 0 none, 2 Salsa20, 3 ChaCha20.
    init(id: UInt32, key: [UInt8]) throws(ExchangeError) {
        let material = SecretBytes(copying: key)
        switch id {
        case 0: cipher = nil
        case 2:
            let key = try material.withUnsafeBytes { key throws(ExchangeError) in try KeePassHash.secretSHA256(key) }
            let nonce = SecretBytes(copying: [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A])
            cipher = try key.withUnsafeBytes { key throws(ExchangeError) in
                try nonce.withUnsafeBytes { nonce throws(ExchangeError) in
                    try GcryptCipher(.salsa20, key: key, vector: nonce)
                }
            }
        case 3:
            let hash = try material.withUnsafeBytes { key throws(ExchangeError) in try KeePassHash.secretSHA512(key) }
            cipher = try hash.withUnsafeBytes { hash throws(ExchangeError) in
                try GcryptCipher(
                    .chaCha20, key: UnsafeRawBufferPointer(rebasing: hash[..<32]),
                    vector: UnsafeRawBufferPointer(rebasing: hash[32..<44]))
            }
        default:
            throw ExchangeError(
                .unsupported, "protected values are encrypted by an unknown cipher",
                remedy: "save the database again with a current program")
        }
    }

    /// Encrypts or decrypts bytes in place: a stream cipher does the same for both.
    func run(_ bytes: UnsafeMutableRawBufferPointer) throws(ExchangeError) { try cipher?.decrypt(bytes) }
}

/// The bytes of an attachment in a database.
struct KeePassBinary: AttachmentContent {
    private let buffer: WipedBuffer
    private let range: Range<Int>

    init(_ buffer: WipedBuffer, _ range: Range<Int>) { (self.buffer, self.range) = (buffer, range) }

    init(_ buffer: WipedBuffer) { self.init(buffer, 0..<buffer.count) }

    var size: Int { range.count }

    func read(_ body: (Data) throws -> Void) throws {
        var position = range.lowerBound
        while position < range.upperBound {
            let end = min(position + 1 << 20, range.upperBound)
            try body(buffer.withUnsafeBytes { Data($0[position..<end]) })
            position = end
        }
    }
}
