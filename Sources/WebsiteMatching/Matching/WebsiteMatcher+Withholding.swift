extension WebsiteMatcher {
    /// Returns whether an item with these websites must not be filled on `page`, even if the user picks it: one of its websites has the
    /// rule `never` for the page, or the page is on http and one of the websites is for https.
    ///
    /// This is stricter than ``match(_:_:)``, which leaves out items that do not match: a login for one site on https is withheld from
    /// every page on http.
    /// Specified in: website-matching 9.
    public func withholds(_ websites: [Website], from page: WebAddress) -> Bool {
        if websites.contains(where: { $0.rule == .never && $0.excludes(page) }) { return true }
        guard case .page(let address) = page, address.scheme == .http else { return false }
        return websites.contains { $0.rule != .never && $0.isForTLS }
    }
}

extension Website {
    /// Whether the website was saved for pages on https.
    fileprivate var isForTLS: Bool {
        switch target {
        case .address(.page(let page)): page.scheme == .https
        case .pattern(let pattern): !pattern.namesHTTP
        case .address, .nothing: false
        }
    }
}
