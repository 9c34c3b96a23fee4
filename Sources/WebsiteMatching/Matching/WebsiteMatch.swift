/// That a login belongs to a page, why, and how surely.
public struct WebsiteMatch: Hashable, Sendable {
    /// What page and website have in common: the closest of these that holds.
    public enum Reason: Hashable, Sendable {
        /// The whole address, without its fragment.
        case exact
        /// The program's identifier.
        case app
        /// The made-up name.
        case opaque
        /// The beginning of the address, which the website asks for.
        case prefix
        /// The page is what the website's regular expression describes.
        case pattern
        /// Host and port.
        case host
        /// The registrable domain.
        case registeredDomain
        /// Nothing, but the page's registrable domain shares credentials with this one, which is the website's.
        case sharedDomain(String)
    }

    /// The item's website that matched best.
    public let website: Website
    /// Why.
    public let reason: Reason
    /// Greater is better. Comparable between items, for the same page.
    public let rank: Int
    /// The page is https, and the login was saved for http.
    public let isUpgrade: Bool
    /// Why the page may be taken for another; show it, with the name in Punycode.
    public let warning: LookAlikeWarning?

    /// Whether nothing may be filled in before the user has clicked on the login for just this page.
    public var needsClick: Bool { warning != nil }

    /// - Parameter closeness: decides between matches for the same reason; 0 to 65,536 count.
    init(
        _ website: Website, _ reason: Reason, closeness: Int = 0, isUpgrade: Bool = false,
        warning: LookAlikeWarning? = nil
    ) {
        self.website = website
        self.reason = reason
        self.isUpgrade = isUpgrade
        self.warning = warning
        let close = min(max(closeness, 0), WebAddress.mostBytes)
        rank = (reason.order * (WebAddress.mostBytes + 1) + close) * 2 + (isUpgrade ? 0 : 1)
    }
}

extension WebsiteMatch.Reason {
    /// What a person asked for by a narrow rule goes before what only happens to be near.
    fileprivate var order: Int {
        switch self {
        case .exact, .app, .opaque: 6
        case .prefix: 5
        case .pattern: 4
        case .host: 3
        case .registeredDomain: 2
        case .sharedDomain: 1
        }
    }
}
