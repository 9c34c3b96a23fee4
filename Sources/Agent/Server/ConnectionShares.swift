/// Shares a limited number of connections among processes, and chooses the connection that ends when all are in use.
///
/// A process with few connections is not kept out by others that have more: a newcomer reentries a connection of the terminal session,
/// and within it of the process, that has most. Processes that fork are one session. A process that begins sessions as well reentries
/// connections of owners with as few only once all have as few, and then the one that has been at rest for longest, whose program
/// connects again when it has something to ask.
package struct ConnectionShares: Sendable {
    package typealias ID = UInt64

    /// The process that a connection counts for, and its terminal session.
    package struct Owner: Hashable, Sendable {
        package let session: Int32
        package let process: Int32

        package init(session: Int32, process: Int32) { (self.session, self.process) = (session, process) }
    }

    package struct Limits: Sendable {
        /// The most connections of all processes.
        package var all: Int
        /// The most connections of one process: more than its library ever makes.
        package var ofProcess = 96

        package init(all: Int) { self.all = all }
    }

    package enum Admission: Equatable, Sendable {
        case admitted
        /// Admitted, and this other connection has to end.
        case inPlace(of: ID)
        case refused
    }

    /// The use of a connection. The first of these end first: a program that asks nothing connects again when it does; then one that is
    /// not identified yet; then one that waits to be told of events; at last one that waits for an answer.
    package enum Use: Int, Comparable, Sendable {
        case atRest, greeting, listening, busy

        package static func < (one: Use, other: Use) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Entry {
        let owner: Owner
        var use = Use.greeting
        var lastUse: UInt64
        var listens = false
    }

    private let limits: Limits
    private var entries: [ID: Entry] = [:]
    /// The connections by session, then by process.
    private var counts: [Int32: [Int32: Int]] = [:]
    private var totals: [Int32: Int] = [:]

    package init(_ limits: Limits) { self.limits = limits }

    /// Decides on a new connection.
    ///
    /// - Parameter now: in any unit that grows.
    package mutating func admit(_ id: ID, of owner: Owner, now: UInt64) -> Admission {
        let own = count(of: owner)
        guard own < limits.ofProcess else { return .refused }
        var gone: ID?
        if entries.count >= limits.all {
            gone = victim(for: owner, having: own)
            guard let gone else { return .refused }
            remove(gone)
        }
        entries[id] = Entry(owner: owner, lastUse: now)
        counts[owner.session, default: [:]][owner.process, default: 0] += 1
        totals[owner.session, default: 0] += 1
        return gone.map { .inPlace(of: $0) } ?? .admitted
    }

    /// Notes that a connection has ended.
    package mutating func remove(_ id: ID) {
        guard let owner = entries.removeValue(forKey: id)?.owner else { return }
        let left = count(of: owner) - 1
        counts[owner.session]?[owner.process] = left > 0 ? left : nil
        let total = (totals[owner.session] ?? 1) - 1
        totals[owner.session] = total > 0 ? total : nil
        if total <= 0 { counts[owner.session] = nil }
    }

    /// Notes that a connection is used, or is no longer.
    package mutating func note(_ id: ID, _ use: Use, now: UInt64) {
        // Changed in its storage: this is done twice for every request.
        guard let index = entries.index(forKey: id) else { return }
        if use == .listening { entries.values[index].listens = true }
        entries.values[index].use = use == .atRest && entries.values[index].listens ? .listening : use
        entries.values[index].lastUse = now
    }

    private func count(of owner: Owner) -> Int { counts[owner.session]?[owner.process] ?? 0 }

    /// Returns the connection that gives way to a newcomer; `nil` if no other owner has more.
    ///
    /// - Parameter own: the connections that the newcomer has already.
    private func victim(for owner: Owner, having own: Int) -> ID? {
        let heaviest = totals.values.max() ?? 0
        // Of several that have as many, the newcomer's own session gives way.
        let isOwn = totals[owner.session] == heaviest
        let most = counts.mapValues { $0.values.max() ?? 0 }
        guard !isOwn || most[owner.session, default: 0] > own else { return nil }
        let candidates = entries.filter { _, entry in
            let session = entry.owner.session
            guard isOwn ? session == owner.session : totals[session] == heaviest else { return false }
            return count(of: entry.owner) == most[session]
        }
        return candidates.min { ($0.value.use, $0.value.lastUse, $0.key) < ($1.value.use, $1.value.lastUse, $1.key) }?
            .key
    }
}
