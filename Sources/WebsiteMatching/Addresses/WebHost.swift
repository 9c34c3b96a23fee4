/// The host of a web address: a name, or an IP address.
///
/// Specified in: website-matching 2.
public struct WebHost: Sendable {
    /// The name in lower case and Punycode, without a dot at the end, at most 253 bytes; an IPv6 address in the form of RFC 5952, in
    /// brackets.
    public let name: String
    /// The registrable domain: the public suffix and one further label, such as `example.co.uk`.
    ///
    /// `nil` for hosts that share credentials with no other host: IP addresses, single labels such as `localhost`, names below `localhost`,
    /// and public suffixes themselves.
    public let registrableDomain: String?
    /// The warning if the name may be confused with another; otherwise `nil`.
    public let warning: LookAlikeWarning?

    /// The registrable domain, or the whole name if there is none.
    public var nakedDomain: String { registrableDomain ?? name }

    /// The name to show to users: in Unicode, or in Punycode if there is a warning.
    public var displayName: String {
        guard warning == nil, isInternational else { return name }
        return InternationalName.letters(name) ?? name
    }

    /// Whether a label is in Punycode.
    var isInternational: Bool { labels.contains(where: Self.isPunycode) }

    /// The parts between the dots.
    var labels: [Substring] { name.split(separator: ".", omittingEmptySubsequences: false) }

    /// Makes a host from a name.
    ///
    /// - Parameter name: a name that the caller has checked.
    init(checkedName name: String, isAddress: Bool) {
        self.name = name
        let isLocal = name == "localhost" || name.hasSuffix(".localhost") || !name.contains(".")
        registrableDomain = isAddress || isLocal ? nil : PublicSuffixList.system.registrableDomain(of: name)
        warning = isAddress ? nil : LookAlikeWarning(name: name)
    }

    static func isPunycode(_ label: Substring) -> Bool { label.hasPrefix("xn--") }
}

extension WebHost: Hashable {
    /// Compares the names.
    public static func == (one: WebHost, other: WebHost) -> Bool { one.name == other.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
