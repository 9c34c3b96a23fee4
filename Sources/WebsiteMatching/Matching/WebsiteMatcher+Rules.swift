extension WebsiteMatcher {
    /// The maximum size of an address that is tried with regular expressions, in bytes.
    static let mostBytesForPatterns = 4096

    /// Matches one website, ignoring the item's others.
    func match(_ page: WebAddress, _ website: Website) -> WebsiteMatch? {
        guard website.rule != .never else { return nil }
        switch (page, website.target) {
        case (.page(let page), .address(.page(let saved))):
            return match(page, saved, website)
        case (.page(let page), .pattern(let pattern)):
            let address = page.description
            guard page.scheme == .https || pattern.namesHTTP, address.utf8.count <= Self.mostBytesForPatterns,
                pattern.matches(address) == .yes
            else { return nil }
            return WebsiteMatch(website, .pattern, warning: page.host.warning)
        case (.app(let identifier), .address(.app(let saved))) where identifier == saved:
            return WebsiteMatch(website, .app)
        case (.opaque(let key), .address(.opaque(let saved))) where key == saved:
            return WebsiteMatch(website, .opaque)
        default:
            return nil
        }
    }

    private func match(_ page: PageAddress, _ saved: PageAddress, _ website: Website) -> WebsiteMatch? {
        guard page.scheme == .https || saved.scheme == .http else { return nil }
        guard let (reason, closeness) = reason(page, saved, website.rule) else { return nil }
        return WebsiteMatch(
            website, reason, closeness: closeness, isUpgrade: page.scheme != saved.scheme, warning: page.host.warning)
    }

    private func reason(
        _ page: PageAddress, _ saved: PageAddress, _ rule: MatchRule
    ) -> (WebsiteMatch.Reason, closeness: Int)? {
        guard page.host == saved.host, page.port == saved.port else {
            return rule == .registeredDomain ? domainReason(page.host, saved.host) : nil
        }
        let isExact = page.path == saved.path && page.query == saved.query
        switch rule {
        case .exact:
            return isExact ? (.exact, 0) : nil
        case .startsWith:
            // Hosts and ports have been compared separately: as a text, example.com is a prefix of example.com.evil.net.
            let start = saved.pathAndQuery.utf8
            return page.pathAndQuery.utf8.starts(with: start) ? (isExact ? .exact : .prefix, start.count) : nil
        case .registeredDomain, .host:
            return (isExact ? .exact : .host, 0)
        case .regularExpression, .never:
            return nil
        }
    }

    /// Returns the reason for hosts or ports that differ.
    private func domainReason(_ page: WebHost, _ saved: WebHost) -> (WebsiteMatch.Reason, closeness: Int)? {
        guard let domain = page.registrableDomain, let savedDomain = saved.registrableDomain else { return nil }
        guard domain != savedDomain else {
            let common = zip(page.labels.reversed(), saved.labels.reversed()).prefix { $0 == $1 }
            return (.registeredDomain, common.count)
        }
        guard sharedDomains.share(domain, savedDomain) else { return nil }
        return (.sharedDomain(savedDomain), 0)
    }
}

extension Website {
    /// Whether this website, which has the rule `never`, excludes its item from `page`: from its host and all hosts below it, for any
    /// scheme, port and path.
    func excludes(_ page: WebAddress) -> Bool {
        guard case .page(let page) = page, case .page(let own) = address else { return page == address }
        guard own.host.registrableDomain != nil else { return page.host == own.host }
        let name = own.host.nameWithoutWWW
        return page.host.name == name || page.host.name.hasSuffix("." + name)
    }
}

extension WebHost {
    /// The name without `www.`, unless the rest is a public suffix, below which others register names.
    var nameWithoutWWW: String {
        guard name.hasPrefix("www.") else { return name }
        let rest = String(name.dropFirst(4))
        guard PublicSuffixList.system.registrableDomain(of: rest) != nil else { return name }
        return rest
    }
}
