import CLinux
import Foundation
import KeychainServices

/// A part of a vault's index: the overviews of some items, sealed together. That many fit into one keeps an edit cheap however large
/// the vault is, and opening the vault quick.
struct IndexPage: Sendable {
    /// Entries of a page that new ones are no longer put into.
    static let mostEntries = 128

    let number: UInt32
    /// One entry behind the other.
    let bytes: WipedBytes
    /// Where each begins.
    let offsets: [Int32]
    /// What searches look through, of all entries one behind the other with a line feed between: a page in which a word is nowhere is
    /// done with at once.
    private let texts: WipedBytes
    /// Where in ``texts`` that of each entry begins.
    private let textOffsets: [Int32]

    /// - Throws: `.decode` if there is anything else than entries.
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

    /// In the order in which they were put there. None of them outlives the page.
    var entries: some Sequence<OverviewCoding.Entry> {
        offsets.lazy.compactMap { OverviewCoding.Entry(bytes.pointer, at: Int($0)) }
    }

    /// Calls `body` with those that may have all words in what searches look through, and with no other that lacks the rarest of them.
    ///
    /// - Parameter words: without white space.
    func forEachCandidate(_ words: [[UInt8]], _ body: (OverviewCoding.Entry) -> Void) {
        guard var word = words.first else { return entries.forEach(body) }
        // The word that comes up last is taken for the rarest.
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

    /// The same page with another entry in place of the item's, or behind the others; or without it.
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

    /// By which the keychain names it.
    static func account(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension UnsafeRawBufferPointer {
    /// Where `pattern` begins first.
    func firstIndex(of pattern: [UInt8]) -> Int? {
        guard let base = baseAddress else { return nil }
        let offset = clinux_find(base, count, pattern, pattern.count)
        return offset < 0 ? nil : offset
    }
}

extension Data {
    /// Overwrites what is there with zeros.
    mutating func wipe() { resetBytes(in: startIndex..<endIndex) }
}
