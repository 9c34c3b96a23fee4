import LinuxSupport

extension BrowserDeed {
    /// What becomes of an item.
    enum Use: Sendable {
        case fill
        /// It gets a website.
        case addition(to: String)
        /// One of its values goes to the clipboard.
        case copy(of: String)
        /// One of its values is shown.
        case display(of: String)
        /// A server or a proxy asks for it, with a realm of its own choice.
        case authentication(realm: String)
    }

    /// The reason in the prompt, after “asks for the master password”.
    ///
    /// - Parameters:
    ///   - site: of the page; empty if there is none.
    ///   - circumstance: for the first fill and for many sites.
    func reason(_ use: Use, vault: String, site: String, _ circumstance: Circumstance?) -> String {
        let ofVault = "from the vault “\(vault)”"
        switch circumstance {
        case .manySites:
            return "to fill in logins of more than \(Self.mostSites) sites in ten minutes; the next is \(site)"
        case .firstFill: return "to fill in something for the first time, on \(site), \(ofVault)"
        case nil: break
        }
        switch use {
        case .fill: return reasonToFill(vault: vault, site: site)
        case .addition(let title): return "to add the website \(site) to the login “\(Self.shown(title))” \(ofVault)"
        case .copy(let title): return "to copy something of “\(Self.shown(title))” \(ofVault)"
        case .display(let title): return "to show something of “\(Self.shown(title))” \(ofVault)"
        case .authentication(let realm):
            let said = realm.isEmpty ? "" : ", which says that it is “\(Self.shown(realm))”,"
            return "to sign in to the server \(site)\(said) \(ofVault)"
        }
    }

    private func reasonToFill(vault: String, site: String) -> String {
        switch self {
        case .listMatches: "to show and fill in the logins of the vault “\(vault)” that belong to a page"
        case .showAll: "to show the titles of all items of the vault “\(vault)”"
        case .matchingLogin, .framedLogin: "to fill in a login on \(site) from the vault “\(vault)”"
        case .otherLogin: "to fill in a login on \(site) that was not saved for it, from the vault “\(vault)”"
        case .card: "to fill in a card on \(site) from the vault “\(vault)”"
        case .identity: "to fill in personal details on \(site) from the vault “\(vault)”"
        case .otherItem, .addWebsite: "to use an item on \(site) from the vault “\(vault)”"
        }
    }

    /// A text of others as a prompt shows it.
    private static func shown(_ text: String) -> String { UntrustedText.forTerminal(String(text.prefix(100))) }
}
