import Foundation
import KeychainServices

/// The encoding of overviews, in the pages of a vault's index and in the agent's answers.
///
/// Length of the rest (4), id (16), kind (2), flags (2), created, changed, archived, trashed (8 each, microseconds since 2001; 0 for none),
/// then title, subtitle, websites, tags and the search text, each after its length (4). All numbers are big-endian.
/// Specified in: Docs/vault-format.md, "Index".
package enum OverviewCoding {
    private static let lengthSize = 4
    private static let idSize = 16
    private static let headSize = lengthSize + idSize + 2 + 2 + 4 * 8
    private static let strings = 5

    private enum Flag {
        static let favourite: UInt16 = 1
        static let oneTimeCode: UInt16 = 2
    }

    package static func encode(_ overview: Overview) -> Data {
        var bytes = Data(count: lengthSize)
        bytes.append(overview.id.data)
        bytes.append(UInt16(truncatingIfNeeded: overview.kind.number))
        bytes.append(
            (overview.isFavourite ? Flag.favourite : 0) | (overview.hasOneTimeCode ? Flag.oneTimeCode : 0))
        for date in [overview.created, overview.changed, overview.archived, overview.trashed] {
            bytes.append(UInt64(bitPattern: date?.microseconds ?? 0))
        }
        let websites = overview.websites.map { "\($0.rule) \($0.address)" }
        for text in [
            overview.title, overview.subtitle, lines(websites), lines(overview.tags), overview.searchText,
        ] {
            bytes.append(UInt32(truncatingIfNeeded: text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        }
        let length = UInt32(truncatingIfNeeded: bytes.count - lengthSize)
        withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(0..<lengthSize, with: $0) }
        return bytes
    }

    private static func lines(_ texts: [String]) -> String {
        texts.map { $0.replacingOccurrences(of: "\n", with: " ") }.joined(separator: "\n")
    }

    /// An encoded overview in place. Its parts are decoded on access. Valid as long as the bytes.
    struct Entry {
        let bytes: UnsafeRawBufferPointer
        private let ends: (Int, Int, Int, Int, Int)

        /// Parses the entry at `offset`; `nil` if there is no complete one.
        init?(_ page: UnsafeRawBufferPointer, at offset: Int) {
            guard offset >= 0, page.count - offset >= headSize else { return nil }
            let length = Int(page.number(at: offset, as: UInt32.self))
            guard length >= headSize - lengthSize, length <= page.count - offset - lengthSize else { return nil }
            bytes = UnsafeRawBufferPointer(rebasing: page[offset..<offset + lengthSize + length])
            var end = headSize
            func next(in bytes: UnsafeRawBufferPointer) -> Int? {
                guard bytes.count - end >= lengthSize else { return nil }
                let length = Int(bytes.number(at: end, as: UInt32.self))
                guard bytes.count - end - lengthSize >= length else { return nil }
                end += lengthSize + length
                return end
            }
            guard let one = next(in: bytes), let two = next(in: bytes), let three = next(in: bytes),
                let four = next(in: bytes), let five = next(in: bytes), five == bytes.count
            else { return nil }
            ends = (one, two, three, four, five)
        }

        /// The size of the entry in bytes.
        var size: Int { bytes.count }

        var id: UUID {
            UUID(uuid: bytes.loadUnaligned(fromByteOffset: lengthSize, as: uuid_t.self))
        }

        var kind: ItemKind { .numbered(UInt32(bytes.number(at: lengthSize + idSize, as: UInt16.self))) }
        private var flags: UInt16 { bytes.number(at: lengthSize + idSize + 2, as: UInt16.self) }
        var isFavourite: Bool { flags & Flag.favourite != 0 }

        private func date(_ index: Int) -> Date? {
            let microseconds = bytes.number(at: lengthSize + idSize + 4 + 8 * index, as: UInt64.self)
            return microseconds == 0 ? nil : Date(microseconds: Int64(bitPattern: microseconds))
        }

        var archived: Date? { date(2) }
        var trashed: Date? { date(3) }

        /// The text that searches look through.
        var searchText: UnsafeRawBufferPointer { text(ends.3, ends.4) }
        /// The websites, one per line: rule, blank, address.
        var websites: UnsafeRawBufferPointer { text(ends.1, ends.2) }
        /// The tags, stored one per line.
        private var tags: [String] { lines(ends.2, ends.3) }

        func has(tag: String) -> Bool { tags.contains(tag) }

        var overview: Overview {
            let websites = lines(ends.1, ends.2).map { line in
                let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? SavedWebsite(String(parts[1]), rule: String(parts[0])) : SavedWebsite(line)
            }
            return Overview(
                id: id, kind: kind, title: string(headSize, ends.0), subtitle: string(ends.0, ends.1),
                websites: websites, tags: tags, isFavourite: isFavourite,
                hasOneTimeCode: flags & Flag.oneTimeCode != 0, created: date(0) ?? Date(microseconds: 0),
                changed: date(1) ?? Date(microseconds: 0), archived: archived, trashed: trashed)
        }

        private func text(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[start + lengthSize..<end])
        }

        private func string(_ start: Int, _ end: Int) -> String { String(decoding: text(start, end), as: UTF8.self) }

        private func lines(_ start: Int, _ end: Int) -> [String] {
            string(start, end).split(separator: "\n").map(String.init)
        }
    }

    /// Decodes concatenated overviews; `nil` if the bytes contain anything else.
    package static func decodeAll(_ bytes: Data) -> [Overview]? {
        bytes.withUnsafeBytes { bytes in
            var (position, overviews) = (0, [Overview]())
            while position < bytes.count {
                guard let entry = Entry(bytes, at: position) else { return nil }
                overviews.append(entry.overview)
                position += entry.size
            }
            return overviews
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Reads a big-endian number. The caller has checked that it is within bounds.
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as: Number.Type) -> Number {
        Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

extension Data {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
