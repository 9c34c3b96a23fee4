import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import WebsiteMatching

// Lists of items, without secrets.

extension BrowserRequests {
    /// The most items of one answer.
    static let mostItems = 200

    func listMatches(_ request: WireBrowserRequest.Matches, _ session: ActiveSession) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        let names = openVaults(session.pairing)
        guard !names.isEmpty else { throw BrowserRefusal.allLocked }
        let matches = try matches(of: page, in: names)
        return .browser(
            .with {
                $0.items = .with { list in
                    list.items = matches.prefix(Self.mostItems).map { found in
                        WireBrowserReply.Item(found.candidate.overview, in: found.candidate.vault, found.match)
                    }
                    list.isCut = matches.count > Self.mostItems
                    list.site = page.site
                    list.warning = page.page.host.warning?.description ?? ""
                }
            })
    }

    /// Has the user prove who they are, so that this profile may show all items for a while.
    func proveShowing(in vault: String, silent: Bool, _ session: ActiveSession, _ client: Client) throws {
        let deed = BrowserDeed.showAll
        guard !silent else { throw BrowserRefusal.proofNeeded }
        try askForProof(deed, vault, deed.reason(.fill, vault: vault, site: "", nil), session, client)
    }

    /// Returns the items of some vaults that belong to a page, the best first.
    func matches(
        of page: Page, in names: [String]
    ) throws(KeychainError) -> [(candidate: (vault: String, overview: Overview), match: WebsiteMatch)] {
        let matcher = WebsiteMatcher()
        var candidates: [(vault: String, overview: Overview)] = []
        for name in names {
            guard let found = try vaults?.vault(name).candidates(VaultFilter(), for: WebsiteHint(page, matcher)) else {
                continue
            }
            candidates += found.map { (name, $0) }
        }
        let favourites = candidates.filter(\.overview.isFavourite) + candidates.filter { !$0.overview.isFavourite }
        return matcher.ranked(page.address, favourites) { $0.overview.websites.map(\.website) }
    }

    /// Lists the items of all open vaults that a text finds.
    func search(
        _ search: WireBrowserRequest.Search, _ session: ActiveSession, _ client: Client
    ) throws -> Answer {
        guard search.text.utf8.count <= Self.longestText else {
            throw BrowserRefusal(.failed, "the text to search for has more than 1 KiB")
        }
        let names = openVaults(session.pairing)
        guard let first = names.first else { throw BrowserRefusal.allLocked }
        let deed = BrowserDeed.showAll
        let hasProof = try names.contains { name in
            guard let vault = try vaults?.vault(name) else { return false }
            return !proofs.isNeeded(deed, session.pairing, vault: name, vault.lockEpoch)
        }
        if !hasProof { try proveShowing(in: first, silent: search.silent, session, client) }
        var items: [WireBrowserReply.Item] = []
        for name in names {
            let left = Self.mostItems + 1 - items.count
            guard left > 0, let vault = try vaults?.vault(name) else { break }
            items += try vault.search(search.text, limit: left).map { .init($0, in: name, nil) }
        }
        return .browser(
            .with {
                $0.items = .with { list in
                    list.items = Array(items.prefix(Self.mostItems))
                    list.isCut = items.count > Self.mostItems
                }
            })
    }

    func openVaults(_ pairing: BrowserPairing) -> [String] {
        (vaults?.names ?? []).filter { isOpen($0, pairing) }
    }
}

extension BrowserRefusal {
    static let allLocked = BrowserRefusal(.locked, "all vaults are locked for this browser", remedy: "unlock one")
    static let proofNeeded = BrowserRefusal(
        .proofNeeded, "this takes the master password or a finger", remedy: "repeat the request when you may be asked")
}

extension WebsiteHint {
    /// The hint for the items of a page's site. (A website with the rule `never` matters only if the item has another one that matches.)
    fileprivate init(_ page: BrowserRequests.Page, _ matcher: WebsiteMatcher) {
        let domain = page.page.host.registrableDomain
        let names = domain.map { matcher.sharedDomains.group(of: $0) ?? [$0] } ?? [page.page.host.name]
        self.init(names: names, openRules: [MatchRule.regularExpression.rawValue])
    }
}

extension SavedWebsite {
    var website: Website { Website(address, storedRule: rule) }
}

extension WireBrowserReply.Item {
    /// The bytes of a title or a username that are sent.
    private static let longestText = 256

    static func shortened(_ text: String) -> String { String(text.prefix(longestText)) }

    init(_ overview: Overview, in vault: String, _ match: WebsiteMatch?) {
        self.init()
        self.vault = vault
        id = overview.id.data
        kind = overview.kind.name
        (title, username) = (Self.shortened(overview.title), Self.shortened(overview.subtitle))
        offersCode = overview.hasOneTimeCode
        matches = match != nil
        isUpgrade = match?.isUpgrade ?? false
    }
}
