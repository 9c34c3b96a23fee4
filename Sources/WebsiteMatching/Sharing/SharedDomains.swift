/// Groups of domains that share credentials.
///
/// Each domain is in one group at most: lines that name the same domain form one group.
/// Specified in: website-matching 6.
public struct SharedDomains: Hashable, Sendable {
    /// The maximum number of domains in a group.
    public static let mostInGroup = 64

    /// The group of each domain, in the order in which its domains were listed.
    private var groups: [String: [String]] = [:]

    /// Makes a table without groups.
    public init() {}

    /// The number of groups.
    public var count: Int { Set(groups.values).count }

    /// Returns the group of a registrable domain, including the domain itself; `nil` if it is in none.
    ///
    /// - Parameter domain: the domain in the form of ``WebHost/registrableDomain``: lower case, Punycode.
    public func group(of domain: String) -> [String]? { groups[domain] }

    /// Returns whether both domains are in the same group.
    public func share(_ domain: String, _ other: String) -> Bool { groups[domain]?.contains(other) ?? false }

    /// Joins the domains and all groups that they are in to one group.
    ///
    /// - Returns: `false` without any change if the group would have more than 64 domains.
    mutating func join(_ domains: [String]) -> Bool {
        var joined: [String] = []
        for domain in domains.flatMap({ groups[$0] ?? [$0] }) where !joined.contains(domain) { joined.append(domain) }
        guard joined.count <= Self.mostInGroup else { return false }
        for domain in joined { groups[domain] = joined }
        return true
    }

    /// Removes a domain from its group. A group of one remaining domain is removed as well.
    ///
    /// - Returns: `false` if it is in no group.
    mutating func remove(_ domain: String) -> Bool {
        guard var rest = groups.removeValue(forKey: domain) else { return false }
        rest.removeAll { $0 == domain }
        for other in rest { groups[other] = rest.count > 1 ? rest : nil }
        return true
    }

    /// Removes all groups.
    mutating func removeAll() { groups = [:] }
}
