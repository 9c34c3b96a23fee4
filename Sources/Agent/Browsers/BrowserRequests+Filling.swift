import AgentProtocol
import Foundation
import KeychainServices
import PageFilling
import PasswordTools
import PasswordVault
import Secrets
import WebsiteMatching

// Secrets: each is given after a deed of the user's in the extension, for the page whose address the browser vouches for.

extension BrowserRequests {
    /// Makes the plan that fills an item into a page.
    func fill(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        // Before the user is asked for something that cannot be done.
        let model: PageModel
        do { model = try PageModel(json: request.page) } catch { throw BrowserRefusal(error) }
        let (vault, item) = try item(of: request, session)
        guard let deed = BrowserDeed(item, on: page) else {
            throw BrowserRefusal(.cannotFill, "items of this kind are not filled into pages")
        }
        // Thrown away: it shows whether there is anything to fill.
        _ = try plan(model, request.url, item)
        try prove(deed, page, request, session, client)
        // The item as it is after the prompt.
        let current = try vault.item(item.id)
        guard BrowserDeed(current, on: page) == deed else { throw BrowserRefusal.changed }
        let json = try plan(model, request.url, current).json()
        guard json.count <= Self.longestPlan else {
            throw BrowserRefusal(.cannotFill, "the item's values are too large for a message to a browser")
        }
        noteGiven(deed, page.site, request, session)
        return .parts(.browser(.with { $0.plan = .init() }), [json.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    /// A browser takes 1 MiB; the rest is for the message around the plan.
    private static let longestPlan = 1 << 20 - 4 << 10

    private func plan(
        _ model: PageModel, _ url: String, _ item: VaultItem
    ) throws(BrowserRefusal) -> FillPlan {
        // A secret of codes that cannot be read does not keep the rest from being filled in.
        let code = try? item.oneTimeCode()?.code(at: Date())?.code
        do throws(PageFillingError) {
            return try FillPlan(model, at: url, item: item, oneTimeCode: code.map { Secret($0) })
        } catch {
            throw BrowserRefusal(error)
        }
    }

    /// Gives the one-time code of an item.
    func oneTimeCode(_ request: WireBrowserRequest.Deed, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let page = try Page(request.url, top: request.top)
        let (vault, item) = try item(of: request, session)
        guard let deed = BrowserDeed(item, on: page) else { throw BrowserRefusal.noCode }
        guard try item.oneTimeCode() != nil else { throw BrowserRefusal.noCode }
        guard !WebsiteMatcher().withholds(item.websites.map(\.website), from: page.address) else {
            throw BrowserRefusal(.cannotFill, "the item is withheld from this page")
        }
        try prove(deed, page, request, session, client)
        let current = try vault.item(item.id)
        guard BrowserDeed(current, on: page) == deed else { throw BrowserRefusal.changed }
        guard let code = try current.oneTimeCode() else { throw BrowserRefusal.noCode }
        let answer = try codeNow(code, of: current, in: vault)
        noteGiven(deed, page.site, request, session)
        let times = WireBrowserReply.OneTimeCode.with {
            $0.secondsLeft = UInt32(clamping: answer.timed?.secondsLeft ?? 0)
            $0.period = UInt32(clamping: answer.timed?.period ?? 0)
        }
        let secret = SecretBytes(copying: answer.code.utf8)
        return .parts(
            .browser(.with { $0.oneTimeCode = times }), [secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }])
    }

    /// A code that is made from a counter is used up: the counter is stored first, so that no code is given out twice.
    func codeNow(
        _ code: OneTimeCode, of item: VaultItem, in vault: Vault
    ) throws -> (code: String, timed: TimedCode?) {
        if let timed = code.code(at: Date()) { return (timed.code, timed) }
        guard let current = code.currentCode, let next = code.afterUse,
            let field = item.oneTimeCodeField
        else { throw BrowserRefusal(.failed, "the counter of the one-time code has run out") }
        var changed = item
        changed[field.id] = .secret(Secret(next.uri()))
        try vault.save(changed)
        return (current, nil)
    }

    // MARK: - What all deeds have in common

    func item(
        of request: WireBrowserRequest.Deed, _ session: ActiveSession
    ) throws -> (Vault, VaultItem) {
        guard let vault = try vaults?.vault(request.vault) else { throw KeychainError.unknownRequest }
        guard isOpen(request.vault, session.pairing) else { throw BrowserRefusal.locked(request.vault) }
        let item = try vault.item(UUID(wire: request.item))
        guard item.trashed == nil else { throw BrowserRefusal(.notFound, "the item is in the trash") }
        return (vault, item)
    }

    /// Has the user prove who they are if a deed takes that, and counts its site.
    ///
    /// - Parameters:
    ///   - page: `nil` for a deed that takes a proof each time, and is not counted.
    ///   - site: for the prompt, if there is no page.
    func prove(
        _ deed: BrowserDeed, _ page: Page?, _ request: WireBrowserRequest.Deed, _ session: ActiveSession,
        _ client: Client, _ use: BrowserDeed.Use = .fill, site: String = ""
    ) throws {
        guard let vault = try vaults?.vault(request.vault) else { throw KeychainError.unknownRequest }
        let pairing = session.pairing
        var circumstance: BrowserDeed.Circumstance?
        if let page {
            if !proofs.count(page.site, of: pairing.id) { circumstance = .manySites }
            if !pairing.hasFilled { circumstance = circumstance ?? .firstFill }
        }
        guard circumstance != nil || proofs.isNeeded(deed, pairing, vault: request.vault, vault.lockEpoch) else {
            return
        }
        guard !request.silent else { throw BrowserRefusal.proofNeeded }
        let reason = deed.reason(use, vault: request.vault, site: page?.place ?? site, circumstance)
        try askForProof(deed, request.vault, reason, session, client)
        guard let page else { return }
        if circumstance == .manySites { proofs.restart(with: page.site, of: pairing.id) }
        if !pairing.hasFilled { try pairings.change(pairing.id) { $0.hasFilled = true } }
    }

    func noteGiven(
        _ deed: BrowserDeed, _ site: String, _ request: WireBrowserRequest.Deed, _ session: ActiveSession
    ) {
        audit?.note(session.browser.program, "browser: \(deed.rawValue) for \(site)", group: request.vault)
    }
}

extension VaultItem {
    /// Whether it was saved for a page, or is a password that was generated for it.
    func matches(_ page: BrowserRequests.Page) -> Bool {
        if kind == .password, case .text(let origin)? = self["made-for"],
            origin.utf8.elementsEqual(page.page.origin.utf8)
        {
            return true
        }
        return WebsiteMatcher().match(page.address, websites.map(\.website)) != nil
    }

    fileprivate var oneTimeCodeField: Field? { allFields.first { $0.kind.makesOneTimeCodes && !$0.value.isEmpty } }

    /// The one-time code; `nil` if it has none.
    func oneTimeCode() throws(BrowserRefusal) -> OneTimeCode? {
        guard case .secret(let secret)? = oneTimeCodeField?.value else { return nil }
        do {
            return try OneTimeCode.parse(secret.copy())
        } catch {
            throw BrowserRefusal(.failed, "the secret of the one-time code cannot be read")
        }
    }
}

extension BrowserDeed {
    /// - Returns: `nil` for items that are not filled into pages.
    init?(_ item: VaultItem, on page: BrowserRequests.Page) {
        self.init(item.kind, matches: item.matches(page), isFramed: page.outerSite != nil)
    }
}

extension BrowserRefusal {
    static let noCode = BrowserRefusal(.notFound, "the item has no one-time code")
    static let changed = BrowserRefusal(
        .failed, "the item was changed in the meantime", remedy: "try again")

    init(_ error: PageFillingError) {
        switch error.kind {
        case .unreadablePage: self.init(.badPage, error.reason)
        case .nothingToFill: self.init(.cannotFill, error.reason)
        case .contradiction: self.init(.badAddress, error.reason)
        }
    }
}
