/// Who has how many connections, and whose goes when all places are taken.
///
/// Nobody is kept out by others who have more: a newcomer gets a place of the terminal session, and within it of the process,
/// that has most. Processes that fork are one session. Those that begin sessions as well take places of who has as few only
/// once everybody has as few, and then of who has been at rest for longest, which connects again when it has something to ask.
package struct ConnectionShares: Sendable {
    package typealias ID = UInt64

    /// Whose a connection is.
    package struct Owner: Hashable, Sendable {
        package let session: Int32
        package let process: Int32

        package init(session: Int32, process: Int32) { (self.session, self.process) = (session, process) }
    }

    package struct Limits: Sendable {
        /// Of all processes.
        package var all: Int
        /// Of one process: more than its library ever makes.
        package var ofProcess = 96

        package init(all: Int) { self.all = all }
    }

    package enum Admission: Equatable, Sendable {
        case admitted
        /// Admitted, and this one has to go.
        case inPlace(of: ID)
        case refused
    }

    /// What a connection is doing. The first of these are the first to go: who asks nothing, and connects again when it does; who
    /// has not said yet who it is; who waits to be told something; at last who waits for an answer.
    package enum Use: Int, Comparable, Sendable {
        case atRest, greeting, listening, busy

        package static func < (one: Use, other: Use) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Place {
        let owner: Owner
        var use = Use.greeting
        var lastUse: UInt64
        var listens = false
    }

    private let limits: Limits
    private var places: [ID: Place] = [:]
    /// By session, then by process.
    private var counts: [Int32: [Int32: Int]] = [:]
    private var totals: [Int32: Int] = [:]

    package init(_ limits: Limits) { self.limits = limits }

    /// Somebody connects.
    ///
    /// - Parameter now: in any unit that grows.
    package mutating func admit(_ id: ID, of owner: Owner, now: UInt64) -> Admission {
        let own = count(of: owner)
        guard own < limits.ofProcess else { return .refused }
        var gone: ID?
        if places.count >= limits.all {
            gone = victim(for: owner, having: own)
            guard let gone else { return .refused }
            remove(gone)
        }
        places[id] = Place(owner: owner, lastUse: now)
        counts[owner.session, default: [:]][owner.process, default: 0] += 1
        totals[owner.session, default: 0] += 1
        return gone.map { .inPlace(of: $0) } ?? .admitted
    }

    /// A connection has gone.
    package mutating func remove(_ id: ID) {
        guard let owner = places.removeValue(forKey: id)?.owner else { return }
        let left = count(of: owner) - 1
        counts[owner.session]?[owner.process] = left > 0 ? left : nil
        let total = (totals[owner.session] ?? 1) - 1
        totals[owner.session] = total > 0 ? total : nil
        if total <= 0 { counts[owner.session] = nil }
    }

    /// A connection is used, or is no longer.
    package mutating func note(_ id: ID, _ use: Use, now: UInt64) {
        // In its place: this is done twice for every request.
        guard let index = places.index(forKey: id) else { return }
        if use == .listening { places.values[index].listens = true }
        places.values[index].use = use == .atRest && places.values[index].listens ? .listening : use
        places.values[index].lastUse = now
    }

    private func count(of owner: Owner) -> Int { counts[owner.session]?[owner.process] ?? 0 }

    /// - Parameter own: how many the newcomer has already.
    /// - Returns: nil if nobody has more than the newcomer.
    private func victim(for owner: Owner, having own: Int) -> ID? {
        let heaviest = totals.values.max() ?? 0
        // Of several that have as many, the newcomer's own session gives way.
        let isOwn = totals[owner.session] == heaviest
        let most = counts.mapValues { $0.values.max() ?? 0 }
        guard !isOwn || most[owner.session, default: 0] > own else { return nil }
        let candidates = places.filter { _, place in
            let session = place.owner.session
            guard isOwn ? session == owner.session : totals[session] == heaviest else { return false }
            return count(of: place.owner) == most[session]
        }
        return candidates.min { ($0.value.use, $0.value.lastUse, $0.key) < ($1.value.use, $1.value.lastUse, $1.key) }?
            .key
    }
}
