import Foundation
import Glibc

/// The overviews of all items of an unlocked vault.
struct VaultIndex: Sendable {
    private(set) var pages: [UInt32: IndexPage]
    /// The generation of the vault file at the time this index was read.
    var generation: UInt64
    /// The number of pages that the vault has, by its header.
    var pageCount: Int

    /// Whether every page could be read. If not, items are missing in all lists.
    var isComplete: Bool { pages.count >= pageCount }

    /// - Parameter pageCount: the number of pages that the header names; none for an index without a vault.
    init(_ pages: [IndexPage], generation: UInt64, pageCount: Int = 0) {
        self.pages = Dictionary(pages.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        self.generation = generation
        self.pageCount = pageCount
    }

    mutating func put(_ page: IndexPage) { pages[page.number] = page }

    /// The number of items in all places.
    var count: Int { pages.values.reduce(0) { $0 + $1.offsets.count } }

    /// The entries in no particular order. None outlives the index.
    var entries: some Sequence<OverviewCoding.Entry> { pages.values.lazy.flatMap(\.entries) }

    /// Returns the items that pass the filter, in the order of titles, at most `limit`.
    func overviews(_ filter: VaultFilter, limit: Int = .max) -> [Overview] { search("", filter, limit: limit) }

    /// Returns the items that have all words of a text in their titles, usernames, websites and tags, the best first.
    ///
    /// - Parameter site: if not `nil`, only items that may belong to this site are returned.
    func search(_ text: String, _ filter: VaultFilter, site: WebsiteHint? = nil, limit: Int) -> [Overview] {
        withExtendedLifetime(pages) { found(text, filter, site, limit).map(\.entry.overview) }
    }

    /// Returns the result of a search as bytes (``OverviewCoding``), in parts of about `partSize`.
    func encodedSearch(
        _ text: String, _ filter: VaultFilter, site: WebsiteHint? = nil, limit: Int, partSize: Int
    ) -> [Data] {
        withExtendedLifetime(pages) {
            var parts = [Data()]
            for hit in found(text, filter, site, limit) {
                if let last = parts.last, !last.isEmpty, last.count + hit.entry.size > partSize { parts.append(Data()) }
                parts[parts.count - 1].append(contentsOf: hit.entry.bytes)
            }
            return parts
        }
    }

    /// Returns the hits of a search. None of them outlives the pages.
    private func found(_ text: String, _ filter: VaultFilter, _ site: WebsiteHint?, _ limit: Int) -> [SearchHit] {
        let words = SearchText.folded(text).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        var hits = BestHits(limit: limit)
        for page in pages.values {
            page.forEachCandidate(words) { entry in
                guard filter.admits(entry), site.map(entry.mayBelong(to:)) ?? true,
                    let rank = Self.rank(entry.searchText, words)
                else { return }
                hits.add(SearchHit(entry, rank: rank))
            }
        }
        return hits.sorted()
    }

    /// Returns the rank of an item. 0: the title begins with the first word; 1: a word of the title does; 2: it is in the title; 3:
    /// elsewhere. `nil` if any word is missing.
    private static func rank(_ text: UnsafeRawBufferPointer, _ words: [[UInt8]]) -> Int? {
        guard let first = words.first else { return 0 }
        var place: Int?
        for (index, word) in words.enumerated() {
            guard let found = text.firstIndex(of: word) else { return nil }
            if index == 0 { place = found }
        }
        guard let place else { return nil }
        if place == 0 { return 0 }
        let title = text.firstLine
        guard place + first.count <= title.count else { return 3 }
        return title[place - 1] == UInt8(ascii: " ") ? 1 : 2
    }
}

extension VaultFilter {
    func admits(_ entry: OverviewCoding.Entry) -> Bool {
        let found: Place = entry.trashed != nil ? .trash : entry.archived != nil ? .archive : .active
        guard place.map({ $0 == found }) ?? (found != .trash) else { return false }
        return kind.map { $0 == entry.kind } ?? true && (!onlyFavourites || entry.isFavourite)
            && tag.map(entry.has(tag:)) ?? true
    }
}

extension UnsafeRawBufferPointer {
    var firstLine: UnsafeRawBufferPointer {
        guard let base = baseAddress, let end = memchr(base, Int32(UInt8(ascii: "\n")), count) else { return self }
        return UnsafeRawBufferPointer(rebasing: self[..<(UnsafeRawPointer(end) - base)])
    }
}
