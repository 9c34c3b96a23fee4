extension WebsiteMatcher {
    /// Whether an item with these websites must not go to `page`, even where a person picks it by hand: one of its websites says
    /// never, or the page is on http and one of them is for https.
    ///
    /// Stricter than ``match(_:_:)``, which leaves out what does not fit: a login for one site on https is withheld from every page
    /// on http.
    /// Specified in: website-matching 9.
    public func withholds(_ websites: [Website], from page: WebAddress) -> Bool {
        if websites.contains(where: { $0.rule == .never && $0.excludes(page) }) { return true }
        guard case .page(let address) = page, address.scheme == .http else { return false }
        return websites.contains { $0.rule != .never && $0.isForTLS }
    }
}

extension Website {
    /// Whether it was saved for pages on https.
    fileprivate var isForTLS: Bool {
        switch target {
        case .address(.page(let page)): page.scheme == .https
        case .pattern(let pattern): !pattern.namesHTTP
        case .address, .nothing: false
        }
    }
}
