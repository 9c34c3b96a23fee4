/// The host of a web address: a name, or an IP address.
///
/// Specified in: website-matching 2.
public struct WebHost: Sendable {
    /// Lower case, Punycode, no dot at the end, at most 253 bytes; an IPv6 address as RFC 5952 writes it, in brackets.
    public let name: String
    /// What its owner has registered: the public suffix and one label more, such as `example.co.uk`.
    ///
    /// nil for hosts that share with no other: IP addresses, single labels such as `localhost`, names below `localhost`,
    /// and public suffixes themselves.
    public let registrableDomain: String?
    /// Why the name may be taken for another; nil if it may not.
    public let warning: LookAlikeWarning?

    /// The registrable domain, or the whole name if there is none.
    public var nakedDomain: String { registrableDomain ?? name }

    /// How to show the host to a person: with its own letters, in Punycode if there is a warning.
    public var displayName: String {
        guard warning == nil, isInternational else { return name }
        return InternationalName.letters(name) ?? name
    }

    /// Whether a label is in Punycode.
    var isInternational: Bool { labels.contains(where: Self.isPunycode) }

    /// The parts between the dots.
    var labels: [Substring] { name.split(separator: ".", omittingEmptySubsequences: false) }

    /// - Parameter name: has been checked.
    init(checkedName name: String, isAddress: Bool) {
        self.name = name
        let isLocal = name == "localhost" || name.hasSuffix(".localhost") || !name.contains(".")
        registrableDomain = isAddress || isLocal ? nil : PublicSuffixList.system.registrableDomain(of: name)
        warning = isAddress ? nil : LookAlikeWarning(name: name)
    }

    static func isPunycode(_ label: Substring) -> Bool { label.hasPrefix("xn--") }
}

extension WebHost: Hashable {
    /// Hosts are the same if their names are.
    public static func == (one: WebHost, other: WebHost) -> Bool { one.name == other.name }

    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
