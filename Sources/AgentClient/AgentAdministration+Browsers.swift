import AgentProtocol
import KeychainServices

extension AgentAdministration {
    /// Returns the paired browser profiles, the oldest first.
    package func browserPairings() throws(KeychainError) -> [WireBrowserPairingList.Pairing] {
        try pool.answer(to: .browserPairings(.with { $0.list = .init() }), isChange: false) {
            if case .browserPairings(let answer) = $0 { answer.pairings } else { nil }
        }
    }

    /// Ends a pairing. What the profile was given is refused from now on.
    ///
    /// - Throws: `.itemNotFound` if there is none with that id.
    package func revokeBrowser(_ id: String) throws(KeychainError) {
        try pool.perform(.browserPairings(.with { $0.revoke = id }), isChange: true)
    }

    /// Sets how often filling in a matching login takes a proof.
    ///
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first; `.itemNotFound`.
    package func setProof(_ proof: String, ofBrowser id: String) throws(KeychainError) {
        let change = WireBrowserPairings.Change.with { ($0.id, $0.proof) = (id, proof) }
        try pool.perform(.browserPairings(.with { $0.change = change }), isChange: true)
    }

    /// Adds a site at which a browser profile offers to save nothing, or removes it.
    ///
    /// - Throws: `.itemNotFound`; `.parameter` if it is no site, or if there are too many.
    package func setNever(_ site: String, isRemoved: Bool, ofBrowser id: String) throws(KeychainError) {
        let never = WireBrowserPairings.Never.with { ($0.id, $0.site, $0.isRemoved) = (id, site, isRemoved) }
        try pool.perform(.browserPairings(.with { $0.never = never }), isChange: true)
    }
}
