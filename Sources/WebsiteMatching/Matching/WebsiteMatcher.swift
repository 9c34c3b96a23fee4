/// Says which logins belong to a page or a program.
///
/// Pure: it reads no file, asks no network, and gives the same answer to the same question.
/// Specified in: website-matching 3 to 5.
public struct WebsiteMatcher: Sendable {
    /// Domains that count as one.
    public let sharedDomains: SharedDomains

    /// - Parameter sharedDomains: Domains that count as one; the built-in table without the user's changes if left out.
    public init(sharedDomains: SharedDomains = .builtIn) { self.sharedDomains = sharedDomains }

    /// Whether an item with these websites belongs to `page`, by the one of them that fits best.
    ///
    /// - Returns: nil if none fits; if one of them with the rule `never` does; and on http if one of them is for the same page
    ///   on https: what was meant for TLS goes nowhere without.
    public func match(_ page: WebAddress, _ websites: [Website]) -> WebsiteMatch? {
        guard !websites.contains(where: { $0.rule == .never && $0.excludes(page) }), !isHeldBack(page, websites) else {
            return nil
        }
        return websites.compactMap { match(page, $0) }.max { $0.rank < $1.rank }
    }

    /// The candidates that belong to `page`, the best first; those of equal rank stay in their order.
    ///
    /// - Parameters:
    ///   - page: The page or program.
    ///   - candidates: For example what ``searchKeys(for:)-(WebAddress)`` leads to.
    ///   - websites: A candidate's websites.
    public func ranked<Candidate>(
        _ page: WebAddress, _ candidates: some Sequence<Candidate>, websites: (Candidate) throws -> [Website]
    ) rethrows -> [(candidate: Candidate, match: WebsiteMatch)] {
        let matches = try candidates.compactMap { candidate in
            match(page, try websites(candidate)).map { (candidate: candidate, match: $0) }
        }
        return matches.enumerated().sorted { one, other in
            let (rank, otherRank) = (one.element.match.rank, other.element.match.rank)
            return rank == otherRank ? one.offset < other.offset : rank > otherRank
        }.map(\.element)
    }

    /// Whether a website is for the page on https, and for https alone.
    private func isHeldBack(_ page: WebAddress, _ websites: [Website]) -> Bool {
        guard case .page(let address) = page, address.scheme == .http else { return false }
        let secured = WebAddress.page(address.secured)
        return websites.contains { match(page, $0) == nil && match(secured, $0) != nil }
    }
}
