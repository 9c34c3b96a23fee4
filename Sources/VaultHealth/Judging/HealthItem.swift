import Foundation
import PasswordVault
import WebsiteMatching

/// The parts of an item by which its health is judged.
public struct HealthItem: Sendable {
    /// A date until which something of the item is valid.
    struct Expiry: Sendable {
        let label: String
        let lastDay: Day
    }

    /// The place and the name of the item.
    public let reference: ItemReference
    let kind: ItemKind
    let username: String
    /// The registrable domains of its websites, sorted.
    let domains: [String]
    /// The first address without encryption.
    let insecureAddress: String?
    let password: Secret?
    /// The date since which the password has been in use.
    let passwordSince: Date
    /// Whether signing in takes more than the password, or a passkey.
    let hasSecondStep: Bool
    let expiries: [Expiry]
    let ignored: Set<String>
    /// The values by which items are compared: field and value.
    let values: [(id: String, value: FieldValue)]
    let notes: Secret?

    /// Takes what is judged from an item.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - vault: the name of its vault.
    public init(_ item: VaultItem, vault: String) {
        reference = ItemReference(vault: vault, id: item.id, title: item.title)
        kind = item.kind
        username = item.text("username") ?? item.text("email") ?? ""
        let pages = item.websites.compactMap { site -> PageAddress? in
            guard case .page(let page)? = Website(site.address, storedRule: site.rule).address else { return nil }
            return page
        }
        domains = Set(pages.map(\.nakedDomain)).sorted()
        insecureAddress = pages.first(where: Self.isInsecure)?.origin
        password = item.secret("password")
        passwordSince = item.history.lazy.filter { $0.field == "password" }.map(\.until).max() ?? item.created
        let fields = item.allFields
        hasSecondStep = fields.contains { ($0.kind.makesOneTimeCodes || $0.kind == .passkey) && !$0.value.isEmpty }
        expiries = fields.compactMap(Self.expiry)
        ignored = item.ignoredFindings
        values = fields.filter { !$0.value.isEmpty }.map { ($0.id, $0.value) }
        notes = item.notes.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a page of the public network is reached without encryption. Names of local networks have no certificates.
    private static func isInsecure(_ page: PageAddress) -> Bool {
        guard page.scheme == .http, page.host.registrableDomain != nil else { return false }
        let local = [".local", ".onion", ".internal", ".home.arpa", ".test", ".lan"]
        return !local.contains { page.host.name.hasSuffix($0) }
    }

    private static func expiry(_ field: Field) -> Expiry? {
        guard field.kind == .date || field.kind == .monthYear, case .text(let text) = field.value,
            field.id == "expiry" || saysExpiry(field.label), let day = Day(text)
        else { return nil }
        return Expiry(label: field.label, lastDay: day)
    }

    /// Whether a label of a custom date names an end, in the languages of the window.
    private static func saysExpiry(_ label: String) -> Bool {
        let label = label.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return ["expir", "valid until", "valid to", "ablauf", "gultig bis", "valable jusqu", "caduc", "vencimiento"]
            .contains { label.contains($0) }
    }

    /// The domains, of those that share their accounts the first one alone.
    var companies: [String] {
        Set(domains.map { SharedDomains.builtIn.group(of: $0)?.min() ?? $0 }).sorted()
    }

    /// The words that an attacker knows of the user and the site.
    var knownWords: [String] {
        var words: [String] = []
        for text in [username, reference.title] + domains {
            let parts = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
            words += [text.lowercased()] + parts
        }
        let dull: Set<String> = ["com", "org", "net", "www", "the", "and"]
        return Set(words.filter { $0.count >= 3 && !dull.contains($0) }).sorted()
    }
}
