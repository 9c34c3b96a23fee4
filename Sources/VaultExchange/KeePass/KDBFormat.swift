import Foundation
import PasswordVault
import Secrets

/// Databases of KeePass 1.
struct KDBFormat: ImportFormat {
    let name = "kdb"
    let title = "KeePass 1 (KDB)"

    func recognizes(_ source: ImportSource) -> Bool { source.head.starts(with: KDBDatabase.signature) }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let database = try KDBDatabase(WipedBuffer(try source.contents()))
        let content = try KeePassCredentials.unlock(context, source.path) { try database.open($0, context) }
        var items = KeePassItems(try database.entries(content), context)
        return try items.content()
    }
}

/// The encryption and the records of a database of KeePass 1.
///
/// Specified in: KeePass 1's documentation, “DbFormat.txt”.
struct KDBDatabase {
    static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x65, 0xFB, 0x4B, 0xB5]
    private static let headerSize = 124

    private let file: WipedBuffer
    private let header: Header

    private struct Header {
        var cipher = GcryptCipher.Algorithm.aesCBC
        var masterSeed: [UInt8] = []
        var vector: [UInt8] = []
        var groupCount = 0
        var entryCount = 0
        var contentHash: [UInt8] = []
        var derivation: KeePassDerivation

        init(_ file: UnsafeRawBufferPointer) throws(ExchangeError) {
            var reader = ByteReader(file, "the header")
            guard try reader.array(8) == KDBDatabase.signature else {
                throw reader.error("the file is no database of KeePass 1")
            }
            let flags: UInt32 = try reader.number()
            let version: UInt32 = try reader.number()
            guard version & 0xFFFF_FF00 == 0x0003_0000 else {
                throw reader.error("the database has an unknown version of the format", .unsupported)
            }
            guard flags & 2 != 0 || flags & 8 != 0 else {
                throw reader.error("the database is encrypted by an unknown cipher", .unsupported)
            }
            cipher = flags & 2 != 0 ? .aesCBC : .twofishCBC
            masterSeed = try reader.array(16)
            vector = try reader.array(16)
            groupCount = Int(try reader.number(UInt32.self))
            entryCount = Int(try reader.number(UInt32.self))
            contentHash = try reader.array(32)
            let seed = try reader.array(32)
            derivation = .aes(try AESDerivation(rounds: Int(try reader.number(UInt32.self))), seed: seed)
        }
    }

    init(_ file: WipedBuffer) throws(ExchangeError) {
        self.file = file
        header = try file.withUnsafeBytes { bytes throws(ExchangeError) in try Header(bytes) }
    }

    /// Decrypts the records.
    ///
    /// - Throws: `.wrongPassword`, also for a damaged file: nothing tells them apart.
    func open(_ credentials: KeePassCredentials, _ context: ImportContext) throws(ExchangeError) -> WipedBuffer {
        // KeePass writes Windows-1252, others UTF-8.
        let password = credentials.password.map { $0.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        var tried: [Data] = []
        for encoding in [String.Encoding.windowsCP1252, .utf8] {
            let bytes = password?.data(using: encoding)
            guard password == nil || bytes.map({ !tried.contains($0) }) ?? false else { continue }
            let key = try compositeKey(bytes, credentials.keyFile)
            if let content = try decrypt(try header.derivation.derive(key, context)) { return content }
            tried.append(bytes ?? Data())
            if password == nil { break }
        }
        throw KeePassCredentials.wrong
    }

    private func compositeKey(_ password: Data?, _ keyFile: SecretFile?) throws(ExchangeError) -> SecretBytes {
        let parts = WipedBuffer()
        if let password {
            let bytes = SecretBytes(copying: password)
            let hash = try bytes.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA256(bytes) }
            hash.withUnsafeBytes { parts.append($0) }
        }
        if let keyFile {
            let key = try keyFile.withUnsafeBytes { file throws(ExchangeError) in try KeePassKeyFile.plainKey(file) }
            key.withUnsafeBytes { parts.append($0) }
        }
        // One part is the key itself.
        guard parts.count > 32 else { return parts.withUnsafeBytes { SecretBytes(copying: $0) } }
        return try parts.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA256(bytes) }
    }

    /// Returns the records; `nil` for a wrong key.
    private func decrypt(_ transformed: borrowing SecretBytes) throws(ExchangeError) -> WipedBuffer? {
        let seeded = WipedBuffer()
        seeded.append(header.masterSeed)
        transformed.withUnsafeBytes { seeded.append($0) }
        let key = try seeded.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.secretSHA256(bytes) }
        let content = file.withUnsafeBytes {
            WipedBuffer(copying: UnsafeRawBufferPointer(rebasing: $0[Self.headerSize...]))
        }
        guard content.count > 0, content.count.isMultiple(of: 16) else {
            throw ExchangeError(.damaged, "the database ends early", remedy: "use a copy of the file")
        }
        let vector = SecretBytes(copying: header.vector)
        let cipher = try key.withUnsafeBytes { key throws(ExchangeError) in
            try vector.withUnsafeBytes { vector throws(ExchangeError) in
                try GcryptCipher(header.cipher, key: key, vector: vector)
            }
        }
        try content.withUnsafeMutableBytes { bytes throws(ExchangeError) in try cipher.decrypt(bytes) }
        guard let padding = KDBXBlocks.padding(content) else { return nil }
        content.removeLast(padding)
        let hash = try content.withUnsafeBytes { bytes throws(ExchangeError) in try KeePassHash.sha256(bytes) }
        return hash == header.contentHash ? content : nil
    }

    // MARK: - Records

    /// Reads the groups and entries.
    func entries(_ content: WipedBuffer) throws(ExchangeError) -> KeePassDatabase {
        try Self.entries(content, groups: header.groupCount, entries: header.entryCount)
    }

    /// Reads so many groups and entries.
    static func entries(
        _ content: WipedBuffer, groups: Int, entries: Int
    ) throws(ExchangeError) -> KeePassDatabase {
        try content.withUnsafeBytes { bytes throws(ExchangeError) in
            var reader = ByteReader(bytes, "the database")
            var database = KeePassDatabase()
            database.groups = [KeePassGroup(parent: nil)]
            var (open, indexes) = ([OpenGroup](), [UInt32: Int]())
            for _ in 0..<groups { try readGroup(&reader, &database, &open, &indexes) }
            for _ in 0..<entries {
                let entry = try readEntry(&reader, indexes)
                if !isProgramData(entry) { database.entries.append(entry) }
            }
            return database
        }
    }

    /// A group that groups after it can be in.
    private typealias OpenGroup = (level: Int, index: Int)
    /// The deepest level; groups below it are in the same one.
    private static let mostLevels = 256

    private typealias Record = (type: UInt16, bytes: UnsafeRawBufferPointer)

    /// Returns the next part of a group or an entry; `nil` at its end.
    private static func record(_ reader: inout ByteReader) throws(ExchangeError) -> Record? {
        let type: UInt16 = try reader.number()
        let bytes = try reader.take(Int(try reader.number(UInt32.self)))
        return type == 0xFFFF ? nil : (type, bytes)
    }

    private static func readGroup(
        _ reader: inout ByteReader, _ database: inout KeePassDatabase, _ open: inout [OpenGroup],
        _ indexes: inout [UInt32: Int]
    ) throws(ExchangeError) {
        var (id, name, level) = (UInt32(0), "", 0)
        while let record = try record(&reader) {
            switch record.type {
            case 1: id = try number(record, reader)
            case 2: name = text(record.bytes)
            case 8: level = min(Int(try number(record, reader) as UInt16), mostLevels)
            default: break
            }
        }
        // The parent is the last group before of a lower level: the outermost at the latest.
        while let last = open.last, last.level >= level { open.removeLast() }
        indexes[id] = database.groups.count
        open.append((level, database.groups.count))
        database.groups.append(KeePassGroup(parent: open.dropLast().last?.index ?? 0, name: name))
    }

    private static func readEntry(_ reader: inout ByteReader, _ groups: [UInt32: Int]) throws(ExchangeError)
        -> KeePassEntry
    {
        var entry = KeePassEntry()
        var (attachment, content) = ("", WipedBuffer?.none)
        while let record = try record(&reader) {
            switch record.type {
            case 1: entry.id = UUID(bytes: record.bytes)
            case 2: entry.group = groups[try number(record, reader)] ?? 0
            case 4...8:
                let isSecret = record.type == 7
                let key = ["Title", "URL", "UserName", "Password", "Notes"][Int(record.type) - 4]
                let value: FieldValue =
                    isSecret
                    ? .secret(Secret(SecretBytes(copying: untilZero(record.bytes))))
                    : .text(text(record.bytes))
                entry.strings.append(KeePassString(key: key, value: value))
            case 9: entry.created = date(record.bytes)
            case 10: entry.changed = date(record.bytes)
            case 12: entry.expiry = date(record.bytes)
            case 13: attachment = text(record.bytes)
            case 14 where !record.bytes.isEmpty: content = WipedBuffer(copying: record.bytes)
            default: break
            }
        }
        if let content { entry.attachments = [ImportedAttachment(name: attachment, content: KeePassBinary(content))] }
        return entry
    }

    /// Whether an entry holds settings of KeePass or KeePassX.
    private static func isProgramData(_ entry: KeePassEntry) -> Bool {
        entry["Title"]?.text == "Meta-Info" && entry["UserName"]?.text == "SYSTEM" && entry["URL"]?.text == "$"
            && entry.attachments.contains { $0.name == "bin-stream" }
    }

    private static func number<Number: FixedWidthInteger>(
        _ record: Record, _ reader: ByteReader
    ) throws(ExchangeError) -> Number {
        guard record.bytes.count == MemoryLayout<Number>.size else { throw reader.error("a number has a wrong size") }
        return Number(littleEndian: record.bytes.loadUnaligned(as: Number.self))
    }

    private static func untilZero(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: untilZero(bytes), as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    }

    /// The date of five packed bytes: 14 bits of the year, 4 of the month, 5, 5, 6 and 6; `nil` for the one that stands for never.
    private static func date(_ bytes: UnsafeRawBufferPointer) -> Date? {
        guard bytes.count == 5 else { return nil }
        let packed = bytes.reduce(0) { $0 << 8 | Int($1) }
        let year = packed >> 26 & 0x3FFF
        guard year < 2999 else { return nil }
        return KeePassDate.date(
            year, packed >> 22 & 15, packed >> 17 & 31, packed >> 12 & 31, packed >> 6 & 63, packed & 63)
    }
}
