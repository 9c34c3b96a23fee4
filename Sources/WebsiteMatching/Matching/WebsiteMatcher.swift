/// The matcher of logins with pages and programs.
///
/// It is pure: it reads no file, uses no network, and gives the same answer for the same input.
/// Specified in: website-matching 3 to 5.
public struct WebsiteMatcher: Sendable {
    /// The groups of domains that share credentials.
    public let sharedDomains: SharedDomains

    /// Makes a matcher.
    ///
    /// - Parameter sharedDomains: the groups of domains that share credentials; by default the built-in table without the user's changes.
    public init(sharedDomains: SharedDomains = .builtIn) { self.sharedDomains = sharedDomains }

    /// Returns the best match of an item's websites with `page`.
    ///
    /// - Returns: `nil` if no website matches; if one of them excludes the page with the rule `never`; and, for a page on http, if one of
    ///   them is for the same page on https only, since a login saved for TLS must not be sent without it.
    public func match(_ page: WebAddress, _ websites: [Website]) -> WebsiteMatch? {
        guard !websites.contains(where: { $0.rule == .never && $0.excludes(page) }), !isForTLSOnly(page, websites)
        else {
            return nil
        }
        return websites.compactMap { match(page, $0) }.max { $0.rank < $1.rank }
    }

    /// Returns the candidates that match `page`, the best first. Candidates of equal rank keep their order.
    ///
    /// - Parameters:
    ///   - page: the page or program.
    ///   - candidates: the candidates, for example those found with ``searchKeys(for:)-(WebAddress)``.
    ///   - websites: returns a candidate's websites.
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

    /// Returns whether one of the websites matches the page on https but not on http.
    private func isForTLSOnly(_ page: WebAddress, _ websites: [Website]) -> Bool {
        guard case .page(let address) = page, address.scheme == .http else { return false }
        let secured = WebAddress.page(address.secured)
        return websites.contains { match(page, $0) == nil && match(secured, $0) != nil }
    }
}
