import Foundation

/// Flips one bit of a keychain file, where only its keys tell that it was flipped. No process may have the file open, and its log has to be empty.
///
/// SQLite's file format, 1.6: the rows of a small table are cells of one page, in the order of their numbers.
public struct DamagedKeychain {
    private static let pageSize = 4096
    /// The page of the table `item`: the third one that is made, after the first page.
    private static let itemPage = 4
    /// In the header of a page: its kind, a leaf of a table, and the size of that header.
    private static let (leaf, headSize) = (UInt8(0x0d), 8)

    private let path: String
    private var page: Data

    /// Opens the file of a keychain with few items.
    public init(_ path: String) throws {
        self.path = path
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        guard log ?? 0 == 0 else { throw TestFailure("“\(path)” has a log") }
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let start = (Self.itemPage - 1) * Self.pageSize
        guard file.count >= start + Self.pageSize else { throw TestFailure("“\(path)” is no keychain") }
        page = Data(file[start..<start + Self.pageSize])
        guard page[0] == Self.leaf else { throw TestFailure("“\(path)” has too many items for one page") }
    }

    /// The number of items.
    public var count: Int { number(at: 3) }

    private func number(at offset: Int) -> Int { Int(page[offset]) << 8 | Int(page[offset + 1]) }

    /// Flips a bit in the last byte of an item: its secret.
    ///
    /// - Parameter index: the position of the item, the oldest being 0.
    public mutating func flipBit(ofItem index: Int) throws {
        guard (0..<count).contains(index) else { throw TestFailure("there is no item \(index)") }
        let cell = number(at: Self.headSize + 2 * index)
        // The size of the row and its number, in seven bits a byte, come before it.
        var (position, size) = (cell, 0)
        repeat {
            size = size << 7 | Int(page[position] & 0x7f)
            position += 1
        } while page[position - 1] & 0x80 != 0
        while page[position] & 0x80 != 0 { position += 1 }
        let last = position + size
        guard last < page.count else { throw TestFailure("the item goes on in another page") }
        page[last] ^= 1
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64((Self.itemPage - 1) * Self.pageSize + last))
        try handle.write(contentsOf: Data([page[last]]))
        try handle.close()
    }
}
