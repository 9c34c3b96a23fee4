import Foundation
import PasswordVault

/// The attributes by which an item of a file is recognised as one that the vault has.
struct ItemIdentity: Hashable {
    private let kind: UInt32
    private let title: String
    private let subtitle: String
    private let hosts: [String]

    init(_ item: VaultItem) {
        kind = item.kind.number
        title = Self.folded(item.title)
        subtitle = Self.folded(item.kind.subtitle.flatMap { item.text($0) } ?? "")
        hosts = Self.hosts(item.websites)
    }

    init(_ overview: Overview) {
        kind = overview.kind.number
        title = Self.folded(overview.title)
        subtitle = Self.folded(overview.subtitle)
        hosts = Self.hosts(overview.websites)
    }

    /// The same without the title: programs name the same account differently. `nil` if there is too little left.
    var account: ItemIdentity? {
        hosts.isEmpty || subtitle.isEmpty ? nil : ItemIdentity(kind: kind, title: "", subtitle: subtitle, hosts: hosts)
    }

    private init(kind: UInt32, title: String, subtitle: String, hosts: [String]) {
        (self.kind, self.title, self.subtitle, self.hosts) = (kind, title, subtitle, hosts)
    }

    private static func folded(_ text: String) -> String { text.lowercased() }

    private static func hosts(_ websites: [SavedWebsite]) -> [String] {
        guard !websites.isEmpty else { return [] }
        return Set(websites.map { host(of: $0.address) }).sorted()
    }

    /// The host of an address in small letters, without `www.`; the address itself if it has none.
    static func host(of address: String) -> String {
        var rest = Substring(address)
        if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        let host = rest.lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
