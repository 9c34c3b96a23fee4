import KeychainServices
import WebsiteMatching

/// The domains whose shared web credentials a program may request, as its entitlements list names them.
///
/// An entry is a domain, or `*.` and a domain for all below it. Domains are in ASCII, other letters in Punycode: texts that look the same to
/// a person are compared byte by byte. An entry that is no such domain, or names a public suffix, counts nothing.
struct WebCredentialDomains {
    /// The most entries that are read; the others count nothing.
    static let most = 256

    private let domains: [String]
    private let parents: [String]

    /// - Parameter entries: the texts after `webcredentials:`.
    init(_ entries: [String], suffixes: PublicSuffixList = .system) {
        var (domains, parents): ([String], [String]) = ([], [])
        for entry in entries.prefix(Self.most) {
            // Apple's tools add “?mode=…”, which says how a device learns of a change of the website's file.
            let name = entry.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            let isBelow = name.hasPrefix("*.")
            guard let domain = Self.domain(String(isBelow ? name.dropFirst(2) : name)),
                suffixes.registrableDomain(of: domain) != nil
            else { continue }
            if isBelow { parents.append(domain) } else { domains.append(domain) }
        }
        (self.domains, self.parents) = (domains, parents)
    }

    /// The first domain; `nil` if there is none that is not a wildcard.
    var first: String? { domains.first }

    /// Whether the list has a domain. It is not part of a domain below it, nor the reverse.
    ///
    /// - Parameter domain: as ``domain(_:)`` returns it.
    func contains(_ domain: String) -> Bool {
        domains.contains(domain) || parents.contains { domain.hasSuffix("." + $0) }
    }

    /// Returns the name of a host in lower case.
    ///
    /// - Returns: `nil` for any other text: an IP address, a name with one label, with letters that are not ASCII, with a dot at an end.
    static func domain(_ text: String) -> String? {
        guard (1...253).contains(text.utf8.count) else { return nil }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy(isLabel), labels.last?.allSatisfy(isDigit) == false else {
            return nil
        }
        return text.lowercased()
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { byte in
                isDigit(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
