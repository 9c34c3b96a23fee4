/// A match of a login with a page, with its reason and rank.
public struct WebsiteMatch: Hashable, Sendable {
    /// The reason for a match: the closest of these that applies.
    public enum Reason: Hashable, Sendable {
        /// The whole addresses are equal, without the fragment.
        case exact
        /// The programs' identifiers are equal.
        case app
        /// The opaque names are equal.
        case opaque
        /// The page's address begins with the website's.
        case prefix
        /// The website's regular expression matches the page's address.
        case pattern
        /// Hosts and ports are equal.
        case host
        /// The registrable domains are equal.
        case registeredDomain
        /// The page's registrable domain shares credentials with this one, which is the website's.
        case sharedDomain(String)
    }

    /// The item's website that matched best.
    public let website: Website
    /// The reason.
    public let reason: Reason
    /// The rank; greater is better. Ranks are comparable between items for the same page.
    public let rank: Int
    /// Whether the page is on https and the login was saved for http.
    public let isUpgrade: Bool
    /// The warning if the page's host may be confused with another; show it with the name in Punycode.
    public let warning: LookAlikeWarning?

    /// Whether the user has to click on the login for this page before anything is filled in.
    public var needsClick: Bool { warning != nil }

    /// Makes a match.
    ///
    /// - Parameter closeness: the order among matches with the same reason, from 0 to 65,536.
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
    /// The precedence of the reason: a match by a narrow rule that the user has chosen goes before one by similarity.
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
