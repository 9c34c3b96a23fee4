import CLinux
import Foundation
import KeychainServices

/// A page of a vault's index: the overviews of some items, sealed together. Pages of many overviews keep edits cheap in vaults of any size,
/// and opening the vault quick.
struct IndexPage: Sendable {
    /// The number of entries at which a page takes no new ones.
    static let maximumEntries = 128

    let number: UInt32
    /// The entries, concatenated.
    let bytes: WipedBytes
    /// The offset of each entry in ``bytes``.
    let offsets: [Int32]
    /// The search texts of all entries, separated by line feeds: one search shows that a page does not contain a word.
    private let texts: WipedBytes
    /// The offset of each entry's search text in ``texts``.
    private let textOffsets: [Int32]

    /// Parses a page.
    ///
    /// - Throws: `.decode` if the bytes contain anything other than entries.
    init(number: UInt32, bytes: Data) throws(KeychainError) {
        self.number = number
        self.bytes = bytes.withUnsafeBytes { WipedBytes(copying: $0) }
        var (position, textPosition) = (0, 0)
        var (offsets, textOffsets) = ([Int32](), [Int32]())
        var texts: [UnsafeRawBufferPointer] = []
        while position < bytes.count {
            guard let entry = OverviewCoding.Entry(self.bytes.pointer, at: position),
                let offset = Int32(exactly: position), let textOffset = Int32(exactly: textPosition)
            else { throw ItemCoding.damaged }
            offsets.append(offset)
            textOffsets.append(textOffset)
            texts.append(entry.searchText)
            position += entry.size
            textPosition += entry.searchText.count + 1
        }
        self.offsets = offsets
        self.textOffsets = textOffsets
        self.texts = WipedBytes(joining: texts, separator: UInt8(ascii: "\n"))
    }

    /// The entries in the order in which they were added. None of them outlives the page.
    var entries: some Sequence<OverviewCoding.Entry> {
        offsets.lazy.compactMap { OverviewCoding.Entry(bytes.pointer, at: Int($0)) }
    }

    /// Calls `body` with entries that may have all words in their search text. Entries that lack the rarest word are left out.
    ///
    /// - Parameter words: without white space.
    func forEachCandidate(_ words: [[UInt8]], _ body: (OverviewCoding.Entry) -> Void) {
        guard var word = words.first else { return entries.forEach(body) }
        // The word whose first occurrence is last is taken for the rarest.
        var position = -1
        for other in words {
            guard let first = firstIndex(of: other, from: 0) else { return }
            if first > position { (position, word) = (first, other) }
        }
        var index = 0
        while true {
            while index + 1 < textOffsets.count, Int(textOffsets[index + 1]) <= position { index += 1 }
            if let entry = OverviewCoding.Entry(bytes.pointer, at: Int(offsets[index])) { body(entry) }
            index += 1
            guard index < textOffsets.count, let next = firstIndex(of: word, from: Int(textOffsets[index]))
            else { return }
            position = next
        }
    }

    private func firstIndex(of word: [UInt8], from start: Int) -> Int? {
        UnsafeRawBufferPointer(rebasing: texts.pointer[start...]).firstIndex(of: word).map { start + $0 }
    }

    /// Returns the page with another entry in place of the item's, or appended if it had none; without the item's entry if `overview` is
    /// `nil`.
    func replacing(_ id: UUID, with overview: Overview?) throws(KeychainError) -> IndexPage {
        var changed = Data()
        changed.reserveCapacity(bytes.pointer.count + 512)
        defer { changed.wipe() }
        var isNew = true
        for entry in entries {
            if entry.id != id {
                changed.append(contentsOf: entry.bytes)
            } else if let overview {
                changed.append(OverviewCoding.encode(overview))
                isNew = false
            }
        }
        if isNew, let overview { changed.append(OverviewCoding.encode(overview)) }
        return try IndexPage(number: number, bytes: changed)
    }

    /// Returns the account attribute of the page's row in the keychain.
    static func account(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the index of the first occurrence of `pattern`.
    func firstIndex(of pattern: [UInt8]) -> Int? {
        guard let base = baseAddress else { return nil }
        let offset = clinux_find(base, count, pattern, pattern.count)
        return offset < 0 ? nil : offset
    }
}

extension Data {
    /// Overwrites the bytes with zeros.
    mutating func wipe() { resetBytes(in: startIndex..<endIndex) }
}
