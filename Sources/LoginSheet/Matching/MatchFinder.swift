import KeychainServices
import PasswordVault
import WebsiteMatching

/// Finds the logins of a vault that belong to a site, from their overviews alone: no item is opened.
///
/// Reading a website as an address costs microseconds, which 100,000 logins multiply. So only those are read whose text has the
/// site's name somewhere, and those whose text does not have to.
struct MatchFinder: Sendable {
    let address: WebAddress
    let matcher: WebsiteMatcher
    /// What the text of a website must have one of, in lower case, unless it may be written in other ways.
    private let names: [[UInt8]]

    init(_ address: WebAddress, _ matcher: WebsiteMatcher) {
        self.address = address
        self.matcher = matcher
        let names: [String] =
            switch address {
            case .page(let page):
                page.host.registrableDomain.map { matcher.sharedDomains.group(of: $0) ?? [$0] } ?? [page.host.name]
            case .app(let identifier): [identifier.lowercased()]
            case .opaque(let key): [key]
            }
        self.names = names.map { Array($0.utf8) }
    }

    /// The candidates that belong to the site, the best first; favourites and then titles decide between equals.
    func matches(_ candidates: [Overview]) -> [(candidate: Overview, match: WebsiteMatch)] {
        let likely = candidates.filter { $0.websites.contains(where: mayMatch) }
        let favourites = likely.filter(\.isFavourite) + likely.filter { !$0.isFavourite }
        return matcher.ranked(address, favourites) { Self.websites($0.websites) }
    }

    /// Whether an item must not be offered for this site, not even in a list of all.
    func withholds(_ websites: [SavedWebsite]) -> Bool { matcher.withholds(Self.websites(websites), from: address) }

    func match(_ websites: [SavedWebsite]) -> WebsiteMatch? { matcher.match(address, Self.websites(websites)) }

    private static func websites(_ saved: [SavedWebsite]) -> [Website] {
        saved.map { Website($0.address, storedRule: $0.rule) }
    }

    /// False only where the website cannot belong to the site. (One with the rule `never` matters only beside one that does.)
    private func mayMatch(_ website: SavedWebsite) -> Bool {
        guard website.rule != MatchRule.regularExpression.rawValue else { return true }
        var text = website.address
        return text.withUTF8 { bytes in
            // Other letters than ASCII's have several forms, and so have IPv6 addresses, which have brackets around them.
            guard bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "[") }) else { return true }
            return names.contains { Self.contains(bytes, $0) }
        }
    }

    /// Whether `text` has `name`, which is in lower case, in it.
    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ name: [UInt8]) -> Bool {
        guard let first = name.first, text.count >= name.count else { return false }
        return name.withUnsafeBufferPointer { name in
            (0...text.count - name.count).contains { start in
                lowercased(text[start]) == first
                    && name.indices.allSatisfy { lowercased(text[start + $0]) == name[$0] }
            }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
