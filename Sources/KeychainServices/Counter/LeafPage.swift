/// A page of a table of an SQLite file that holds rows alone (SQLite's file format, 1.6 and 2.1).
struct LeafPage {
    private let bytes: [UInt8]

    /// Nil for a page of another kind, as in a table of several pages.
    init?(_ bytes: [UInt8]) {
        guard bytes.first == 13 else { return nil }
        self.bytes = bytes
    }

    /// The number of a change that the page of the class keys has (``CommitNumber``); nil if there is none.
    var commitNumber: Int64? {
        guard let count = Cursor(bytes, at: 3).number(size: 2) else { return nil }
        for index in 0..<max(0, Int(count)) {
            guard let start = Cursor(bytes, at: 8 + 2 * index).number(size: 2), let row = row(at: Int(start)),
                row.count > CommitNumber.column, row[CommitNumber.protectionColumn] == CommitNumber.protection
            else { continue }
            if let number = CommitNumber.number(stored: row[CommitNumber.column] ?? 0) { return number }
        }
        return nil
    }

    /// Returns the integers of the row at a position, nil for each other column; nil for a row that is not on this page alone.
    private func row(at start: Int) -> [Int64?]? {
        let cursor = Cursor(bytes, at: start)
        guard let payload = cursor.varint(), payload <= bytes.count - 35, cursor.varint() != nil else { return nil }
        let header = cursor.position
        guard let headerSize = cursor.varint(), headerSize <= payload else { return nil }
        var types: [Int64] = []
        while cursor.position < header + Int(headerSize) {
            guard let type = cursor.varint() else { return nil }
            types.append(type)
        }
        var values: [Int64?] = []
        for type in types {
            guard let value = cursor.value(type: type) else { return nil }
            values.append(value)
        }
        return values
    }

    /// A position in the page from which numbers are read.
    private final class Cursor {
        private let bytes: [UInt8]
        private(set) var position: Int
        /// The sizes of the types 0 to 9.
        private static let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

        init(_ bytes: [UInt8], at position: Int) {
            self.bytes = bytes
            self.position = position
        }

        /// Reads a signed integer, big-endian.
        func number(size: Int) -> Int64? {
            guard let value = take(size) else { return nil }
            // A page's own numbers of two bytes are below 2^15, apart from a position in a page of 64 KiB, which is not used.
            let number = value.reduce(0) { $0 << 8 | UInt64($1) }
            let shift = 64 - 8 * size
            return size == 0 ? 0 : Int64(bitPattern: number << shift) >> shift
        }

        /// Reads an integer of 1 to 9 bytes, whose first bits say how many follow. Those of nine bytes are larger than any here.
        func varint() -> Int64? {
            var value: Int64 = 0
            for _ in 0..<8 {
                guard let byte = take(1)?.first else { return nil }
                value = value << 7 | Int64(byte & 0x7f)
                if byte < 0x80 { return value }
            }
            return nil
        }

        /// Reads a column: its integer, or nil within the result for other values.
        func value(type: Int64) -> Int64?? {
            switch type {
            case 0: return .some(nil)
            case 8, 9: return type - 8
            case 1...6: return number(size: Self.sizes[Int(type)]).map { .some($0) }
            case 7: return take(8) == nil ? nil : .some(nil)
            case 12...: return take(Int((type - 12) / 2)) == nil ? nil : .some(nil)
            default: return nil
            }
        }

        private func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard position >= 0, count >= 0, count <= bytes.count, position <= bytes.count - count else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }
    }
}
