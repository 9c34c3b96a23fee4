import Foundation
import Glibc
import Secrets
import Synchronization

/// A zip archive that is read. Names of entries are compared, and never used as paths.
///
/// Specified in: PKWARE's APPNOTE.TXT; libzip(3).
final class ZipReader: @unchecked Sendable {
    // Sendable: the archive is used by one thread at a time, under the lock.

    /// An entry.
    struct Entry: Sendable {
        /// The name in the archive.
        let name: String
        fileprivate let index: UInt64
        /// The size in bytes that the archive states.
        let size: Int
        fileprivate let compressed: Int
        fileprivate let isEncrypted: Bool
    }

    /// The most entries of an archive.
    static let mostEntries = 100_000
    /// The size of the largest entry in bytes.
    static let largestEntry = 64 << 20
    /// The most bytes of all entries together.
    static let mostBytes = 4 << 30
    /// The most bytes that a byte of the archive may become. Deflate's own limit is 1032.
    private static let mostExpansion = 1100

    /// The entries in their order.
    private(set) var entries: [Entry] = []
    private let library: ZipLibrary
    private let archive: OpaquePointer
    private let buffer: UnsafeMutableRawBufferPointer?
    private let lock = Mutex(())

    /// Whether a file begins like an archive.
    static func recognizes(_ source: ImportSource) -> Bool {
        !source.isDirectory
            && (source.head.starts(with: [0x50, 0x4B, 3, 4]) || source.head.starts(with: [0x50, 0x4B, 5, 6]))
    }

    /// Opens an archive.
    ///
    /// - Throws: ``ExchangeError``.
    init(_ source: ImportSource) throws(ExchangeError) {
        let library = try ZipLibrary.load()
        var error = (UInt64(0), UInt64(0))
        var copy: UnsafeMutableRawBufferPointer?
        let input: OpaquePointer?
        if source.path != "-", source.size > Self.largestEntry {
            input = library.sourceFromFile(fopen(source.path, "re"), 0, -1, &error)
        } else {
            let data = try source.contents()
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 1)
            bytes.copyBytes(from: data)
            input = library.sourceFromBuffer(bytes.baseAddress, UInt64(data.count), 0, &error)
            copy = bytes
        }
        // 16: ZIP_RDONLY.
        guard let input, let archive = library.openSource(input, 16, &error) else {
            copy?.deallocate()
            throw ExchangeError(.damaged, "the zip archive cannot be read", remedy: "export or download it again")
        }
        (self.library, self.archive, buffer) = (library, archive, copy)
        try list()
    }

    deinit {
        library.discard(archive)
        buffer?.deallocate()
    }

    private func list() throws(ExchangeError) {
        let count = library.count(archive, 0)
        guard (0...Int64(Self.mostEntries)).contains(count) else {
            throw ExchangeError(.tooLarge, "the archive has more than \(Self.mostEntries) entries")
        }
        var total = 0
        for index in 0..<UInt64(count) {
            guard let entry = entry(index) else {
                throw ExchangeError(.damaged, "the archive's directory is damaged", at: "entry \(index + 1)")
            }
            total = total.addingReportingOverflow(entry.size).overflow ? Int.max : total + entry.size
            guard total <= Self.mostBytes else {
                throw ExchangeError(
                    .tooLarge, "the archive has more than \(Self.mostBytes >> 30) GiB", at: "entry \(index + 1)")
            }
            entries.append(entry)
        }
    }

    private func entry(_ index: UInt64) -> Entry? {
        // struct zip_stat: valid (0), name (8), index (16), size (24), compressed size (32), encryption (54).
        var stat = [UInt64](repeating: 0, count: 16)
        return stat.withUnsafeMutableBytes { stat in
            guard library.stat(archive, index, 0, stat.baseAddress) == 0 else { return nil }
            guard let name = stat.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self),
                let size = Int(exactly: stat.load(fromByteOffset: 24, as: UInt64.self)),
                let compressed = Int(exactly: stat.load(fromByteOffset: 32, as: UInt64.self))
            else { return nil }
            let encryption = stat.load(fromByteOffset: 54, as: UInt16.self)
            return Entry(
                name: String(cString: name), index: index, size: size, compressed: compressed,
                isEncrypted: encryption != 0)
        }
    }

    /// Returns the first entry of a name.
    func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    /// Reads an entry as a whole.
    ///
    /// - Parameter password: for an encrypted entry.
    /// - Throws: ``ExchangeError`` for one that is too large, does not have its size, or is damaged.
    func read(_ entry: Entry, password: borrowing SecretBytes? = nil) throws(ExchangeError) -> Data {
        let place = "entry \(entry.index + 1)"
        guard entry.size <= Self.largestEntry,
            entry.size / Self.mostExpansion <= entry.compressed
        else {
            throw ExchangeError(
                .tooLarge, "it becomes \(entry.size) bytes; at most \(Self.largestEntry) are read", at: place)
        }
        if entry.isEncrypted, password == nil {
            throw ExchangeError(.passwordRequired, "it is encrypted", at: place)
        }
        return try lock.withLock { _ throws(ExchangeError) in
            guard let file = open(entry, password) else {
                throw ExchangeError(
                    entry.isEncrypted ? .wrongPassword : .damaged,
                    entry.isEncrypted ? "the password is wrong" : "it cannot be read", at: place)
            }
            defer { _ = library.closeEntry(file) }
            // One byte more than stated, to see whether the entry ends there.
            var data = Data(count: entry.size + 1)
            var done = 0
            while done < data.count {
                let rest = data.count - done
                let count = data.withUnsafeMutableBytes {
                    library.readEntry(file, $0.baseAddress.map { $0 + done }, UInt64(rest))
                }
                guard count >= 0 else { throw ExchangeError(.damaged, "it is damaged", at: place) }
                guard count > 0 else { break }
                done += Int(count)
            }
            guard done == entry.size else { throw ExchangeError(.damaged, "it does not have its size", at: place) }
            return data.prefix(done)
        }
    }

    private func open(_ entry: Entry, _ password: borrowing SecretBytes?) -> OpaquePointer? {
        guard entry.isEncrypted else { return library.openEntry(archive, entry.index, 0) }
        var text = SecretBytes(zeros: 1)
        switch password {
        case .some(let password):
            text = SecretBytes(count: password.count + 1) { place in
                password.withUnsafeBytes { place.copyBytes(from: $0) }
            }
        case .none: break
        }
        return text.withUnsafeBytes {
            library.openSecret(archive, entry.index, 0, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }
}

/// The bytes of an entry, read when they are needed.
struct ZipContent: AttachmentContent {
    let archive: ZipReader
    let entry: ZipReader.Entry

    var size: Int { entry.size }

    func read(_ body: (Data) throws -> Void) throws { try AttachmentBytes(archive.read(entry)).read(body) }
}
