import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import Secrets
import WebsiteMatching

// Offers to save what a form was sent with. The agent decides whether there is anything to offer.

extension BrowserRequests {
    /// What an offer would do.
    private enum Outcome {
        case save
        case update(vault: String, item: Overview)
        /// No vault is open for the profile.
        case undecided
        /// A login has it already.
        case saved

        /// The name in messages.
        var name: String {
            switch self {
            case .save: "save"
            case .update: "update"
            case .undecided: "undecided"
            case .saved: ""
            }
        }
    }

    /// Keeps a login that a form was sent with, if it is worth an offer.
    func offer(_ request: WireBrowserRequest.Offer, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let locks = offers.locks
        let page = try Page(request.url, top: request.top)
        guard request.username.utf8.count <= Self.longestText, client.secret.secret.count > 0 else {
            throw BrowserRefusal(.failed, "the password is missing, or the username has more than 1 KiB")
        }
        guard !(session.pairing.neverSites ?? []).contains(page.site) else { return Self.noOffer("never") }
        guard offers.count(of: session.pairing.id) else { return Self.noOffer("too-many") }
        let username = request.username.trimmingCharacters(in: .whitespacesAndNewlines)
        let offer = BrowserOffers.Offer(page, username, Secret(client.secret.secret.copy()))
        let outcome = try outcome(of: offer, session.pairing)
        if case .saved = outcome { return Self.noOffer("saved") }
        guard offers.add(offer, of: session.pairing.id, since: locks) else { return Self.noOffer("known") }
        // Revoked meanwhile: nothing of it stays.
        guard try pairings.pairing(session.pairing.id) != nil else {
            offers.forget(session.pairing.id)
            throw BrowserRefusal.notPaired
        }
        audit?.note(session.browser.program, "browser: offer for \(page.site)")
        return .browser(
            .with {
                $0.offered = .with { ($0.offer, $0.kind) = (offer.id.data, outcome.name) }
            })
    }

    private static func noOffer(_ reason: String) -> Answer {
        .browser(.with { $0.offered = .with { $0.reason = reason } })
    }

    /// Lists the offers of a profile, without their passwords.
    func listOffers(_ session: ActiveSession) throws -> Answer {
        let pairing = session.pairing
        var list: [WireBrowserReply.Offers.Offer] = []
        for offer in offers.offers(of: pairing.id) {
            let outcome = try outcome(of: offer, pairing)
            // It was saved in another way meanwhile.
            if case .saved = outcome {
                offers.remove(of: pairing.id) { $0.id == offer.id }
                continue
            }
            list.append(
                .with {
                    ($0.id, $0.site, $0.username) = (offer.id.data, offer.page.site, offer.username)
                    $0.kind = outcome.name
                    guard case .update(let vault, let item) = outcome else { return }
                    ($0.vault, $0.item, $0.title) = (vault, item.id.data, WireBrowserReply.Item.shortened(item.title))
                })
        }
        return .browser(.with { $0.offers = .with { $0.offers = list } })
    }

    /// Does what the user has decided about an offer.
    func answerOffer(_ answer: WireBrowserRequest.Answer, _ session: ActiveSession, _ client: Client) throws -> Answer {
        let pairing = session.pairing.id
        let id = try UUID(wire: answer.offer)
        guard let offer = offers.offers(of: pairing).first(where: { $0.id == id }) else {
            throw BrowserRefusal(.notFound, "the offer is gone: it was answered, or something was locked since")
        }
        let result: Answer
        switch answer.deed {
        case "dismiss": result = .browser(.with { $0.done = .init() })
        case "never":
            try setNever(offer.page, true, session)
            return .browser(.with { $0.done = .init() })
        case "save":
            let login = NewLogin(
                title: answer.title, username: answer.hasUsername ? answer.username : offer.username,
                password: offer.password)
            result = try save(login, offer.page, answer.vault, session)
        case "update":
            let deed = try update(offer, answer, session)
            result = try update(deed, offer.page, offer.password, session, client)
        default: throw BrowserRefusal(.failed, "an offer is answered with save, update, dismiss or never")
        }
        offers.remove(of: pairing) { $0.id == id }
        return result
    }

    /// Returns the login that an offer updates: the one that was named, or its own.
    private func update(
        _ offer: BrowserOffers.Offer, _ answer: WireBrowserRequest.Answer, _ session: ActiveSession
    ) throws -> WireBrowserRequest.Deed {
        var deed = WireBrowserRequest.Deed()
        deed.silent = answer.silent
        if !answer.item.isEmpty {
            (deed.vault, deed.item) = (answer.vault, answer.item)
        } else {
            switch try outcome(of: offer, session.pairing) {
            case .update(let vault, let item): (deed.vault, deed.item) = (vault, item.id.data)
            case .undecided: throw BrowserRefusal.allLocked
            case .save, .saved: throw BrowserRefusal(.notFound, "there is no login that this would update")
            }
        }
        return deed
    }

    // MARK: - Decisions

    /// Compares an offer with the logins for its page.
    private func outcome(of offer: BrowserOffers.Offer, _ pairing: BrowserPairing) throws -> Outcome {
        let names = openVaults(pairing)
        guard !names.isEmpty else { return .undecided }
        let logins = try matches(of: offer.page, in: names).map(\.candidate).filter { $0.overview.kind == .login }
        var updated: (vault: String, overview: Overview)?
        for found in logins.prefix(Self.mostItems) {
            let hasName = found.overview.subtitle.isSame(as: offer.username)
            let isAlone = offer.username.isEmpty && logins.count == 1
            guard hasName || offer.username.isEmpty || found.overview.subtitle.isEmpty,
                let item = try? vaults?.vault(found.vault).item(found.overview.id)
            else { continue }
            if item.secret("password") == offer.password { return .saved }
            if hasName || isAlone { updated = updated ?? found }
        }
        return updated.map { .update(vault: $0.vault, item: $0.overview) } ?? .save
    }
}

extension String {
    /// Compares names of accounts: most sites take them in any case.
    fileprivate func isSame(as other: String) -> Bool {
        !isEmpty && compare(other, options: .caseInsensitive) == .orderedSame
    }
}
