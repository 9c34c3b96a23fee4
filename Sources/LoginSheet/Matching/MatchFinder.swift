import KeychainServices
import PasswordVault
import WebsiteMatching

/// A search for the logins of a vault that match a site. It uses their overviews only: no item is decrypted.
///
/// Parsing a website takes microseconds, which add up for 100,000 logins. So it only parses websites whose text contains the site's name
/// and those that need not contain it; the vault itself leaves out the others.
struct MatchFinder: Sendable {
    let address: WebAddress
    let matcher: WebsiteMatcher
    /// The texts that a website must contain, unless it may be written in other ways. (A website with the rule `never` matters only if the
    /// item has another one that matches the site.)
    let hint: WebsiteHint

    init(_ address: WebAddress, _ matcher: WebsiteMatcher) {
        self.address = address
        self.matcher = matcher
        let names: [String] =
            switch address {
            case .page(let page):
                page.host.registrableDomain.map { matcher.sharedDomains.group(of: $0) ?? [$0] } ?? [page.host.name]
            case .app(let identifier): [identifier.lowercased()]
            case .opaque(let key): [key]
            }
        hint = WebsiteHint(names: names, openRules: [MatchRule.regularExpression.rawValue])
    }

    /// Returns the candidates that match the site, the best first. Of equal ones, favourites go first; otherwise the order by title stays.
    func matches(_ candidates: [Overview]) -> [(candidate: Overview, match: WebsiteMatch)] {
        let likely = candidates.filter { $0.websites.contains(where: hint.mayBelong) }
        let favourites = likely.filter(\.isFavourite) + likely.filter { !$0.isFavourite }
        return matcher.ranked(address, favourites) { Self.websites($0.websites) }
    }

    /// Returns whether an item must not be offered for this site, not even in a list of all items.
    func withholds(_ websites: [SavedWebsite]) -> Bool { matcher.withholds(Self.websites(websites), from: address) }

    func match(_ websites: [SavedWebsite]) -> WebsiteMatch? { matcher.match(address, Self.websites(websites)) }

    private static func websites(_ saved: [SavedWebsite]) -> [Website] {
        saved.map { Website($0.address, storedRule: $0.rule) }
    }
}
