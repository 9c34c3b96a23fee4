import Glibc

/// A search result with its rank and its position in the page. Valid as long as the page.
struct SearchHit {
    let entry: OverviewCoding.Entry
    /// The rank; the smaller, the better.
    private let rank: Int
    private let title: UnsafeRawBufferPointer
    /// The first eight bytes of the title as a number with the same order, which decides most comparisons.
    private let key: UInt64

    init(_ entry: OverviewCoding.Entry, rank: Int) {
        self.entry = entry
        self.rank = rank
        title = entry.searchText.firstLine
        var key: UInt64 = 0
        for index in 0..<8 { key = key << 8 | UInt64(index < title.count ? title[index] : 0) }
        self.key = key
    }

    /// Compares by rank, then by title, then by the rest of the entry, so that the order of equal titles is defined.
    func isBefore(_ other: SearchHit) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if key != other.key { return key < other.key }
        return Self.order(title, other.title) ?? Self.order(entry.searchText, other.entry.searchText)
            ?? Self.order(entry.bytes, other.entry.bytes) ?? false
    }

    /// Whether `one` comes first; `nil` if both are equal.
    private static func order(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool? {
        if let start = one.baseAddress, let otherStart = other.baseAddress {
            let order = memcmp(start, otherStart, min(one.count, other.count))
            if order != 0 { return order < 0 }
        }
        return one.count == other.count ? nil : one.count < other.count
    }
}

/// The best of many hits. Surplus hits are dropped from time to time, so that a short list of the hits among 100,000 items does not require
/// sorting all of them.
struct BestHits {
    private static let minimumCapacity = 1024

    private let limit: Int
    private let capacity: Int
    private var hits: [SearchHit] = []
    /// The worst hit that is kept, once there are more than enough.
    private var worst: SearchHit?

    init(limit: Int) {
        self.limit = max(limit, 0)
        capacity = limit > Int.max / 2 ? .max : max(Self.minimumCapacity, 2 * limit)
    }

    mutating func add(_ hit: SearchHit) {
        if let worst, worst.isBefore(hit) { return }
        hits.append(hit)
        guard hits.count >= capacity else { return }
        hits = sorted()
        worst = hits.last
    }

    /// Returns the best hits in order, up to the limit.
    func sorted() -> [SearchHit] { Array(hits.sorted { $0.isBefore($1) }.prefix(limit)) }
}
