import PasswordVault

/// What a browser may be given, and the proof that each deed takes: the one table of it.
///
/// Specified in: Docs/browser-messages.md, "Proofs".
enum BrowserDeed: String, Sendable, CaseIterable {
    /// The titles and usernames of the items for a page.
    case listMatches = "list"
    /// The titles and usernames of all items.
    case showAll = "show-all"
    /// A login on a page that it was saved for.
    case matchingLogin = "login"
    /// A login on another page.
    case otherLogin = "other-login"
    /// A login in a frame that it was saved for, in a page of another site.
    case framedLogin = "framed-login"
    case card
    case identity
    /// Something of an item that is not filled into pages.
    case otherItem = "other-item"
    /// Another website for a login.
    case addWebsite = "add-website"

    /// The proof that a deed takes: the master password of the vault, or a finger.
    enum Rule: Sendable, Equatable {
        /// One since the vault was locked.
        case opening
        /// The same; again after five minutes or each time if the user has set that.
        case asSet
        /// One within the last five minutes that was given for this deed.
        case recent
        /// One for each time.
        case each
    }

    var rule: Rule {
        switch self {
        case .listMatches: .opening
        case .showAll: .recent
        case .matchingLogin: .asSet
        case .otherLogin, .framedLogin, .card, .identity, .otherItem, .addWebsite: .each
        }
    }

    /// What makes a deed with a secret take a proof each time, whatever its rule.
    enum Circumstance: String, Sendable, CaseIterable {
        /// Nothing was filled in since the profile was paired.
        case firstFill = "first-fill"
        /// The profile was given secrets for ``mostSites`` other sites within ``sitePeriod``.
        case manySites = "many-sites"
    }

    /// The sites that a profile gets secrets for without another proof, within ``sitePeriod``.
    static let mostSites = 10
    /// In seconds.
    static let sitePeriod = 600.0
    /// The seconds for which a proof counts by the rule ``Rule/recent`` and by the setting of five minutes.
    static let validity = 300.0

    /// - Parameters:
    ///   - matches: whether it was saved for the page.
    ///   - isFramed: whether the page is a frame in a page of another site.
    /// - Returns: `nil` for items that are not filled into pages.
    init?(_ kind: ItemKind, matches: Bool, isFramed: Bool = false) {
        switch kind {
        case .login, .password: self = !matches ? .otherLogin : isFramed ? .framedLogin : .matchingLogin
        case .creditCard: self = .card
        case .identity: self = .identity
        default: return nil
        }
    }
}
