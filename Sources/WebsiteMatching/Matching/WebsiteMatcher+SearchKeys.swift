extension WebsiteMatcher {
    /// The key of every website with a regular expression: only trying tells what these match.
    private static let patternKey = "*"

    /// Keys to look items up by: an item whose websites have none of them cannot match `page`.
    ///
    /// At most 66; the others of a group of shared domains are among them.
    public func searchKeys(for page: WebAddress) -> [String] {
        switch page {
        case .page(let page):
            let shared = page.host.registrableDomain.flatMap(sharedDomains.group(of:)) ?? [page.nakedDomain]
            return shared.map(Self.hostKey) + [Self.patternKey]
        case .app, .opaque:
            return [Self.key(page)]
        }
    }

    /// Keys to list an item under for this website: none for what never matches, else one.
    ///
    /// They do not depend on the table of shared domains: a change of it leaves an index right.
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
