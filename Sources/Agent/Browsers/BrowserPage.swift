import WebsiteMatching

extension BrowserRequests {
    /// The page that a request is for: that of a tab, or a frame in it.
    struct Page {
        let address: WebAddress
        let page: PageAddress
        /// The site of the tab, if the page is a frame in a page of another site.
        let outerSite: String?
        /// The naked domain, which counts as the site.
        var site: String { page.nakedDomain }
        /// The site as prompts name it.
        var place: String { outerSite.map { "\(site), in a frame of a page of \($0)," } ?? site }

        /// - Parameters:
        ///   - text: from the browser.
        ///   - top: the address of the tab, from the browser; empty for the page itself.
        /// - Throws: for everything but a page on http or https.
        init(_ text: String, top: String = "") throws(BrowserRefusal) {
            (address, page) = try Self.read(text)
            let outer = top.isEmpty ? page : try Self.read(top).page
            // A page on http is written by all who are on the way to it.
            let isSame = outer.nakedDomain == page.nakedDomain && outer.scheme == page.scheme
            outerSite = isSame ? nil : outer.scheme == page.scheme ? outer.nakedDomain : outer.origin
        }

        private static func read(_ text: String) throws(BrowserRefusal) -> (address: WebAddress, page: PageAddress) {
            let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
            guard isWeb, text.utf8.count <= BrowserRequests.longestAddress, let address = try? WebAddress(text),
                case .page(let page) = address
            else {
                throw BrowserRefusal(
                    .badAddress, "the address is none of a web page on http or https, or has more than 8 KiB")
            }
            return (address, page)
        }
    }
}
