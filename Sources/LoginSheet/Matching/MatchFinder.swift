import KeychainServices
import PasswordVault
import WebsiteMatching

/// Finds the logins of a vault that belong to a site, from their overviews alone: no item is opened.
///
/// Reading a website as an address costs microseconds, which 100,000 logins multiply. So only those are read whose text has the
/// site's name somewhere, and those whose text does not have to; the vault itself leaves out the others.
struct MatchFinder: Sendable {
    let address: WebAddress
    let matcher: WebsiteMatcher
    /// What the text of a website must have in it, unless it may be written in other ways. (One with the rule `never` matters only
    /// beside one that belongs to the site.)
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

    /// The candidates that belong to the site, the best first; favourites and then titles decide between equals.
    func matches(_ candidates: [Overview]) -> [(candidate: Overview, match: WebsiteMatch)] {
        let likely = candidates.filter { $0.websites.contains(where: hint.mayBelong) }
        let favourites = likely.filter(\.isFavourite) + likely.filter { !$0.isFavourite }
        return matcher.ranked(address, favourites) { Self.websites($0.websites) }
    }

    /// Whether an item must not be offered for this site, not even in a list of all.
    func withholds(_ websites: [SavedWebsite]) -> Bool { matcher.withholds(Self.websites(websites), from: address) }

    func match(_ websites: [SavedWebsite]) -> WebsiteMatch? { matcher.match(address, Self.websites(websites)) }

    private static func websites(_ saved: [SavedWebsite]) -> [Website] {
        saved.map { Website($0.address, storedRule: $0.rule) }
    }
}
