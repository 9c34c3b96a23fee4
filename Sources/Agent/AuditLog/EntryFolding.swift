/// Folds entries, so that no program can push the records of others out of the log.
///
/// The first refusal of a kind is an entry at once. Equal ones that follow are counted, and are one entry with their number when the time
/// is over. Each program has a quota of entries, one for refusals and a larger one for what was granted; what is over the quota is
/// counted by operation and group.
package struct EntryFolding: Sendable {
    /// The microseconds for which entries are counted before their number is an entry, and for which a quota is.
    package static let period: Int64 = 60_000_000
    /// The refusals of a program that have entries of their own, in a period.
    package static let quotaOfRefusals = 16
    /// The granted requests of a program that have entries of their own, in a period.
    package static let quotaOfGrants = 4000
    /// The programs that are told apart; further ones share a quota.
    package static let mostPrograms = 64
    /// The kinds of entries over a quota that are told apart.
    private static let mostKinds = 16

    /// What entries that are counted together have in common.
    private struct Kind: Hashable {
        var operation: String
        var itemClass = ""
        var group = ""
        var item: [UInt8] = []
        let status: Int32

        init(_ entry: Entry, withItem: Bool) {
            (operation, itemClass, group, status) = (entry.operation, entry.itemClass, entry.group, entry.status)
            if withItem { item = entry.item }
        }

        /// All others.
        init(isRefusal: Bool) { (operation, status) = ("others", isRefusal ? -1 : 0) }
    }

    /// What programs are told apart by.
    private struct Name: Hashable, Comparable {
        /// -1 for all programs beyond the most.
        var uid: Int64 = -1
        var subject = ""

        static func < (one: Name, other: Name) -> Bool { (one.uid, one.subject) < (other.uid, other.subject) }
    }

    private struct Program {
        let begun: Int64
        var refusals = 0
        var grants = 0
        /// The kinds of refusals that have an entry.
        var known: Set<Kind> = []
        /// What was counted, with the last of each.
        var counted: [Kind: Entry] = [:]

        mutating func count(_ entry: Entry, as kind: Kind) {
            var last = entry
            last.times = (counted[kind]?.times ?? 0) + 1
            counted.updateValue(last, forKey: kind)
        }

        mutating func countOverQuota(_ entry: Entry) {
            let kind = Kind(entry, withItem: false)
            guard counted[kind] == nil, counted.count >= EntryFolding.mostKinds + EntryFolding.quotaOfRefusals else {
                return count(entry.withoutItem, as: kind)
            }
            count(entry.withoutDetails, as: Kind(isRefusal: entry.status != 0))
        }
    }

    private var programs: [Name: Program] = [:]

    package init() {}

    /// Returns the entries to write for one that comes: none if it was counted.
    package mutating func entries(for entry: Entry) -> [Entry] {
        let name = name(of: entry)
        let due = isDue(programs[name]?.begun, at: entry.time) ? take(name) : []
        // In place: a copy of what was counted would take longer than the request.
        let hasOwn = Self.add(entry, to: &programs[name, default: Program(begun: entry.time)])
        return due + (hasOwn ? [entry] : [])
    }

    /// Returns the entries for all that was counted: at the end, and before the log is read.
    package mutating func takeAll() -> [Entry] { programs.keys.sorted().flatMap { take($0) } }

    /// Returns the entries for what was counted in periods that are over.
    package mutating func takeDue(at now: Int64) -> [Entry] {
        programs.filter { isDue($0.value.begun, at: now) }.keys.sorted().flatMap { take($0) }
    }

    /// Whether something was counted that is no entry yet, or a quota runs.
    package var isEmpty: Bool { programs.isEmpty }

    /// A clock that was set back ends a period.
    private func isDue(_ begun: Int64?, at now: Int64) -> Bool {
        guard let begun else { return false }
        return now < begun || now - begun >= Self.period
    }

    /// Processes that could not be identified are told apart by nothing that they could not change.
    private func name(of entry: Entry) -> Name {
        let name = Name(uid: Int64(entry.uid), subject: entry.strength == "unidentified" ? "" : entry.subject)
        return programs.count < Self.mostPrograms || programs[name] != nil ? name : Name()
    }

    /// - Returns: whether the entry is one of its own.
    private static func add(_ entry: Entry, to program: inout Program) -> Bool {
        guard entry.status != 0 else {
            program.grants += 1
            if program.grants > quotaOfGrants { program.countOverQuota(entry) }
            return program.grants <= quotaOfGrants
        }
        let kind = Kind(entry, withItem: true)
        if program.known.contains(kind) {
            program.count(entry, as: kind)
            return false
        }
        guard program.refusals < quotaOfRefusals else {
            program.countOverQuota(entry)
            return false
        }
        program.refusals += 1
        program.known.insert(kind)
        return true
    }

    private mutating func take(_ name: Name) -> [Entry] {
        let counted = programs.removeValue(forKey: name)?.counted.values.map { $0 } ?? []
        return counted.sorted { $0.time < $1.time }
    }
}
