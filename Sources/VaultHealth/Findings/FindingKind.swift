/// The kind of a finding: what is wrong with an item.
///
/// Specified in: Docs/vault-health.md.
public enum FindingKind: String, CaseIterable, Hashable, Sendable {
    /// The password is in a list of leaked ones.
    case leaked
    /// The site was broken into, and the password is older than that.
    case breached
    /// Another account has the same password.
    case reused
    /// The password is easily guessed.
    case weak
    /// The address has no encryption.
    case http
    /// A card, a document or a key has expired, or soon does.
    case expiry
    /// The site offers one-time codes, and the item has none.
    case noCode = "no-code"
    /// The password has not been changed for years.
    case old
    /// Another item has the same content.
    case duplicate

    /// The position in reports: the most urgent kind comes first.
    public var order: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

    /// The advice, in English.
    public var remedy: String {
        switch self {
        case .leaked: "change the password at the site: attackers try leaked ones first"
        case .breached: "change the password at the site"
        case .reused: "give each account a password of its own"
        case .weak: "have a new password generated"
        case .http: "change the address to https, if the site has it"
        case .expiry: "enter the new date once it is renewed, or archive the item"
        case .noCode: "switch two-step sign-in on at the site, and store its secret in the item"
        case .old: "change the password when you next use it"
        case .duplicate: "move one of the items into the trash"
        }
    }
}
