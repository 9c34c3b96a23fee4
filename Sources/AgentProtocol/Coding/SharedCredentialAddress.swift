/// The address in a request for a shared web credential: `webcredentials:` and a domain, or nothing for the program's first one
/// (Docs/shared-web-credentials.md, “Messages”).
///
/// An agent that does not know it takes it for a name that the program has chosen, for which no website's login is offered.
package enum SharedCredentialAddress {
    /// The beginning of such an address, and of the entries of an entitlements list.
    package static let prefix = "webcredentials:"

    /// Returns the address for a domain.
    ///
    /// - Parameter domain: the domain as the program has given it, with a port or not; `nil` for the program's first one.
    package static func address(of domain: String?) -> String { prefix + (domain ?? "") }

    /// Returns the domain that an address names, which is empty for the program's first one; `nil` for any other address.
    package static func domain(in address: String) -> String? {
        address.hasPrefix(prefix) ? String(address.dropFirst(prefix.count)) : nil
    }
}
