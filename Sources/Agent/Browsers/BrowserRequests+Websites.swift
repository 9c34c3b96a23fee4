import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import WebsiteMatching

// Websites: those that are left alone, those that a login gets, and servers that ask for a login themselves.

extension BrowserRequests {
    /// Adds a site at which nothing is offered to be saved, or removes it.
    func setNever(_ request: WireBrowserRequest.Never, _ session: ActiveSession) throws -> Answer {
        try setNever(Page(request.url), !request.isRemoved, session)
        return .browser(.with { $0.done = .init() })
    }

    func setNever(_ page: Page, _ isNever: Bool, _ session: ActiveSession) throws {
        try pairings.setNever(page.site, isNever, of: session.pairing.id)
        if isNever { offers.remove(of: session.pairing.id) { $0.page.site == page.site } }
        audit?.note(session.browser.program, "browser: \(isNever ? "never" : "not never") for \(page.site)")
    }

    func listNevers(_ session: ActiveSession) -> Answer {
        .browser(.with { $0.sites = .with { $0.sites = (session.pairing.neverSites ?? []).sorted() } })
    }

    /// Adds the website of a page to a login that the user has picked.
    func addWebsite(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        let (vault, item) = try item(of: request, session)
        guard item.kind == .login, item.websites.count < Self.mostItems else {
            throw BrowserRefusal(.cannotFill, "the item is no login, or has too many websites")
        }
        guard !item.matches(page) else { return saved(item, "add-website", page, request.vault, session) }
        try checkMayHave(item, page)
        try prove(.addWebsite, nil, request, session, client, .addition(to: item.title), site: page.place)
        var current = try vault.item(item.id)
        try checkMayHave(current, page)
        current.websites.append(SavedWebsite(page.page.origin))
        return try saved(vault.save(current), "add-website", page, request.vault, session)
    }

    /// Gives a login to a server, or a proxy, that asks for it by HTTP authentication.
    func giveCredentials(
        _ request: WireBrowserRequest.Credentials, _ session: ActiveSession, _ client: Client
    ) throws -> Answer {
        let page = try Page(request.deed.url, top: request.deed.top)
        guard request.realm.utf8.count <= Self.longestText else {
            throw BrowserRefusal(.failed, "the realm is too long")
        }
        let (vault, item) = try item(of: request.deed, session)
        try checkMayAuthenticate(item, page, request)
        guard let deed = BrowserDeed(item, on: page) else { throw BrowserRefusal.noLogin }
        try prove(deed, page, request.deed, session, client, .authentication(realm: request.realm))
        let current = try vault.item(item.id)
        try checkMayAuthenticate(current, page, request)
        guard BrowserDeed(current, on: page) == deed else { throw BrowserRefusal.changed }
        guard let password = current.secret("password"), password.count <= Self.longestPassword else {
            throw BrowserRefusal.noLogin
        }
        noteGiven(deed, page.site, request.deed, session)
        let username = current.text("username") ?? ""
        return .parts(
            .browser(.with { $0.credentials = .with { $0.username = username } }),
            [password.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    /// The browser sends them as they are: over http everyone on the way reads them.
    private func checkMayAuthenticate(
        _ item: VaultItem, _ page: Page, _ request: WireBrowserRequest.Credentials
    ) throws(BrowserRefusal) {
        guard item.kind == .login, item.secret("password") != nil else { throw .noLogin }
        try checkMayHave(item, page)
        guard page.page.scheme == .https || item.matches(page) else {
            throw BrowserRefusal(.cannotFill, "the login was not saved for this server on http")
        }
        // A domain does not stand for the proxies in it.
        guard !request.isProxy || item.websites.contains(where: { $0.isOrigin(of: page) }) else {
            throw BrowserRefusal(
                .cannotFill, "the login was not saved for this proxy",
                remedy: "add the website \(page.page.origin) to it")
        }
    }

    private func checkMayHave(_ item: VaultItem, _ page: Page) throws(BrowserRefusal) {
        guard !WebsiteMatcher().withholds(item.websites.map(\.website), from: page.address) else {
            throw BrowserRefusal(.cannotFill, "the item is withheld from this page")
        }
    }
}

extension SavedWebsite {
    fileprivate func isOrigin(of page: BrowserRequests.Page) -> Bool {
        guard case .page(let saved)? = try? WebAddress(address) else { return false }
        return saved.origin == page.page.origin
    }
}

extension BrowserRefusal {
    fileprivate static let noLogin = BrowserRefusal(.cannotFill, "the item is no login with a password")
}
