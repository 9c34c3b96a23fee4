import WebsiteMatching

extension SheetRequest {
    /// Returns the key of a site, by which requests for the same site are recognised: its registrable domain, and whether the page is on
    /// http. It is `nil` for an invalid address.
    public static func site(of url: String) -> String? {
        switch try? WebAddress(url) {
        case .page(let page): page.scheme == .http ? "http://" + page.nakedDomain : page.nakedDomain
        case .app(let identifier): "app://" + identifier
        case .opaque(let name): "name:" + name
        case nil: nil
        }
    }
}
