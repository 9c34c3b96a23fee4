/// Groups of domains at which the same credentials are valid.
///
/// A domain is in one group at most: lines that name the same domain make one group.
/// Specified in: website-matching 6.
public struct SharedDomains: Hashable, Sendable {
    /// Domains in a group.
    public static let mostInGroup = 64

    /// Every group, in the order of its domains.
    private var groups: [String: [String]] = [:]

    /// No groups.
    public init() {}

    /// How many groups there are.
    public var count: Int { Set(groups.values).count }

    /// The group of a registrable domain, with the domain itself; nil if it is in none.
    ///
    /// - Parameter domain: lower case, Punycode, as ``WebHost/registrableDomain`` has it.
    public func group(of domain: String) -> [String]? { groups[domain] }

    /// Whether both are in the same group.
    public func share(_ domain: String, _ other: String) -> Bool { groups[domain]?.contains(other) ?? false }

    /// Makes one group of the domains and of all groups that they are in.
    ///
    /// - Returns: false, and nothing is changed, if that would have more than 64 domains.
    mutating func join(_ domains: [String]) -> Bool {
        var joined: [String] = []
        for domain in domains.flatMap({ groups[$0] ?? [$0] }) where !joined.contains(domain) { joined.append(domain) }
        guard joined.count <= Self.mostInGroup else { return false }
        for domain in joined { groups[domain] = joined }
        return true
    }

    /// Takes a domain out of its group. What remains alone is no group.
    ///
    /// - Returns: false if it is in none.
    mutating func remove(_ domain: String) -> Bool {
        guard var rest = groups.removeValue(forKey: domain) else { return false }
        rest.removeAll { $0 == domain }
        for other in rest { groups[other] = rest.count > 1 ? rest : nil }
        return true
    }

    /// Forgets all groups.
    mutating func removeAll() { groups = [:] }
}
