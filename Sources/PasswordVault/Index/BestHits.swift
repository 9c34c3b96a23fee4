import Glibc

/// What a search has found: how good it is, and where it lies. Valid as long as the page.
struct SearchHit {
    let entry: OverviewCoding.Entry
    /// The smaller the better.
    private let rank: Int
    private let title: UnsafeRawBufferPointer
    /// The first eight bytes of the title as a number of the same order, by which most comparisons are decided.
    private let key: UInt64

    init(_ entry: OverviewCoding.Entry, rank: Int) {
        self.entry = entry
        self.rank = rank
        title = entry.searchText.firstLine
        var key: UInt64 = 0
        for index in 0..<8 { key = key << 8 | UInt64(index < title.count ? title[index] : 0) }
        self.key = key
    }

    /// By rank, then by title, then by whatever else searches look through, so that equal titles have an order as well.
    func isBefore(_ other: SearchHit) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if key != other.key { return key < other.key }
        return Self.order(title, other.title) ?? Self.order(entry.searchText, other.entry.searchText)
            ?? Self.order(entry.bytes, other.entry.bytes) ?? false
    }

    /// Whether `one` comes first; nil: they are the same.
    private static func order(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool? {
        if let start = one.baseAddress, let otherStart = other.baseAddress {
            let order = memcmp(start, otherStart, min(one.count, other.count))
            if order != 0 { return order < 0 }
        }
        return one.count == other.count ? nil : one.count < other.count
    }
}

/// The best of many hits: what is too many is let go from time to time, so that a short list of what a search finds in 100,000 items
/// does not cost sorting them all.
struct BestHits {
    private static let leastCapacity = 1024

    private let limit: Int
    private let capacity: Int
    private var hits: [SearchHit] = []
    /// The worst that is kept once there are more than enough.
    private var worst: SearchHit?

    init(limit: Int) {
        self.limit = max(limit, 0)
        capacity = limit > Int.max / 2 ? .max : max(Self.leastCapacity, 2 * limit)
    }

    mutating func add(_ hit: SearchHit) {
        if let worst, worst.isBefore(hit) { return }
        hits.append(hit)
        guard hits.count >= capacity else { return }
        hits = sorted()
        worst = hits.last
    }

    /// The best first, as many as are wanted.
    func sorted() -> [SearchHit] { Array(hits.sorted { $0.isBefore($1) }.prefix(limit)) }
}
