import AgentProtocol
import Foundation
import KeychainServices
import Secrets

// Pairing: a person compares six digits.

extension BrowserRequests {
    /// Asks the user whether a profile may be paired.
    func askToPair(_ pair: WireBrowserRequest.Pair, _ client: Client) throws -> Answer {
        guard (1...Self.longestText).contains(pair.extension.utf8.count), pair.name.utf8.count <= Self.longestText,
            SessionProof.isKey(pair.publicKey)
        else {
            throw BrowserRefusal(.failed, "the key is no point of P-256, or a text is too long or missing")
        }
        let browser = try browser(of: client)
        guard sessions.beginPairing(client.id) else {
            throw BrowserRefusal(
                .busy, "another browser is being paired", remedy: "answer that question first, then try again")
        }
        defer { sessions.endPairing(client.id) }
        // The key is here: only now the number is drawn that the digits come from.
        let code = PairingCode.digits(
            random: SecureRandom.bytes(32), publicKey: pair.publicKey, extensionID: pair.extension)
        try ask(code, pair, browser, client)
        guard browser.isSame else { throw BrowserRefusal.wrongBrowser }
        let name = pair.name.isEmpty ? browser.identity.path : pair.name
        let new = try pairings.add(
            name: name, extensionID: pair.extension, publicKey: pair.publicKey, browser.identity)
        audit?.note(browser.program, "browser: paired \(new.id)")
        return .browser(.with { $0.paired = .init() })
    }

    private func ask(
        _ code: String, _ pair: WireBrowserRequest.Pair, _ browser: BrowserSessions.Browser, _ client: Client
    ) throws {
        let matter = Questions.Matter.pairBrowser(code: code, extensionID: pair.extension)
        let needsPasscode = try checker.isPasscodeSet
        guard questions.canAllow(matter, needsPasscode: needsPasscode) else { throw BrowserRefusal.noPrompter }
        var wasAsked = false
        let verdict = questions.ask(
            matter, for: browser.program, on: client.socket.descriptor, needsPasscode: needsPasscode
        ) {
            wasAsked = true
            // An extension that does not read it shows no digits, and the user says no.
            _ = client.subscriber.send(.browser(.with { $0.pairingCode = code }))
        }
        audit?.note(browser.program, "question: pair a browser: \(verdict)")
        switch verdict {
        case .allowOnce, .allowSession, .allowAlways: return
        case .deny, .denyAlways, .fallBack, .UNRECOGNIZED:
            throw wasAsked
                ? BrowserRefusal(.pairingRefused, "the pairing was not confirmed", remedy: "pair again, and confirm it")
                : BrowserRefusal(
                    .busy, "too many questions of this browser were not answered with yes",
                    remedy: "wait ten minutes, then try again")
        }
    }

    // MARK: - The command line

    /// Returns the work of a request about pairings.
    func work(for request: WireBrowserPairings, _ caller: Caller) throws(KeychainError) -> Work {
        try caller.session.requireCommandLine()
        switch request.operation {
        case .list:
            return Work(.immediate, log: .absent) { [pairings] _ throws(KeychainError) in
                let list = try pairings.all()
                return .message(.browserPairings(.with { $0.pairings = list.map(\.wire) }))
            }
        case .revoke(let id):
            // What takes rights away takes no passcode.
            return Work(.writes, log: .named("browser: revoke \(id.prefix(8))")) {
                [pairings, proofs, offers] _ throws(KeychainError) in
                try pairings.revoke(id)
                proofs.forget(id)
                offers.forget(id)
                return .done
            }
        case .change(let change):
            try caller.session.requireTrust(of: gatekeeper)
            guard let proof = BrowserPairing.Proof(rawValue: change.proof) else {
                throw .unreadable("an unknown setting of proofs")
            }
            return Work(.writes, log: .named("browser: set \(change.id.prefix(8))")) {
                [pairings] _ throws(KeychainError) in
                try pairings.change(change.id) { $0.proof = proof }
                return .done
            }
        case .never(let never):
            guard never.site.utf8.count <= Self.longestText, let page = try? Page("https://" + never.site) else {
                throw .unreadable("a site that is none")
            }
            // Like removing a pairing, it gives nothing to the browser.
            return Work(.writes, log: .named("browser: never \(never.id.prefix(8))")) {
                [pairings] _ throws(KeychainError) in
                try pairings.setNever(page.site, !never.isRemoved, of: never.id)
                return .done
            }
        case nil: throw .unknownRequest
        }
    }
}

extension BrowserPairing {
    fileprivate var wire: WireBrowserPairingList.Pairing {
        .with {
            $0.id = id
            $0.name = name
            $0.extension = extensionID
            $0.browser = browser.path
            $0.strength = browser.strength
            $0.created = Int64(created.timeIntervalSince1970)
            $0.proof = proof.rawValue
            $0.nevers = neverSites ?? []
        }
    }
}
