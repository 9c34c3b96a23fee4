import Foundation
import PasswordTools

/// The findings about the items of one or more vaults.
public struct HealthReport: Sendable {
    /// All findings, the most urgent kinds first, then by title.
    public let findings: [Finding]
    /// The number of items that were judged.
    public let itemCount: Int

    /// The findings that the user has not chosen to ignore.
    public var open: [Finding] { findings.filter { !$0.isIgnored } }

    /// Judges items.
    ///
    /// - Parameters:
    ///   - items: the items, of one or more vaults.
    ///   - options: limits, and what is known of sites.
    ///   - leaks: a source of leaked passwords; `nil` if none is asked.
    ///   - isCancelled: whether the user has ended it.
    /// - Throws: ``HealthError``; `.cancelled` if `isCancelled` returned true.
    public init(
        of items: [HealthItem], options: HealthOptions = HealthOptions(), leaks: (any LeakSource)? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(HealthError) {
        let tags = SecretTags()
        let groups = PasswordGroups(items, tags)
        var found = Findings(items: items)
        for (position, rating) in WeakPasswords.ratings(items, groups, isCancelled: isCancelled) {
            found.add(.weak(rating), position)
        }
        guard !isCancelled() else { throw .cancelled }
        let duplicates = Duplicates.groups(items, tags)
        for group in duplicates { found.add(group, Finding.Fact.duplicate) }
        for group in Self.reuse(items, groups) { found.add(group, Finding.Fact.reused) }
        for (position, item) in items.enumerated() {
            for fact in SingleItem.facts(item, options) { found.add(fact, position) }
        }
        if let leaks {
            let asked = groups.items.values.compactMap { positions in
                positions.first.flatMap { items[$0].password }.map { (LeakHash($0), positions) }
            }
            let counts = try leaks.counts(of: asked.map(\.0), isCancelled: isCancelled)
            for (hash, positions) in asked {
                guard let count = counts[hash] else { continue }
                for position in positions { found.add(.leaked(times: count), position) }
            }
        }
        findings = found.sorted
        itemCount = items.count
    }

    /// The groups of items that share a password and are not all of one account.
    private static func reuse(_ items: [HealthItem], _ groups: PasswordGroups) -> [[Int]] {
        groups.items.values.filter { positions in
            guard positions.count > 1 else { return false }
            let accounts = Set(positions.map { [items[$0].username.lowercased()] + items[$0].companies })
            // Items without a website are told apart by their titles.
            let names = Set(positions.map { items[$0].domains.isEmpty ? items[$0].reference.title : "" })
            return accounts.count > 1 || names.count > 1
        }
    }
}

/// The findings while they are collected.
struct Findings {
    let items: [HealthItem]
    private var found: [Finding] = []

    init(items: [HealthItem]) { self.items = items }

    mutating func add(_ fact: Finding.Fact, _ position: Int) {
        let item = items[position]
        let made = Finding(item: item.reference, fact: fact, isIgnored: false)
        guard item.ignored.contains(made.kind.rawValue) else { return found.append(made) }
        found.append(Finding(item: item.reference, fact: fact, isIgnored: true))
    }

    mutating func add(_ group: [Int], _ fact: ([ItemReference]) -> Finding.Fact) {
        let references = group.map { items[$0].reference }
        for position in group { add(fact(references), position) }
    }

    var sorted: [Finding] {
        found.sorted { one, other in
            if one.kind != other.kind { return one.kind.order < other.kind.order }
            let (a, b) = (one.item, other.item)
            return (a.title.lowercased(), a.vault, a.id.uuidString) < (b.title.lowercased(), b.vault, b.id.uuidString)
        }
    }
}
