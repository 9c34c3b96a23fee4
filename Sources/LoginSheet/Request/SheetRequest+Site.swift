import WebsiteMatching

extension SheetRequest {
    /// What two requests have in common that are for the same site: its registrable domain, and whether it is encrypted. Nil for an
    /// address that is none.
    public static func site(of url: String) -> String? {
        switch try? WebAddress(url) {
        case .page(let page): page.scheme == .http ? "http://" + page.nakedDomain : page.nakedDomain
        case .app(let identifier): "app://" + identifier
        case .opaque(let name): "name:" + name
        case nil: nil
        }
    }
}
