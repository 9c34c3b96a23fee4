/// The rule that says which pages a website of a login matches. The raw values are stored and never change.
///
/// For `app://` and opaque addresses, all rules but `never` are the same: they match the address itself.
/// Specified in: website-matching 4.
public enum MatchRule: String, Hashable, CaseIterable, Sendable, Codable {
    /// Every host of the same registrable domain, and of the domains that share credentials with it.
    case registeredDomain = "domain"
    /// The same host and port, with any path.
    case host
    /// The same address with path and query, without the fragment.
    case exact
    /// The same host and port, and a path (with the query) that begins with the one that was saved.
    case startsWith = "starts-with"
    /// The website is a regular expression for the whole address.
    case regularExpression = "regex"
    /// No page of this host or of one below it, even if the item's other websites match.
    case never
}
