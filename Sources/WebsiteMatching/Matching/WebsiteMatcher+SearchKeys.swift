extension WebsiteMatcher {
    /// The key of all websites with a regular expression: these have to be tried.
    private static let patternKey = "*"

    /// Returns the keys to look up items for a page. An item whose websites have none of these keys cannot match
    /// `page`.
    ///
    /// There are at most 66 keys, including those of the other domains in a group of shared domains.
    public func searchKeys(for page: WebAddress) -> [String] {
        switch page {
        case .page(let page):
            let shared = page.host.registrableDomain.flatMap(sharedDomains.group(of:)) ?? [page.nakedDomain]
            return shared.map(Self.hostKey) + [Self.patternKey]
        case .app, .opaque:
            return [Self.key(page)]
        }
    }

    /// Returns the keys under which an index lists an item for this website: none for one that never matches, else one.
    ///
    /// The keys do not depend on the table of shared domains: an index stays valid when that is changed.
    public func searchKeys(for website: Website) -> [String] {
        guard website.rule != .never else { return [] }
        switch website.target {
        case .address(let address): return [Self.key(address)]
        case .pattern: return [Self.patternKey]
        case .nothing: return []
        }
    }

    private static func key(_ address: WebAddress) -> String {
        switch address {
        case .page(let page): hostKey(page.nakedDomain)
        case .app(let identifier): "app:" + identifier
        case .opaque(let key): "key:" + key
        }
    }

    private static func hostKey(_ name: String) -> String { "host:" + name }
}
